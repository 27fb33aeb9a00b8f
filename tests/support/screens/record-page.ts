// The record page, with a video from a file: nothing is recorded here.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { TestContext } from "node:test";
import { eventually, fill, look } from "./look.ts";
import { openPage, type DomWindow, type Page, type Server } from "./page.ts";
import { pose } from "./pose.ts";

/** It needs no finishing. */
export const TAKE = "tests/fixtures/finished.mp4";

/** Opens it in a browser that could record. */
export const openVideoPage = (
  t: TestContext,
  server: Server,
  slug: string,
  prepare: (window: DomWindow) => void = () => {},
): Promise<Page> =>
  openPage(t, server, `/record/${slug}/video`, {
    prepare: (window) => {
      pose(window, { types: /./, camera: true });
      prepare(window);
    },
  });

type Film = string | Uint8Array | File;

/** A file as people choose it. */
export async function filmFile(film: Film, name = "film.mp4"): Promise<File> {
  if (film instanceof File) return film;
  const bytes = typeof film === "string" ? await readFile(film) : film;
  const type = name.endsWith(".webm") || String(film).endsWith(".webm") ? "video/webm" : "video/mp4";
  return new File([bytes as BlobPart], name, { type });
}

/** Chooses a film on the page. */
export async function chooseFilm(page: Page, film: Film, label = "Upload a video instead"): Promise<void> {
  await page.user.upload(await page.findField(label), await filmFile(film));
}

/** Fills in the form as a customer would. */
export async function fillInForm(
  page: Page,
  { name = "Ann Example", email = "ann@example.com" } = {},
): Promise<void> {
  fill(await page.findField("Name"), name);
  fill(page.field("Email"), email);
  for (const box of page.all("checkbox")) if (!(box as HTMLInputElement).checked) await page.user.click(box);
}

/** The form before the last tap: a video, both fields, both consents. */
export async function makeReady(page: Page, film: Film = TAKE): Promise<void> {
  await chooseFilm(page, film);
  await fillInForm(page);
  await page.waitForText("Ready to send");
}

export const submitButton = (page: Page) => page.get("button", "Submit Testimonial") as HTMLButtonElement;

export async function submit(page: Page): Promise<void> {
  await eventually(() => assert.ok(!submitButton(page).disabled));
  await page.user.click(submitButton(page));
}

/** Waits until the testimonial has arrived. */
export const thanks = (page: Page) => page.find("dialog", "Thank you!");

/** The alert that stays on the page after a refusal. */
export const problem = (page: Page, text: string | RegExp) =>
  eventually(() => {
    const found = page.all("alert").find((one) => {
      const content = one.textContent ?? "";
      return typeof text === "string" ? content.includes(text) : text.test(content);
    });
    return found ? look(found) : assert.fail(`no alert says ${String(text)}: ${page.text()}`);
  });
