// A new version is published while somebody has the page of the one before it open, and its files are gone.
import type { Page } from "@playwright/test";
import { addClient } from "../../support/clients.ts";
import { deliveredVideo } from "../../support/delivered.ts";
import { MARKED } from "../../support/finished-film.ts";
import {
  button,
  expect,
  fillInForm,
  record,
  send,
  skipCountdown,
  takeTime,
  test,
  thanks,
  untilSecond,
} from "../sayso.ts";

/** From `replace` on the files of this build are gone, until the page is loaded anew. Call it before the page opens. */
async function replaceableBuild(page: Page) {
  const missed: string[] = [];
  let replaced = false;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) replaced = false;
  });
  await page.route("**/assets/**", (route) => {
    if (!replaced) return route.continue();
    missed.push(route.request().url());
    return route.fulfill({ status: 404 });
  });
  return { missed, replace: () => (replaced = true) };
}

test("REC26 SUB27 before the camera: the page is loaded anew by itself, and the camera opens", async ({
  page,
  client,
}) => {
  const { missed, replace } = await replaceableBuild(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await page.waitForLoadState("networkidle");
  replace();
  const again = page.waitForEvent("load");
  await button(page, "Grant Camera Access").click();
  await again;
  expect(missed.length).toBeGreaterThan(0);
  await record(page, 1);
});

for (const { name, steps } of [
  {
    name: "at the invitation's button",
    steps: async (page: Page, slug: string, replace: () => void) => {
      await page.goto(`/record/${slug}`);
      await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toBeVisible();
      replace();
      await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
      await expect(button(page, "Grant Camera Access")).toBeVisible();
    },
  },
  {
    name: "as the thanks are closed",
    steps: async (page: Page, slug: string, replace: () => void) => {
      await page.goto(`/record/${slug}/video`);
      await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/wk_frag.mp4");
      await fillInForm(page);
      await button(page, "Submit Testimonial").click();
      const dialog = page.getByRole("dialog", { name: "Thank you!" });
      await expect(dialog).toBeVisible();
      replace();
      await dialog.getByRole("button", { name: "Done" }).click();
      await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toBeVisible();
    },
  },
]) {
  test(`RTE01 SUB26 a new version ${name}: the next screen comes by itself`, async ({ page, client }) => {
    const { replace } = await replaceableBuild(page);
    await steps(page, client.custom_slug, () => void replace());
  });
}

for (const { name, replacedAt } of [
  { name: "while it is recorded", replacedAt: "recording" },
  { name: "once it is recorded", replacedAt: "recorded" },
  { name: "once it is ready to be sent", replacedAt: "ready" },
] as const) {
  test(`REC26 SUB27 ${name}: it is sent, and finished where its finisher was there`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, MARKED);
    const { replace } = await replaceableBuild(page);
    await page.goto(`/record/${client.custom_slug}/video`);
    await button(page, "Grant Camera Access").click();
    await button(page, "Start Recording").click();
    await skipCountdown(page);
    await untilSecond(page, 2);
    if (replacedAt === "recording") replace();
    await takeTime(page);
    await button(page, "Stop Recording").click();
    if (replacedAt === "recorded") replace();
    if (replacedAt === "ready") {
      await expect(page.getByText(/^Ready to send/)).toBeVisible();
      replace();
    }
    await send(page);
    const { row } = await deliveredVideo(sayso, client);
    if (replacedAt === "ready") expect([row.unfinished, row.unwatermarked]).toEqual([null, 0]);
  });
}

test("SUB27 SUB35 before a chosen video is sent: without the code of uploads the form carries it", async ({
  page,
  client,
  sayso,
}) => {
  const { missed, replace } = await replaceableBuild(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/wk_frag.mp4");
  await fillInForm(page);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  replace();
  await button(page, "Submit Testimonial").click();
  await expect(thanks(page)).toBeVisible();
  expect(missed.some((url) => url.endsWith("/upload.js"))).toBe(true);
  await deliveredVideo(sayso, client);
});
