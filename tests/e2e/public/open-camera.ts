// The record page with its camera open, before anything is recorded.
import type { Page } from "@playwright/test";
import type { Scene } from "../../support/browsers/cameras.ts";
import { button, expect } from "../sayso.ts";

/** Picture and sound of the fake devices without problems. */
export const BRIGHT: Scene = { left: "#ffffff", right: "#777777", sound: "tone" };

export async function openCamera(page: Page, slug: string): Promise<void> {
  await page.goto(`/record/${slug}/video`);
  await button(page, "Grant Camera Access").click();
  await expect(button(page, "Start Recording")).toBeVisible();
}
