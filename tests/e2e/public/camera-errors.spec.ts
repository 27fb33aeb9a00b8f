// Customers try only once: whatever prevents the camera, the page explains it and offers another way to a video.
import { cases } from "../../support/runtime/thorough.ts";
import { axe } from "../axe.ts";
import { button, expect, test } from "../sayso.ts";
import { again, decoded, grant, heading, upload } from "./camera-help.ts";
import {
  INSTAGRAM_ON_IOS,
  FACEBOOK_ON_ANDROID,
  CHROME_ON_ANDROID,
  SAFARI_ON_IOS,
  CHROME_ON_WINDOWS,
  pretend,
  type Pretence,
} from "./pretended-browser.ts";

test("a camera that disconnects before the recording can be opened again (REC04)", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await real(constraints);
      Object.assign(window, { stream });
      return stream;
    };
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await grant(page).click();
  await expect(button(page, "Start Recording")).toBeVisible();
  await page.evaluate(() => {
    for (const track of (window as unknown as { stream: MediaStream }).stream.getTracks()) {
      track.stop();
      track.dispatchEvent(new Event("ended"));
    }
  });
  await expect(heading(page, "Your camera was disconnected")).toBeFocused();
  await expect(upload(page)).toBeAttached();
  await again(page).click();
  await expect(button(page, "Start Recording")).toBeVisible();
});

test("axe finds nothing where there is no camera, and the code is read in both themes (REC28 REC04)", async ({
  context,
  client,
  baseURL,
}) => {
  // One case of each layout: an in-app browser, a refused phone, a desktop with its QR code. The others differ only in
  // text.
  for (const pretence of cases(3, [
    { userAgent: INSTAGRAM_ON_IOS, without: "getUserMedia" },
    { userAgent: SAFARI_ON_IOS, fails: "NotAllowedError" },
    { userAgent: CHROME_ON_WINDOWS, fails: "NotFoundError" },
    { userAgent: FACEBOOK_ON_ANDROID, fails: "NotAllowedError" },
    { userAgent: CHROME_ON_ANDROID, without: "MediaRecorder" },
    { userAgent: CHROME_ON_WINDOWS, fails: "NotReadableError" },
    { userAgent: CHROME_ON_WINDOWS, without: "getUserMedia" },
  ] satisfies Pretence[])) {
    const tab = await context.newPage();
    await pretend(tab, pretence);
    await tab.goto(`/record/${client.custom_slug}/video`);
    if ("fails" in pretence) await grant(tab).click();
    await expect(tab.getByText("Nothing is sent until you press submit.")).toBeVisible();
    await expect(grant(tab)).toBeHidden();
    const more = tab.locator("summary");
    if (await more.isVisible()) await more.click();
    await axe(tab, JSON.stringify(pretence));
    const code = tab.getByRole("img", { name: "QR code with the address of this page" });
    for (const colorScheme of ["light", "dark"] as const) {
      await tab.emulateMedia({ colorScheme });
      if (await code.isVisible())
        await expect
          .poll(() => decoded(code), colorScheme)
          .toBe(`${baseURL}/record/${client.custom_slug}/video`);
    }
    await tab.close();
  }
});
