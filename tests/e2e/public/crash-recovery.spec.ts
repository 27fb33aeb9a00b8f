import type { BrowserContext, Page } from "@playwright/test";
import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { plantTake, storedContents, storedRecording } from "../../support/browsers/indexeddb.ts";
import rules from "#media/generated/fallback.json" with { type: "json" };
import { thorough } from "../../support/runtime/thorough.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { until } from "../../support/runtime/worker.ts";
import { longestStall, shortenTimeouts, skipCountdown, watchStalls } from "../clocks.ts";
import {
  button,
  crashTab,
  expect,
  fillInForm,
  FINISHED,
  record,
  send,
  test,
  thanks,
  untilSecond,
} from "../sayso.ts";

const SPOOL_LOSS_MS = 2000;
/** The product's time limit for the end of a recording. */
const STOPPING_MS = 8000;

/** Notes when the page's recorder began. */
const watchStart = async (context: BrowserContext) => {
  await watchStalls(context);
  await context.addInitScript(() => {
    const Real = MediaRecorder;
    window.MediaRecorder = new Proxy(Real, {
      construct(target, args: [MediaStream, MediaRecorderOptions]) {
        const recorder = new target(...args);
        recorder.addEventListener("start", () =>
          Object.assign(window, { recordingSince: performance.now() }),
        );
        return recorder;
      },
    });
  });
};

/** Recorded time, except for a current stall of the page, during which nothing can be stored. */
const recordedMs = async (page: Page) => {
  const stalled = await longestStall(page, 2 * SPOOL_LOSS_MS);
  const since = await page.evaluate(
    () => performance.now() - (window as unknown as { recordingSince: number }).recordingSince,
  );
  return since - stalled;
};

async function startRecording(page: Page, slug: string) {
  await page.goto(`/record/${slug}/video`);
  await button(page, "Grant Camera Access").click();
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await page.waitForFunction(() => "recordingSince" in window, undefined, { polling: 50 });
}

test("REC26 a recording survives a reload, is submitted, and is then forgotten on the device", async ({
  page,
  context,
  client,
  sayso,
}) => {
  await watchStart(context);
  await startRecording(page, client.custom_slug);
  await untilSecond(page, 3);
  const recorded = await recordedMs(page);
  await page.reload();
  await expect(page.getByText(/^You recorded it just now.*It has not been sent\.$/)).toBeVisible();
  await button(page, "Continue with it").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  await send(page);
  const { row } = await deliveredVideo(sayso, client);
  expect(row.duration_ms).toBeGreaterThan(recorded - SPOOL_LOSS_MS);
  expect([row.container, row.unfinished]).toEqual(["mp4", null]);
  await expect.poll(() => storedContents(page)).toEqual({ takes: [], chunks: 0 });
});

/** By default one moment in the first seconds: later ones are stored in the same way. */
const [MOMENTS, WITHIN_MS] = thorough ? [20, 39_800] : [1, 6000];

test(`INV58 REC26 the tab is killed at ${MOMENTS} random moments of ${Math.ceil(WITHIN_MS / 1000)} seconds: at most 2 seconds are lost, nothing is sent twice`, async ({
  context,
  sayso,
}) => {
  test.setTimeout(Math.max(test.info().timeout, MOMENTS * 120_000));
  await watchStart(context);
  const lost: string[] = [];
  const killAt = async (moment: number) => {
    const client = await addClient(sayso);
    const submissions = async () =>
      (await sayso.row("SELECT count(*) AS n FROM submissions WHERE client_id = ?", client.id))?.n;
    const page = await context.newPage();
    await startRecording(page, client.custom_slug);
    await page.waitForFunction(
      (ms) => performance.now() - (window as unknown as { recordingSince: number }).recordingSince >= ms,
      moment,
      { polling: 20 },
    );
    const recorded = await recordedMs(page);
    await crashTab(page);
    expect(await submissions()).toBe(0);

    const again = await context.newPage();
    await again.goto(`/record/${client.custom_slug}/video`);
    const heading = again.getByRole("heading", { name: "Your video is still here" });
    // A recording too short to send is removed.
    const recovered = () => storedRecording(again, client.id);
    await until(
      "the offer, or nothing kept",
      async () => (await heading.isVisible()) || !(await recovered()),
    );
    const file = await recovered();
    const storedMs = file ? Number((await ffprobe(file)).format.duration) * 1000 : rules.limits.minVideoMs;
    lost.push(`${Math.round(recorded - storedMs)} of ${Math.round(recorded)}`);
    expect(recorded - storedMs, lost.join(", ")).toBeLessThanOrEqual(SPOOL_LOSS_MS);
    if (file) {
      await button(again, "Continue with it").click();
      await send(again);
      expect(await submissions()).toBe(1);
    }
    await again.close();
  };
  // One moment in each of as many equal parts of a recording.
  const part = (WITHIN_MS - 300) / MOMENTS;
  const moments = Array.from({ length: MOMENTS }, (_, index) => (index + Math.random()) * part + 300);
  // A long one beside a short one.
  while (moments.length > 0)
    await Promise.all([moments.shift(), moments.pop()].map((moment) => moment && killAt(moment)));
  expect(lost).toHaveLength(MOMENTS);
});

test("removes a recording that is too short to be sent after its tab was killed in the first moments (REC26 SUB39)", async ({
  context,
  client,
}) => {
  await watchStart(context);
  // Its recorder hands over once, as soon as it has something.
  await context.addInitScript(() => {
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (this: MediaRecorder) {
      start.call(this);
      const timer = setInterval(() => this.requestData(), 100);
      this.addEventListener("dataavailable", ({ data }) => {
        if (data.size > 0) clearInterval(timer);
      });
    };
  });
  const page = await context.newPage();
  await startRecording(page, client.custom_slug);
  await expect.poll(async () => (await storedContents(page)).chunks).toBeGreaterThan(0);
  await crashTab(page);

  const again = await context.newPage();
  await again.goto(`/record/${client.custom_slug}/video`);
  await expect.poll(() => storedContents(again)).toEqual({ takes: [], chunks: 0 });
  await expect(button(again, "Grant Camera Access")).toBeVisible();
});

test("INV58 SUB31 killed after the submission arrived and before its answer did: it is sent once", async ({
  page,
  context,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(FINISHED);
  await fillInForm(page);
  await page.route("**/functions/v1/submit-testimonial", async (route) => {
    await route.fetch();
    // Never answered.
  });
  await button(page, "Submit Testimonial").click();
  await until("accepted", () => sayso.row("SELECT 1 FROM submissions WHERE client_id = ?", client.id));
  await expect.poll(async () => (await storedContents(page)).takes[0]?.upload?.id).toBeTruthy();
  await crashTab(page);

  const again = await context.newPage();
  await again.goto(`/record/${client.custom_slug}/video`);
  await expect(thanks(again), "it goes on by itself").toBeVisible();
  const row = await sayso.row(
    "SELECT credits_remaining AS credits, (SELECT count(*) FROM submissions WHERE client_id = c.id) AS rows, (SELECT count(*) FROM uploads WHERE client_id = c.id) AS uploads FROM clients c WHERE id = ?",
    client.id,
  );
  expect(row).toEqual({ credits: 49, rows: 1, uploads: 1 });
});

test("offers the take again after a step back and forward (REC26)", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await plantTake(page, client.id);
  await page.reload();
  const offer = page.getByRole("heading", { name: "Your video is still here" });
  await expect(offer).toBeVisible();
  await page.getByRole("link", { name: /^Back to/ }).click();
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await expect(offer).toBeVisible();
});

test("REC27 a recorder that never says that it has stopped hands over what it gave so far", async ({
  page,
  client,
  sayso,
}) => {
  await shortenTimeouts(page, STOPPING_MS);
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    const { stop } = MediaRecorder.prototype;
    MediaRecorder.prototype.stop = function recordedStop(this: MediaRecorder) {
      const shown = /0:(\d\d) \/ 0:40/.exec(document.body.innerText)?.[1];
      Object.assign(window, { stoppedAt: Number(shown) });
      // Simulates the longest allowed time.
      const now = performance.now.bind(performance);
      performance.now = () => now() + 8000;
      stop.call(this);
    };
    MediaRecorder.prototype.addEventListener = function deaf(
      this: MediaRecorder,
      ...args: Parameters<EventTarget["addEventListener"]>
    ) {
      if (args[0] !== "stop") listen.apply(this, args);
    };
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page);
  const stoppedAt = await page.evaluate(() => (window as unknown as { stoppedAt: number }).stoppedAt);
  // The displayed time is up to a quarter of a second old.
  const seconds = [stoppedAt, stoppedAt + 1].map((second) => String(second).padStart(2, "0"));
  await expect(
    page.getByText(new RegExp(`0:(${seconds.join("|")})`)).first(),
    "the clock stood still meanwhile",
  ).toBeVisible();
  await send(page);
  const { row } = await deliveredVideo(sayso, client);
  expect(row.duration_ms).toBeGreaterThan(1000);
});

test(
  "REC27 a recorder that hands over its first bytes ten seconds after it was stopped loses nothing",
  { tag: "@thorough" },
  async ({ page, client }) => {
    await page.addInitScript(() => {
      const listen = EventTarget.prototype.addEventListener;
      let stoppedAt: number | undefined;
      const stop = MediaRecorder.prototype.stop;
      MediaRecorder.prototype.stop = function late(this: MediaRecorder) {
        stoppedAt ??= Date.now();
        stop.call(this);
      };
      MediaRecorder.prototype.addEventListener = function late(
        this: MediaRecorder,
        type: string,
        listener: EventListenerOrEventListenerObject,
      ) {
        const begun: Event[] = [];
        const dispatch = (event: Event) => (listener as EventListener)(event);
        listen.call(this, type, (event) => {
          if (stoppedAt === undefined) begun.push(event);
          else
            setTimeout(() => [...begun.splice(0), event].forEach(dispatch), stoppedAt + 10_000 - Date.now());
        });
      };
    });
    await page.goto(`/record/${client.custom_slug}/video`);
    await record(page);
  },
);
