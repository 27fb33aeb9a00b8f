// A new version is published while a page of the previous one is open, whose files are gone.
import type { Page } from "@playwright/test";
import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { WITH_WATERMARK } from "../../support/films/finished-film.ts";
import { storedContents } from "../../support/browsers/indexeddb.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { pauseAnimations, skipCountdown, slowPageClock } from "../clocks.ts";
import {
  button,
  expect,
  fillInForm,
  reloadAnyway,
  replaceableBuild,
  send,
  stopRecording,
  test,
  thanks,
  untilSecond,
} from "../sayso.ts";
import { brandPage } from "./testimonial-dialog.ts";

/** Values of the form, and the number of session storage entries. */
const typed = async (page: Page) => ({
  name: await page.getByRole("textbox", { name: "Name" }).inputValue(),
  email: await page.getByRole("textbox", { name: "Email" }).inputValue(),
  consents: await page.getByRole("checkbox", { checked: true }).count(),
  stored: await page.evaluate(() => sessionStorage.length),
});
const ANN = { name: "Ann Example", email: "ann@example.com", consents: 2, stored: 0 };

test("REC26 SUB27 before the camera: the page is loaded anew by itself with what was typed, and the camera opens", async ({
  page,
  client,
}) => {
  const { missed, replace } = await replaceableBuild(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await fillInForm(page);
  await page.waitForLoadState("networkidle");
  replace();
  const again = page.waitForEvent("load");
  await button(page, "Grant Camera Access").click();
  await again;
  expect(missed.length).toBeGreaterThan(0);
  await expect.poll(() => typed(page)).toEqual(ANN);
  await button(page, "Grant Camera Access").click();
  await expect(button(page, "Start Recording")).toBeVisible();
});

test("REC26 SUB27 as a file is chosen: the page is loaded anew by itself with the file and what was typed", async ({
  page,
  client,
}) => {
  const { replace } = await replaceableBuild(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await fillInForm(page);
  await page.waitForLoadState("networkidle");
  replace();
  const again = page.waitForEvent("load");
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/wk_frag.mp4");
  await again;
  await button(page, "Continue with it").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  await expect.poll(() => typed(page)).toEqual(ANN);
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

for (const { name, replacedAt } of cases(1, [
  { name: "while it is recorded", replacedAt: "recording" },
  { name: "once it is ready to be sent", replacedAt: "ready" },
  { name: "between the camera and Start", replacedAt: "opened" },
  { name: "once it is recorded", replacedAt: "recorded" },
] as const)) {
  test(`finishes and sends after the page has reloaded because its finisher was replaced: ${name} (REC26 SUB27 WMK10)`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, WITH_WATERMARK);
    const { replace } = await replaceableBuild(page);
    await page.goto(`/record/${client.custom_slug}/video`);
    await button(page, "Grant Camera Access").click();
    await expect(button(page, "Start Recording")).toBeVisible();
    if (replacedAt === "opened") replace();
    await button(page, "Start Recording").click();
    await skipCountdown(page);
    await untilSecond(page, 0);
    if (replacedAt === "recording") replace();
    await stopRecording(page, { before: slowPageClock });
    if (replacedAt === "recorded") replace();
    if (replacedAt === "ready") {
      await expect(page.getByText(/^Ready to send/)).toBeVisible();
      replace();
    }
    const continueButton = button(page, "Continue with it");
    await expect(continueButton.or(page.getByText(/^Ready to send/))).toBeVisible();
    if (await continueButton.isVisible()) {
      await slowPageClock(page);
      await continueButton.click();
    }
    await send(page);
    const { row } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked]).toEqual([null, 0]);
  });
}

for (const { name, label } of cases(1, [
  { name: "a business", label: "Leave a Video Testimonial" },
  { name: "the demo", label: "Start Demo Recording" },
])) {
  test(`RTE01 SUB01 before the dialog of ${name}: the page is loaded anew by itself, and the dialog opens`, async ({
    page,
    client,
    sayso,
  }) => {
    await brandPage(sayso, client);
    const { missed, replace } = await replaceableBuild(page);
    await page.goto(name === "the demo" ? "/demo" : `/${client.custom_slug}`);
    await expect(button(page, label)).toBeVisible();
    await page.waitForLoadState("networkidle");
    replace();
    const again = page.waitForEvent("load");
    await button(page, label).click();
    await again;
    expect(missed.length).toBeGreaterThan(0);
    await expect(page.getByRole("dialog").getByRole("button", { name: "Grant Camera Access" })).toBeVisible();
  });
}

for (const isStored of cases(1, [true, false])) {
  test(`reloads automatically and finishes before a ${isStored ? "stored video is continued" : "video is chosen"} (REC26 WMK10)`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, WITH_WATERMARK);
    const { missed, replace } = await replaceableBuild(page);
    await page.goto(`/record/${client.custom_slug}/video`);
    const choose = () =>
      page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/ff_firefox.webm");
    if (isStored) {
      // Holds the finisher, so that nothing is finished earlier.
      await page.route("**/finisher.worker*", () => undefined);
      await choose();
      await expect.poll(async () => (await storedContents(page)).takes[0]?.usable).toBe(true);
      await page.unroute("**/finisher.worker*");
      await reloadAnyway(page);
      await expect(button(page, "Continue with it")).toBeVisible();
    }
    await page.waitForLoadState("networkidle");
    replace();
    const again = page.waitForEvent("load");
    if (isStored) await button(page, "Continue with it").click();
    else await choose();
    await again;
    expect(missed.length).toBeGreaterThan(0);
    await slowPageClock(page);
    await button(page, "Continue with it").click();
    await send(page);
    const { row } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked]).toEqual([null, 0]);
  });
}

test("reports that the app's code does not load, at once or after a while (ERR01)", async ({ page }) => {
  const sentence = page.getByText("This page has not loaded yet.");
  const app = "**/app.js";
  await page.route(app, () => undefined);
  const finishAnimations = await pauseAnimations(page);
  await page.goto("/demo", { waitUntil: "load" });
  await expect(page.getByRole("heading", { name: "Demo Version" })).toBeVisible();
  await expect(sentence).toBeHidden();
  await finishAnimations();
  await expect(sentence).toBeVisible();
  await page.unroute(app);
  await page.route(app, (route) => route.abort());
  await page.reload({ waitUntil: "load" });
  await expect(sentence).toBeVisible();
  await page.unroute(app);
  await page.reload();
  await expect(button(page, "Start Demo Recording")).toBeVisible();
  await expect(sentence).toBeHidden();
});

test("resumes an interrupted upload until it arrives, and shows the private link (CNS04 SUB27 SUB35)", async ({
  page,
  client,
  sayso,
}) => {
  const { missed, replace } = await replaceableBuild(page);
  let cuts = 0;
  await page.route("**/api/uploads", (route) => {
    if (cuts > 0) return route.continue();
    cuts += 1;
    replace();
    return route.abort("connectionreset");
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/wk_frag.mp4");
  await fillInForm(page);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await button(page, "Submit Testimonial").click();
  // Its buttons cannot be loaded any more, and the page is not loaded anew for them: the link would be lost.
  await expect(thanks(page).getByRole("link", { name: "Your testimonial" })).toBeVisible();
  expect([cuts, missed.filter((url) => /\/(upload|portal|site|router)\b/.test(url))]).toEqual([1, []]);
  await deliveredVideo(sayso, client);
});
