// The home page's film: a customer's visit to a record page, from the link to the thanks, as a phone shows it.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { startWorker } from "../support/runtime/worker.ts";
import { seeCustomer } from "./camera.ts";
import { openShop } from "./shop.ts";

const HOME = "web/src/areas/public/home";
const FILM = `${HOME}/pictures/film.mp4`;
const PHONE = { width: 390, height: 844 };
const FRAMES_PER_SECOND = 15;
/** How long a viewer needs to read a screen. */
const LOOK_MS = 1400;
const RECORDED_MS = 5000;
const run = promisify(execFile);

type Frame = { at: number; jpeg: Buffer };

export async function makeFilm(browser: Browser): Promise<void> {
  const sayso = await startWorker({ ownOrigin: true });
  try {
    const shop = await openShop(sayso);
    const context = await browser.newContext({
      baseURL: sayso.url.origin,
      viewport: PHONE,
      deviceScaleFactor: 2,
      colorScheme: "light",
      hasTouch: true,
      isMobile: true,
      locale: "en-GB",
      timezoneId: "Europe/London",
    });
    const page = await context.newPage();
    await seeCustomer(page, `${HOME}/portraits/maya.svg`);
    await page.goto(`/record/${shop.custom_slug}`);
    await page.waitForLoadState("networkidle");
    const frames = await watch(page);
    await visit(page);
    await encode(await frames());
    await context.close();
  } finally {
    await sayso.close();
  }
}

/** Keeps each rendered frame; returns a function that stops. */
async function watch(page: Page): Promise<() => Promise<Frame[]>> {
  const frames: Frame[] = [];
  const session = await page.context().newCDPSession(page);
  session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    frames.push({ at: metadata.timestamp ?? 0, jpeg: Buffer.from(data, "base64") });
    session.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  await session.send("Page.startScreencast", { format: "jpeg", quality: 92, maxWidth: 780, maxHeight: 1688 });
  return async () => {
    await session.send("Page.stopScreencast");
    return frames;
  };
}

/** Records a testimonial and sends it. */
async function visit(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole("button", { name });
  await sleep(LOOK_MS);
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await button("Grant Camera Access").waitFor();
  await sleep(LOOK_MS);
  await button("Grant Camera Access").click();
  await button("Start Recording").waitFor();
  await sleep(LOOK_MS);
  await button("Start Recording").click();
  await button("Stop Recording").waitFor();
  await page
    .getByText(/0:0\d \/ 0:40/)
    .first()
    .waitFor();
  await sleep(RECORDED_MS);
  await button("Stop Recording").click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.waitFor();
  await sleep(LOOK_MS);
  await name.scrollIntoViewIfNeeded();
  await name.pressSequentially("Maya Lind", { delay: 60 });
  await page.getByRole("textbox", { name: "Email" }).pressSequentially("maya@example.com", { delay: 40 });
  for (const box of await page.getByRole("checkbox").all()) {
    await box.check();
    await sleep(LOOK_MS / 4);
  }
  await button("Submit Testimonial").scrollIntoViewIfNeeded();
  await sleep(LOOK_MS / 2);
  await button("Submit Testimonial").click();
  await page.getByRole("dialog").waitFor();
  await sleep(2 * LOOK_MS);
}

/** Writes the frames as H.264 in MP4, with its index first. */
async function encode(frames: Frame[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "sayso-film-"));
  try {
    const lines = ["ffconcat version 1.0"];
    for (const [index, { at, jpeg }] of frames.entries()) {
      const file = join(folder, `${index}.jpg`);
      await writeFile(file, jpeg);
      const shown = (frames[index + 1]?.at ?? at + 1) - at;
      lines.push(`file ${file}`, `duration ${Math.max(shown, 0.001).toFixed(3)}`);
    }
    const list = join(folder, "frames.txt");
    await writeFile(list, lines.join("\n"));
    const picture = `fps=${FRAMES_PER_SECOND},scale=468:-2:flags=lanczos,format=yuv420p`;
    const codec = "-c:v libx264 -preset veryslow -crf 28 -movflags +faststart -an -map_metadata -1".split(
      " ",
    );
    const source = ["-y", "-f", "concat", "-safe", "0", "-i", list, "-vf", picture];
    await run("ffmpeg", [...source, ...codec, FILM]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
