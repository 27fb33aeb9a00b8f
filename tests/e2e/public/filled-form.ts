// The form with a video that needs no finishing, up to the last tap.
import type { Page } from "@playwright/test";
import type { ClientRow } from "../../support/clients.ts";
import { fillInForm } from "../sayso.ts";

/** It needs no finishing: what is proven here comes after that. */
export const TAKE = "tests/fixtures/finished.mp4";
export const withVideo = (page: Page, label = "Upload a video instead") =>
  page.getByLabel(label).setInputFiles(TAKE);

/** The form as it stands before the last tap: a video, both fields, both consents. */
export async function ready(page: Page, client: ClientRow) {
  await page.goto(`/record/${client.custom_slug}/video`);
  await withVideo(page);
  await fillInForm(page);
}
