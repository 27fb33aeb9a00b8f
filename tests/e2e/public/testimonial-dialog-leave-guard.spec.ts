import type { Page } from "@playwright/test";
import { storedContents } from "../../support/browsers/indexeddb.ts";
import { axe } from "../axe.ts";
import { skipCountdown } from "../clocks.ts";
import { button, expect, fillInForm, reloadAnyway, test, thanks, toast, untilSecond } from "../sayso.ts";
import { asking, back, dialog, open, ready, sendButton, withVideo } from "./testimonial-dialog.ts";

test("a video that was not sent is not lost by Escape or Close: the dialog asks first (SUB07)", async ({
  page,
  sayso,
  client,
}) => {
  const escape = () => page.keyboard.press("Escape");
  const close = () => dialog(page).getByRole("button", { name: "Close" }).click();
  const blur = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await open(page, sayso, client);
  await withVideo(page);
  await fillInForm(page);
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  const composing = { key: "Escape", isComposing: true, cancelable: true };
  expect(
    await page
      .getByRole("textbox", { name: "Name" })
      .evaluate(
        (field, how) => field.dispatchEvent(new KeyboardEvent("keydown", { ...how, bubbles: true })),
        composing,
      ),
    "drops a candidate",
  ).toBe(true);
  // Repeatedly, and with the focus anywhere.
  for (const [time, leave] of [escape, escape, escape, close, close, close].entries()) {
    if (time % 3 === 1) await blur();
    await leave();
    await expect(asking(page)).toBeVisible();
    if (time === 0) await axe(page, "asking");
    await button(page, "Stay here").click();
    await expect(asking(page)).toBeHidden();
    await expect(dialog(page)).toBeVisible();
  }
  for (const leave of [close, escape]) {
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann Example");
    await leave();
    await button(page, "Leave without sending").click();
    await expect(dialog(page)).toBeHidden();
    await expect(button(page, "Leave a Video Testimonial")).toBeFocused();
    await expect(page.locator("dialog")).toHaveCount(0);
    await button(page, "Leave a Video Testimonial").click();
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
    await expect(page.getByRole("button", { name: "Grant Camera Access" })).toBeVisible();
    await expect.poll(() => storedContents(page)).toMatchObject({ takes: [] });
    if (leave === escape) break;
    await withVideo(page);
    await fillInForm(page);
    await expect(page.getByLabel("Your recorded video")).toBeVisible();
  }
});

test("SUB07 Back with a video that was not sent asks first, then closes the dialog and stays on the page", async ({
  page,
}) => {
  await page.goto("/");
  await page.goto("/demo");
  await button(page, "Start Demo Recording").click();
  await withVideo(page);
  await fillInForm(page);
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  for (let time = 0; time < 2; time += 1) {
    await back(page);
    await expect(asking(page)).toBeVisible();
    await button(page, "Stay here").click();
    await expect(asking(page)).toBeHidden();
    await expect(page).toHaveURL(/\/demo$/);
    await expect(page.getByLabel("Your recorded video")).toBeVisible();
  }
  await back(page);
  await button(page, "Leave without sending").click();
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/demo$/);
  await expect(button(page, "Start Demo Recording")).toBeFocused();
  await expect.poll(() => storedContents(page)).toMatchObject({ takes: [] });
  await button(page, "Start Demo Recording").click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
  await back(page);
  await expect(page.locator("dialog")).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL(/\/$/);
});

const CLOSINGS = {
  Back: back,
  Escape: (page: Page) => page.keyboard.press("Escape"),
  Close: (page: Page) => dialog(page).getByRole("button", { name: "Close" }).click(),
};

test("SUB07 BRA03 every way of closing the dialog stays on the page and resets all its fields", async ({
  page,
  sayso,
  client,
}) => {
  const path = new RegExp(`/${client.custom_slug}$`);
  const opener = button(page, "Leave a Video Testimonial");
  await page.goto("/terms");
  await open(page, sayso, client);
  for (const [way, close] of Object.entries(CLOSINGS)) {
    await fillInForm(page);
    await close(page);
    await expect(dialog(page), way).toBeHidden();
    await expect(page).toHaveURL(path);
    await expect(opener).toBeFocused();
    await expect(page.locator("dialog")).toHaveCount(0);
    await opener.click();
    // No retries: the values must not be visible even for a moment.
    for (const name of ["Name", "Email"]) {
      expect(await page.getByRole("textbox", { name }).inputValue(), `${name} after ${way}`).toBe("");
    }
    for (const box of await page.getByRole("checkbox").all()) {
      expect(await box.isChecked(), `a consent after ${way}`).toBe(false);
    }
  }
  await back(page);
  await expect(page.locator("dialog")).toHaveCount(0);

  // However often it was open, the way back is as short as before.
  await back(page);
  await expect(page).toHaveURL(/\/terms$/);
});

/** Clicks Close so that the `close` event fires before the next frame: the dialog still has the focus. */
const closeBetweenFrames = (page: Page) =>
  dialog(page)
    .getByRole("button", { name: "Close" })
    .evaluate((close: HTMLElement) => {
      close.focus();
      requestAnimationFrame(() => setTimeout(() => close.click()));
    });

test("SUB07 a reload finds the dialog open, and a step forward opens it again", async ({
  page,
  sayso,
  client,
}) => {
  const opener = button(page, "Leave a Video Testimonial");
  await open(page, sayso, client);
  await page.reload();
  await expect(dialog(page)).toBeVisible();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await closeBetweenFrames(page);
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.evaluate(() => history.forward());
  await expect(dialog(page)).toBeVisible();
  await back(page);
  await expect(page.locator("dialog")).toHaveCount(0);

  await page.evaluate(() => history.forward());
  await expect(dialog(page)).toBeVisible();
  await page.route("**/testimonial-dialog*.js", (route) => route.abort(), { times: 1 });
  await page.reload();
  await expect(toast(page, "The connection dropped")).toBeVisible();
  await expect(page.locator("dialog")).toHaveCount(0);
  await opener.click();
  await expect(dialog(page)).toBeVisible();
});

/** Keeps the page's tracks; returns how many are live. */
async function watchCamera(page: Page) {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await real(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  return () =>
    page.evaluate(
      () =>
        (window as unknown as { tracks: MediaStreamTrack[] }).tracks.filter(
          ({ readyState }) => readyState === "live",
        ).length,
    );
}

test("SUB07 REC11 closing lets go of the camera; a recording that is under way ends and is offered to stay", async ({
  page,
  sayso,
  client,
}) => {
  const live = await watchCamera(page);
  await open(page, sayso, client);
  await button(page, "Grant Camera Access").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  expect(await live()).toBe(2);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect.poll(live).toBe(0);

  await expect(page.locator("dialog")).toHaveCount(0);
  await button(page, "Leave a Video Testimonial").click();
  await button(page, "Grant Camera Access").click();
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await untilSecond(page, 2);
  await page.keyboard.press("Escape");
  await expect(asking(page)).toBeVisible();
  await expect.poll(live).toBe(0);
  await button(page, "Stay here").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();

  await button(page, "Re-record").click();
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await untilSecond(page, 2);
  await back(page);
  await expect(asking(page)).toBeVisible();
  await expect.poll(live).toBe(0);
  await button(page, "Stay here").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
});

test("SUB31 a take that survives a reload is offered in the dialog, with what was typed", async ({
  page,
  sayso,
  client,
}) => {
  await ready(page, sayso, client);
  // Input is stored half a second after the last change: here, the last checkbox.
  await expect.poll(async () => (await storedContents(page)).takes[0]?.form?.consentMarketing).toBe(true);
  await reloadAnyway(page);
  await expect(page.getByRole("heading", { name: "Your video is still here" })).toBeVisible();
  await button(page, "Continue with it").click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann Example");
  await sendButton(page).click();
  await expect(thanks(page)).toBeVisible();
});
