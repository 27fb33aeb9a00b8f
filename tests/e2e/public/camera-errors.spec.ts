// Customers try only once: whatever prevents the camera, the page explains it and offers another way to a video.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import jsQR from "jsqr";
import {
  CHROME_ON_ANDROID,
  CHROME_ON_WINDOWS,
  FACEBOOK_ON_ANDROID,
  INSTAGRAM_ON_IOS,
  SAFARI_ON_IOS,
} from "../../support/browsers/user-agents.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { axe } from "../axe.ts";
import { button, expect, test } from "../sayso.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 2, name });
const upload = (page: Page) => page.getByLabel("Upload a video instead");
const grant = (page: Page) => button(page, "Grant Camera Access");
const again = (page: Page) => button(page, "Try the camera again");

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

/** Decodes a QR code on the screen. */
async function decoded(code: Locator): Promise<string | undefined> {
  const png = await code.screenshot();
  const box = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  const run = promisify(execFile)(
    "ffmpeg",
    ["-v", "error", "-f", "png_pipe", "-i", "-", "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
    { encoding: "buffer", maxBuffer: 1 << 26 },
  );
  run.child.stdin?.end(png);
  const { stdout } = await run;
  return jsQR(new Uint8ClampedArray(stdout), box.width, box.height)?.data;
}

type Pretence = {
  userAgent: string;
  without?: "getUserMedia" | "MediaRecorder";
  /** The error with which the first request for the camera fails. */
  fails?: string;
  remembers?: { camera: PermissionState; microphone: PermissionState };
};

const phone = (userAgent: string) => /iPhone|Android/.test(userAgent);

/** Makes the page believe that it is in another browser. */
async function pretend(page: Page, pretence: Pretence): Promise<void> {
  await page.addInitScript(
    ({ userAgent, without, fails, remembers, touchPoints }: Pretence & { touchPoints: number }) => {
      const define = (name: string, value: unknown) =>
        Object.defineProperty(Navigator.prototype, name, { get: () => value });
      define("userAgent", userAgent);
      define("platform", /Windows/.test(userAgent) ? "Win32" : "");
      define("maxTouchPoints", touchPoints);
      if (without === "MediaRecorder") Reflect.deleteProperty(globalThis, "MediaRecorder");
      if (without === "getUserMedia") Reflect.deleteProperty(MediaDevices.prototype, "getUserMedia");
      if (fails) {
        const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        let left = 1;
        navigator.mediaDevices.getUserMedia = (constraints) =>
          left-- > 0 ? Promise.reject(new DOMException("no camera", fails)) : real(constraints);
      }
      if (remembers) {
        const memory = {
          camera: Object.assign(new EventTarget(), { state: remembers.camera }),
          microphone: Object.assign(new EventTarget(), { state: remembers.microphone }),
        };
        Object.assign(window, { memory });
        navigator.permissions.query = ({ name }: { name: string }) =>
          Promise.resolve(memory[name as keyof typeof memory] as unknown as PermissionStatus);
      }
    },
    { ...pretence, touchPoints: phone(pretence.userAgent) ? 5 : 0 },
  );
  if (phone(pretence.userAgent)) await page.setViewportSize({ width: 390, height: 844 });
}
