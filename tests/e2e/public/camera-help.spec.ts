// A customer tries once: whatever keeps the camera away, the page says what and offers another way to a video.
import { button, expect, test } from "../sayso.ts";
import { again, cameraApp, decoded, grant, heading, upload } from "./camera-help.ts";
import {
  INSTAGRAM_ON_IOS,
  CHROME_ON_ANDROID,
  FIREFOX_ON_WINDOWS,
  CHROME_ON_WINDOWS,
  pretend,
} from "./pretended-browser.ts";

for (const without of ["getUserMedia", "MediaRecorder"] as const) {
  test(`REC28 a computer without ${without} leads to the phone: a code that says this address`, async ({
    page,
    client,
    baseURL,
  }) => {
    await pretend(page, { userAgent: FIREFOX_ON_WINDOWS, without });
    await page.goto(`/record/${client.custom_slug}/video`);
    await expect(heading(page, "This browser cannot record")).toBeVisible();
    await expect(grant(page)).toBeHidden();
    await expect(cameraApp(page)).toHaveCount(0);
    await expect(upload(page)).toBeAttached();
    const address = `${baseURL}/record/${client.custom_slug}/video`;
    await expect(page.getByText(address, { exact: true })).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const code = page.getByRole("img", { name: "QR code with the address of this page" });
      expect(await decoded(code), colorScheme).toBe(address);
    }
  });
}

for (const clipboard of ["open", "locked"] as const) {
  test(`REC28 Copy link puts the address on the clipboard, ${clipboard} to pages`, async ({
    page,
    client,
    baseURL,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await pretend(page, { userAgent: INSTAGRAM_ON_IOS, without: "getUserMedia" });
    if (clipboard === "locked") {
      await page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException("locked", "NotAllowedError"));
      });
    }
    await page.goto(`/record/${client.custom_slug}/video`);
    await button(page, "Copy link").click();
    await expect(button(page, "Link copied")).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${baseURL}/record/${client.custom_slug}/video`,
    );
  });
}

test("REC28 where the help itself cannot be fetched, the short text and its ways out stand in", async ({
  page,
  client,
}) => {
  await pretend(page, { userAgent: CHROME_ON_ANDROID, fails: "NotAllowedError" });
  await page.route("**/camera-help*.js", (route) => route.abort());
  await page.goto(`/record/${client.custom_slug}/video`);
  await grant(page).click();
  await expect(heading(page, "Your camera is switched off for this page")).toBeFocused();
  await expect(page.getByText("Tap the camera or lock icon in the address bar")).toBeVisible();
  await expect(upload(page)).toBeAttached();
  await again(page).click();
  await expect(button(page, "Start Recording")).toBeVisible();
});

test("REC28 where the code cannot be fetched, the address in words remains", async ({
  page,
  client,
  baseURL,
}) => {
  await pretend(page, { userAgent: CHROME_ON_WINDOWS, without: "getUserMedia" });
  await page.route("**/qr-code*.js", (route) => route.abort());
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(page.getByText(`${baseURL}/record/${client.custom_slug}/video`)).toBeVisible();
  await expect(button(page, "Copy link")).toBeVisible();
});
