// The recording dialog of branded pages, as people use it.
import type { Page } from "@playwright/test";
import type { ClientRow } from "../../support/people/owner/clients.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { button, expect, fillInForm } from "../sayso.ts";

/** Needs no finishing: these tests are about what follows. */
const TAKE = "tests/fixtures/finished.mp4";

export const dialog = (page: Page) => page.getByRole("dialog", { name: "Leave a Video Testimonial" });
export const asking = (page: Page) => page.getByRole("dialog", { name: "Leave without sending?" });
export const sendButton = (page: Page) => button(page, "Send Testimonial");
export const withVideo = (page: Page) => page.getByLabel("Upload a video instead").setInputFiles(TAKE);

export const back = (page: Page) => page.evaluate(() => history.back());

export const brandPage = (sayso: Sayso, client: ClientRow) =>
  sayso.change(
    "INSERT OR IGNORE INTO branded_pages (page, client_id) VALUES (?, ?)",
    client.custom_slug,
    client.id,
  );

/** Opens the dialog on a page of this client's own. */
export async function open(page: Page, sayso: Sayso, client: ClientRow) {
  await brandPage(sayso, client);
  await page.goto(`/${client.custom_slug}`);
  await button(page, "Leave a Video Testimonial").click();
  await expect(dialog(page)).toBeVisible();
}

/** The dialog, ready to send. */
export async function ready(page: Page, sayso: Sayso, client: ClientRow) {
  await open(page, sayso, client);
  await withVideo(page);
  await fillInForm(page);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
}

/** The first `count` submissions arrive, but the page never hears of them. */
export async function loseAnswers(page: Page, count: number) {
  await page.addInitScript((toLose) => {
    let lost = 0;
    window.XMLHttpRequest = class extends XMLHttpRequest {
      override send(body?: XMLHttpRequestBodyInit) {
        this.addEventListener("load", () => {
          if (this.responseURL.includes("/webhooks/") && ++lost <= toLose)
            Object.defineProperty(this, "status", { value: 0 });
        });
        super.send(body);
      }
    };
  }, count);
}
