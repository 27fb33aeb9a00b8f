import type { BrowserContext, Page } from "@playwright/test";
import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { longFilm } from "../../support/films/films.ts";
import { storedContents } from "../../support/browsers/indexeddb.ts";
import { installPhoneCamera } from "../../support/browsers/phone-camera.ts";
import { thorough } from "../../support/runtime/thorough.ts";
import { ffprobe, finishedVideo } from "../../support/films/videos.ts";
import { disableTimeouts, slowClock } from "../clocks.ts";
import { button, crashTab, expect, record, reloadAnyway, send, test, untilPrepared } from "../sayso.ts";

/** Records the output size requested from each page's finisher. */
const watchSizes = (context: BrowserContext) =>
  context.addInitScript(() => {
    const Real = Worker;
    window.Worker = class extends Real {
      override postMessage(message: { plan?: { width: number; height: number } }) {
        if (message.plan) Object.assign(window, { made: [message.plan.width, message.plan.height] });
        super.postMessage(message);
      }
    };
  });

const sizeMade = (page: Page) => page.evaluate(() => (window as unknown as { made?: number[] }).made);

/** Waits for the finisher's request: by then the take is stored and a crash of the page would be counted. */
const untilMaking = (page: Page, size: [width: number, height: number]) =>
  expect.poll(() => sizeMade(page), { intervals: [50] }).toEqual(size);

async function choose(context: BrowserContext, slug: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/record/${slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(await longFilm());
  return page;
}

async function continueWithTake(context: BrowserContext, slug: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/record/${slug}/video`);
  await button(page, "Continue with it").click();
  return page;
}

for (const percent of thorough ? [0, 5, 10, 20, 30, 40, 50, 60, 70, 80] : [5]) {
  test(`REC36 a page that died at ${percent}% of finishing makes less of the take, and after the second time sends it raw`, async ({
    context,
    sayso,
  }) => {
    await watchSizes(context);
    await slowClock(context);
    const client = await addClient(sayso, { watermark_enabled: 1 });
    const first = await choose(context, client.custom_slug);
    await untilMaking(first, [720, 1280]);
    await untilPrepared(first, percent);
    await crashTab(first);

    const second = await continueWithTake(context, client.custom_slug);
    await untilMaking(second, [360, 640]);
    await untilPrepared(second, percent);
    await crashTab(second);

    const third = await continueWithTake(context, client.custom_slug);
    await expect(third.getByText("Ready to send as it was recorded.")).toBeVisible();
    expect(await sizeMade(third)).toBeUndefined();
    await send(third);
    const { row } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked, row.container]).toEqual(["crashed", 1, "webm"]);
  });
}

test("a complete file that crashed two pages arrives unchanged and without its watermark (REC36 WMK12)", async ({
  context,
  sayso,
}) => {
  await watchSizes(context);
  const client = await addClient(sayso, { watermark_enabled: 1 });
  const film = Buffer.from(await finishedVideo());
  const page = await context.newPage();
  // Notes of two pages that crashed over a file of this size.
  await page.addInitScript((size) => localStorage.setItem("sayso-crashes-of-file", `${size} 2`), film.length);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page
    .getByLabel("Upload a video instead")
    .setInputFiles({ name: "film.mp4", mimeType: "video/mp4", buffer: film });
  await expect(page.getByText("Ready to send as it was recorded.")).toBeVisible();
  expect(await sizeMade(page)).toBeUndefined();
  await send(page);
  const { row, size } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.unwatermarked, row.unwatermarked_reason]).toEqual([null, 1, "crashed"]);
  expect(size).toBe(film.length);
});

test(
  "a video finished after one crash arrives complete, with its watermark, a quarter as large (REC36)",
  { tag: "@thorough" },
  async ({ context, sayso }) => {
    await watchSizes(context);
    await slowClock(context);
    const client = await addClient(sayso, { watermark_enabled: 1 });
    const page = await choose(context, client.custom_slug);
    await untilMaking(page, [720, 1280]);
    await crashTab(page);
    const again = await continueWithTake(context, client.custom_slug);
    await send(again);
    const { row, file } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked, row.container]).toEqual([null, 0, "mp4"]);
    const picture = (await ffprobe(file)).streams.find((stream) => stream.codec_type === "video");
    expect([picture?.width, picture?.height, picture?.nb_read_packets]).toEqual([360, 640, "480"]);
  },
);

test("REC36 a take whose preview has ended two pages is shown no more, and can be sent", async ({
  context,
  client,
  sayso,
}) => {
  // No player reaches its first frame, and no thumbnail attempt times out.
  await disableTimeouts(context, 5000);
  await context.addInitScript(() => {
    Object.defineProperty(HTMLMediaElement.prototype, "src", { set() {} });
  });
  for (const deaths of [1, 2]) {
    const page = deaths === 1 ? await context.newPage() : await continueWithTake(context, client.custom_slug);
    if (deaths === 1) {
      await page.goto(`/record/${client.custom_slug}/video`);
      await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/wk_frag.mp4");
    }
    await expect(page.getByText(/^Ready to send/)).toBeVisible();
    await expect.poll(async () => (await storedContents(page)).takes[0]?.crashes).toBe(deaths);
    await crashTab(page);
  }
  const last = await continueWithTake(context, client.custom_slug);
  await expect(last.getByText("This page closed twice while it worked on this video")).toBeVisible();
  await expect(last.locator("video")).toHaveCount(0);
  await send(last);
  await deliveredVideo(sayso, client);
});

test(
  "counts crashes while the rotation of a raw take is detected, and skips that after the second (REC36 REC34)",
  { tag: "@thorough" },
  async ({ context, sayso }) => {
    const client = await addClient(sayso, { watermark_enabled: 1 });
    // A broken finisher: its worker's script throws.
    await context.route("**/*finisher.worker*", (route) =>
      route.fulfill({ contentType: "text/javascript", body: "throw 1" }),
    );
    // Detached players decode the first frame: once for the finisher, and again for the raw file.
    await context.addInitScript(() => {
      const src = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "src");
      let looks = 0;
      Object.defineProperty(HTMLMediaElement.prototype, "src", {
        configurable: true,
        set(this: HTMLMediaElement, url: string) {
          if (!this.isConnected) looks += 1;
          Object.assign(window, { looks });
          if (this.isConnected || looks === 1) src?.set?.call(this, url);
        },
      });
    });
    // Nor is that look given up.
    await disableTimeouts(context, 6000);
    await slowClock(context);
    const phone = { held: "portrait", asks: "sensor", recordsSideways: true } as const;
    const looks = (page: Page) => page.evaluate(() => (window as unknown as { looks?: number }).looks ?? 0);
    for (const deaths of [1, 2]) {
      const page =
        deaths === 1 ? await context.newPage() : await continueWithTake(context, client.custom_slug);
      if (deaths === 1) {
        await installPhoneCamera(page, phone);
        await page.goto(`/record/${client.custom_slug}/video`);
        await record(page, { large: true });
      }
      await expect.poll(() => looks(page)).toBe(2);
      await expect.poll(async () => (await storedContents(page)).takes[0]?.crashes).toBe(deaths);
      await crashTab(page);
    }
    const last = await continueWithTake(context, client.custom_slug);
    await expect(last.getByText("Ready to send as it was recorded.")).toBeVisible();
    expect(await looks(last)).toBe(0);
    await send(last);
    const { row } = await deliveredVideo(sayso, client);
    expect(row.unfinished).toBe("crashed");
  },
);

test("REC36 a page that was reloaded by choice has not died", async ({ context, client }) => {
  await watchSizes(context);
  const page = await choose(context, client.custom_slug);
  for (let time = 0; time < 2; time += 1) {
    await untilPrepared(page, 2);
    await reloadAnyway(page);
    await button(page, "Continue with it").click();
  }
  await untilMaking(page, [720, 1280]);
});

test("REC36 a device with little memory begins with the smaller size", async ({ context, client }) => {
  await watchSizes(context);
  await context.addInitScript(() => Object.defineProperty(navigator, "deviceMemory", { get: () => 1 }));
  const page = await choose(context, client.custom_slug);
  await untilMaking(page, [360, 640]);
});
