// Customers try only once: whatever prevents the camera, the page explains it and offers another way to a video.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import jsQR from "jsqr";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { disableTimeouts } from "../../support/screens/handles.ts";
import { failImports } from "../../support/screens/loader.ts";
import { eventually, hasFocus } from "../../support/screens/look.ts";
import { openPage, type DomWindow, type Page } from "../../support/screens/page.ts";
import { pose } from "../../support/screens/pose.ts";
import { chooseFilm, fillInForm, problem, submit, thanks } from "../../support/screens/record-page.ts";
import {
  CHROME_ON_ANDROID,
  CHROME_ON_WINDOWS,
  FACEBOOK_ON_ANDROID,
  FIREFOX_ON_WINDOWS,
  INSTAGRAM_ON_IOS,
  SAFARI_ON_IOS,
} from "../../support/browsers/user-agents.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const CODE = "QR code with the address of this page";
/** Pixels per module of a painted QR code. */
const QR_SCALE = 4;

let sayso: Sayso;
let client: ClientRow;
before(async () => {
  sayso = await startWorker();
  client = await addClient(sayso);
});
after(() => sayso.close());

type Pretence = {
  userAgent: string;
  without?: "getUserMedia" | "MediaRecorder";
  /** The error with which the first request for the camera fails; the second one is never answered. */
  fails?: string;
  remembers?: { camera: PermissionState; microphone: PermissionState };
};

/** Opens the page as another browser; also returns its number of camera requests, and its permissions. */
async function openIn(t: TestContext, pretence: Pretence, search = "") {
  const { userAgent, without, fails, remembers } = pretence;
  const asked: unknown[] = [];
  const memory: Record<string, EventTarget & { state: string }> = {};
  const prepare = (window: DomWindow) => {
    pose(window, {
      userAgent,
      platform: userAgent.includes("Windows") ? "Win32" : "",
      touchPoints: /iPhone|Android/.test(userAgent) ? 5 : 0,
      ...(without === "MediaRecorder" ? {} : { types: /./ }),
      camera:
        without !== "getUserMedia" &&
        ((constraints: unknown) => {
          asked.push(constraints);
          return asked.length === 1 && fails
            ? Promise.reject(new DOMException("no camera", fails))
            : new Promise(() => {});
        }),
    });
    for (const [name, state] of Object.entries(remembers ?? {}))
      memory[name] = Object.assign(new window.EventTarget(), { state });
    const query = ({ name }: { name: string }) => Promise.resolve(memory[name]);
    if (remembers) Object.defineProperty(window.navigator, "permissions", { value: { query } });
  };
  const page = await openPage(t, sayso, `/record/${client.custom_slug}/video${search}`, { prepare });
  const remember = (name: "camera" | "microphone", state: PermissionState) => {
    const status = memory[name] ?? assert.fail("nothing is remembered");
    status.state = state;
    status.dispatchEvent(new page.window.Event("change"));
  };
  return { page, asked, remember };
}

const address = () => `${sayso.origin}/record/${client.custom_slug}/video`;
const cameraApp = (page: Page) => page.findField("Record with your camera app");
const upload = (page: Page) => page.field("Upload a video instead");
const grant = (page: Page) => page.click("button", "Grant Camera Access");
const again = (page: Page) => page.get("button", "Try the camera again");
const focused = (page: Page, title: string) => hasFocus(() => page.get("heading", title));

test("leads with the camera app and the way out in Instagram on iOS without a camera (REC28)", async (t) => {
  const { page } = await openIn(t, { userAgent: INSTAGRAM_ON_IOS, without: "getUserMedia" }, "?fbclid=abc");
  await page.find("heading", "No camera inside Instagram");
  assert.equal(page.all("button", "Grant Camera Access").length, 0);
  assert.equal(page.all("button", "Try the camera again").length, 0);
  const app = await cameraApp(page);
  assert.deepEqual([app.getAttribute("accept"), app.getAttribute("capture")], ["video/*", "user"]);
  upload(page);
  assert.equal(
    page.get("link", "Open in your browser").getAttribute("href"),
    `instagram://extbrowser/?url=${encodeURIComponent(address())}`,
  );
  await page.waitForText("Choose Open in external browser.");
  await page.user.click(page.getText("Continue on another device"));
  assert.equal(decoded(await page.find("img", CODE)), address());
});

test("leads out of Facebook on Android by an intent, and lets the camera be tried again (REC28)", async (t) => {
  const { page, asked } = await openIn(t, { userAgent: FACEBOOK_ON_ANDROID, fails: "NotAllowedError" });
  await grant(page);
  await focused(page, "No camera inside Facebook");
  const { host } = new URL(sayso.origin);
  const fallback = encodeURIComponent(address());
  assert.equal(
    page.get("link", "Open in your browser").getAttribute("href"),
    `intent://${host}/record/${client.custom_slug}/video#Intent;scheme=https;S.browser_fallback_url=${fallback};end`,
  );
  await cameraApp(page);
  upload(page);
  await page.user.click(again(page));
  await eventually(() => assert.equal(asked.length, 2));
});

test("takes what the camera app recorded the whole way (REC28)", async (t) => {
  disableTimeouts(t, 4000);
  const { page } = await openIn(t, { userAgent: FACEBOOK_ON_ANDROID, without: "MediaRecorder" });
  await cameraApp(page);
  const user = page.user.setup({ applyAccept: false });
  await user.upload(await cameraApp(page), new File(["no"], "a.txt", { type: "text/plain" }));
  await problem(page, "MP4, MOV or WebM");
  await chooseFilm(page, "tests/fixtures/wk_frag.mp4", "Record with your camera app");
  await page.findField("Your recorded video");
  await fillInForm(page);
  await submit(page);
  await thanks(page);
  assert.deepEqual(await sayso.row("SELECT container FROM submissions WHERE client_id = ?", client.id), {
    container: "mp4",
  });
});

for (const [name, userAgent, steps] of [
  ["Chrome on Android", CHROME_ON_ANDROID, ["Tap Permissions.", "Switch on Camera and Microphone."]],
  ["Safari on iOS", SAFARI_ON_IOS, ["Set Camera and Microphone to Allow, then tap Done."]],
  ["Firefox on Windows", FIREFOX_ON_WINDOWS, ["Click the crossed-out camera left of the address."]],
] as const) {
  test(`says a refusal in ${name}, explains it in this browser's own words, and focuses it (REC04)`, async (t) => {
    const { page } = await openIn(t, {
      userAgent,
      fails: "NotAllowedError",
      remembers: { camera: "denied", microphone: "prompt" },
    });
    await grant(page);
    await page.toast(
      "Camera access denied",
      "Please allow camera and microphone access to record your testimonial.",
    );
    await focused(page, "Your camera is switched off for this page");
    await page.waitForText("will not ask again");
    for (const step of steps) await page.waitForText(step);
    again(page);
    upload(page);
  });
}

test("opens the camera by itself as soon as both are allowed in the browser's settings (REC04)", async (t) => {
  const { page, asked, remember } = await openIn(t, {
    userAgent: CHROME_ON_ANDROID,
    fails: "NotAllowedError",
    remembers: { camera: "denied", microphone: "denied" },
  });
  await grant(page);
  await page.waitForText("will not ask again");
  remember("camera", "granted");
  await page.find("heading", "Your microphone is switched off for this page");
  assert.equal(asked.length, 1);
  remember("microphone", "granted");
  await eventually(() => assert.equal(asked.length, 2));
});

for (const [fails, title, message] of [
  ["NotFoundError", "No camera found", "Plug it in and try again"],
  ["NotReadableError", "Your camera is in use", "another tab is using it"],
] as const) {
  test(`says why, what to do, and every other way: ${title} (REC04)`, async (t) => {
    const { page, asked } = await openIn(t, { userAgent: CHROME_ON_WINDOWS, fails });
    await grant(page);
    await focused(page, title);
    await page.waitForText(message);
    upload(page);
    if (fails === "NotReadableError") await page.user.click(page.getText("Continue on your phone"));
    assert.equal(decoded(await page.find("img", CODE)), address());
    await page.user.click(again(page));
    await eventually(() => assert.equal(asked.length, 2));
  });
}

for (const without of ["getUserMedia", "MediaRecorder"] as const) {
  test(`leads from a computer without ${without} to the phone: a code that says this address (REC28)`, async (t) => {
    const { page } = await openIn(t, { userAgent: FIREFOX_ON_WINDOWS, without });
    await page.find("heading", "This browser cannot record");
    assert.equal(page.all("button", "Grant Camera Access").length, 0);
    assert.ok(page.lacks("Record with your camera app"));
    upload(page);
    await page.findText(address());
    assert.equal(decoded(await page.find("img", CODE)), address());
  });
}

for (const clipboard of ["open", "locked"] as const) {
  test(`puts the address on the clipboard, ${clipboard} to pages (REC28)`, async (t) => {
    const { page } = await openIn(t, { userAgent: INSTAGRAM_ON_IOS, without: "getUserMedia" });
    const { navigator, document } = page.window;
    let copied = "";
    if (clipboard === "locked") {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("locked", "NotAllowedError"));
      document.execCommand = () => {
        copied = document.querySelector<HTMLTextAreaElement>("textarea.sr-only")?.value ?? "";
        return true;
      };
    }
    await page.click("button", "Copy link");
    const button = await page.find("button", "Link copied");
    await hasFocus(() => button);
    assert.equal(clipboard === "open" ? await navigator.clipboard.readText() : copied, address());
  });
}

test("lets the short text and its ways out stand in where the help itself cannot be fetched (REC28)", async (t) => {
  failImports(t, /camera-help\/camera-help\.tsx/);
  const { page, asked } = await openIn(t, { userAgent: CHROME_ON_ANDROID, fails: "NotAllowedError" });
  await grant(page);
  await focused(page, "Your camera is switched off for this page");
  await page.waitForText("Tap the camera or lock icon in the address bar");
  upload(page);
  await page.user.click(again(page));
  await eventually(() => assert.equal(asked.length, 2));
});

test("leaves the address in words where the code cannot be fetched (REC28)", async (t) => {
  failImports(t, /ui\/qr-code\.tsx/);
  const { page } = await openIn(t, { userAgent: CHROME_ON_WINDOWS, without: "getUserMedia" });
  await page.findText(address());
  page.get("button", "Copy link");
});

/** Paints the code's squares and the plate over them, and reads it as a phone does. */
function decoded(code: HTMLElement): string | undefined {
  const [left = 0, top = 0, width = 0] = (code.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const side = width * QR_SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const paint = (x: number, y: number, modules: number, value: number) => {
    for (let row = 0; row < modules * QR_SCALE; row += 1)
      for (let column = 0; column < modules * QR_SCALE; column += 1) {
        const at = (((y - top) * QR_SCALE + row) * side + (x - left) * QR_SCALE + column) * 4;
        pixels.fill(value, at, at + 3);
      }
  };
  const path = code.querySelector("path")?.getAttribute("d") ?? assert.fail("no squares");
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) paint(Number(x), Number(y), 1, 0);
  const plate = code.querySelector("rect") ?? assert.fail("no plate");
  const [x, y, modules] = ["x", "y", "width"].map((name) => Number(plate.getAttribute(name)));
  paint(x ?? 0, y ?? 0, modules ?? 0, 255);
  return jsQR(pixels, side, side)?.data;
}
