import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { film, greyFilm, repeated } from "../../support/films/films.ts";
import { PATIENCE_MS } from "../../support/runtime/patience.ts";
import { thorough } from "../../support/runtime/thorough.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { slowClock } from "../clocks.ts";
import {
  button,
  expect,
  fillInForm,
  record,
  reloadAnyway,
  send,
  test,
  thanks,
  untilPrepared,
} from "../sayso.ts";
import type { Page } from "@playwright/test";
import { mailTo, type Sayso } from "../../support/runtime/worker.ts";

const marked = (sayso: Sayso) => addClient(sayso, { watermark_enabled: 1, watermark_text: "Blue Door" });

async function choose(page: Page, slug: string, file: string) {
  await slowClock(page);
  await page.goto(`/record/${slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(file);
}

/** A film that no encoder finds easy: everything moves, with noise over it. */
const busyFilm = async (seconds: number) =>
  repeated(
    await film(
      "busy.webm",
      ["testsrc2=size=720x1280:rate=30:duration=4,noise=alls=40:allf=t", "sine=frequency=440:duration=4"],
      ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2500k", "-c:a", "libopus"],
    ),
    seconds,
  );

/** Maximum length; from 20 s on the bitrate is lower, so that the file fits. */
const BUSY_SECONDS = thorough ? 40 : 20;

test(`REC24 INV59 ${BUSY_SECONDS} seconds of the busiest film stay below 9 MB, whole, with sound, and play and seek`, async ({
  page,
  sayso,
}) => {
  const client = await marked(sayso);
  await choose(page, client.custom_slug, await busyFilm(BUSY_SECONDS));
  await expect(page.getByRole("progressbar", { name: "Preparing your video" })).toBeVisible();
  await expect(page.getByText(/^Ready to send/)).toBeVisible({ timeout: 2 * PATIENCE_MS });
  await send(page);
  const { row, file, size } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.unwatermarked, row.container]).toEqual([null, 0, "mp4"]);
  expect(size).toBeLessThan(9_000_000);
  const { streams } = await ffprobe(file);
  const [video, audio] = ["video", "audio"].map((kind) => streams.find((s) => s.codec_type === kind));
  expect([video?.codec_name, video?.width, video?.height]).toEqual([
    "h264",
    ...(thorough ? [540, 960] : [720, 1280]),
  ]);
  expect(Number(video?.nb_read_packets), "no frame is lost").toBe(30 * BUSY_SECONDS);
  expect(audio?.codec_name).toBe("aac");
  expect(Math.abs(Number(video?.duration) - BUSY_SECONDS)).toBeLessThan(0.1);
  expect(Math.abs(Number(audio?.duration) - BUSY_SECONDS)).toBeLessThan(0.2);

  const link = /http:\S+/.exec((await mailTo(sayso, client.email)).text)?.[0] ?? "";
  const watcher = await page.context().newPage();
  await watcher.goto(link);
  const seeked = await watcher.evaluate(async (seconds) => {
    const player = document.querySelector("video");
    if (!player) throw new Error("no player");
    const moment = new Promise((resolve) => player.addEventListener("seeked", resolve, { once: true }));
    player.currentTime = seconds - 1;
    await moment;
    const ended = new Promise((resolve) => player.addEventListener("ended", resolve, { once: true }));
    player.muted = true;
    await player.play();
    await ended;
    return player.currentTime;
  }, BUSY_SECONDS);
  expect(Math.abs(seeked - BUSY_SECONDS)).toBeLessThan(0.2);
});

test("REC24 H.264 that carries no watermark is copied, not made again", async ({ page, client, sayso }) => {
  const fragmented = await greyFilm({ rest: ["-movflags", "+frag_keyframe+empty_moov"] });
  await choose(page, client.custom_slug, fragmented);
  await send(page);
  const { row, file } = await deliveredVideo(sayso, client);
  expect(row.unfinished).toBeNull();
  const packets = async (path: string) =>
    (await ffprobe(path)).streams.map((stream) => [
      stream.codec_name,
      stream.nb_read_packets,
      stream.extradata_size,
    ]);
  expect(await packets(file)).toEqual(await packets(fragmented));
});

test("REC24 WMK12 a browser that cannot encode: the raw recording is sent, the customer is told, the business too", async ({
  page,
  sayso,
}) => {
  const client = await marked(sayso);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "VideoEncoder"));
  await choose(page, client.custom_slug, "tests/fixtures/ff_firefox.webm");
  await expect(page.getByText("Ready to send as it was recorded.")).toBeVisible();
  await expect(
    page.getByText(
      "Watermark enabled, but it could not be added. Your video will be sent without “Blue Door”.",
    ),
  ).toBeVisible();
  await send(page);
  const { row } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.unwatermarked, row.container]).toEqual(["unsupported", 1, "webm"]);
  expect((await mailTo(sayso, client.email)).text).toContain("It carries no watermark");
});

test("REC24 a film whose codec nobody here decodes is sent as it is", async ({ page, sayso }) => {
  const client = await marked(sayso);
  const hevc = await film(
    "iphone.mov",
    ["testsrc2=size=320x240:rate=20:duration=3"],
    ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error", "-tag:v", "hvc1"],
  );
  await page.addInitScript(() => {
    VideoDecoder.isConfigSupported = (config) =>
      Promise.resolve({ supported: !config.codec.startsWith("hvc1"), config });
  });
  await choose(page, client.custom_slug, hevc);
  await send(page);
  const { row } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.unwatermarked, row.container]).toEqual(["undecodable", 1, "mov"]);
});

test("REC24 REC26 WMK10 a failure of which nothing was sent counts for one visit, as a page that is being left can read nothing", async ({
  page,
  sayso,
}) => {
  const client = await marked(sayso);
  await page.addInitScript(() => {
    if (sessionStorage.getItem("failed")) return;
    sessionStorage.setItem("failed", "yes");
    const Real = Worker;
    window.Worker = class extends Real {
      override postMessage() {
        const data = { kind: "failed", reason: "failed", cause: "cannot be read" };
        this.dispatchEvent(new MessageEvent("message", { data }));
      }
    };
  });
  await choose(page, client.custom_slug, await greyFilm());
  await expect(page.getByText("Ready to send as it was recorded.")).toBeVisible();
  await reloadAnyway(page);
  await button(page, "Continue with it").click();
  await expect(page.getByText("Ready to send.")).toBeVisible();
  await send(page);
  const { row } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.unwatermarked]).toEqual([null, 0]);
});

test("a customer can skip the finishing and send the recording, or wait and see the progress (REC24)", async ({
  page,
  sayso,
}) => {
  const client = await marked(sayso);
  await choose(page, client.custom_slug, await busyFilm(12));
  await fillInForm(page);
  await button(page, "Submit Testimonial").click();
  const waiting = page.getByRole("progressbar", { name: "Preparing video" });
  await expect(waiting).toBeVisible();
  await button(page, "Cancel").click();
  await expect(button(page, "Submit Testimonial")).toBeEnabled();
  await button(page, "Submit Testimonial").click();
  await button(page, "Send it now, as it was recorded").click();
  await expect(thanks(page)).toBeVisible();
  const { row } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.unwatermarked, row.container]).toEqual(["skipped", 1, "webm"]);
});

/** An encoder that takes bitrates for a joke, on pictures of at least this many lines. */
function spend(page: Page, lines: number) {
  return page.addInitScript((fromLines) => {
    const Real = Worker;
    window.Worker = class extends Real {
      override postMessage(message: { plan?: { width: number } }) {
        const limits = ["videoBitsPerSecond", "maxRecordedPercent", "maxBitsPerFrame"];
        if (message.plan && message.plan.width >= fromLines) {
          Object.assign(message.plan, Object.fromEntries(limits.map((limit) => [limit, 90_000_000])));
        }
        super.postMessage(message);
      }
    };
  }, lines);
}

test(
  "sends the recording as it was recorded if it cannot be kept within its budget (REC24)",
  { tag: "@thorough" },
  async ({ page, sayso }) => {
    const client = await marked(sayso);
    await slowClock(page);
    await spend(page, 0);
    // For 4 seconds even such an encoder stays within the limit with the smaller picture.
    await choose(page, client.custom_slug, await busyFilm(8));
    await expect(page.getByText("Ready to send as it was recorded.")).toBeVisible({
      timeout: 2 * PATIENCE_MS,
    });
    await send(page);
    const { row } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.container]).toEqual(["too-large", "webm"]);
  },
);

test(
  "uses the smaller picture after an encoder exceeded the budget twice (REC24)",
  { tag: "@thorough" },
  async ({ page, sayso }) => {
    const client = await marked(sayso);
    await slowClock(page);
    await spend(page, 400);
    await choose(page, client.custom_slug, await busyFilm(4));
    await expect(page.getByText("Ready to send.")).toBeVisible({ timeout: 2 * PATIENCE_MS });
    await send(page);
    const { row, file } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked]).toEqual([null, 0]);
    const { streams } = await ffprobe(file);
    expect(streams.find(({ codec_type }) => codec_type === "video")?.width).toBe(360);
  },
);

test("REC24 the finished recording takes the place of the raw one in the player, without its codec's parameters", async ({
  page,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page);
  const player = page.getByLabel("Your recorded video");
  const first = await player.getAttribute("src");
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await expect(player).not.toHaveAttribute("src", first ?? "");
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  await send(page);
  const upload = await sayso.row("SELECT content_type FROM uploads WHERE client_id = ?", client.id);
  expect(upload?.content_type).toBe("video/mp4");
});

test("REC31 a phone that was locked meanwhile has stalled nothing", async ({ page, sayso }) => {
  const client = await marked(sayso);
  await page.addInitScript(() => {
    const real = performance.now.bind(performance);
    let asleep = 0;
    performance.now = () => real() / 8 + asleep;
    Object.assign(window, { sleepFor: (ms: number) => (asleep += ms) });
  });
  await choose(page, client.custom_slug, await busyFilm(4));
  await untilPrepared(page, 1);
  await page.evaluate(() => (window as unknown as { sleepFor: (ms: number) => void }).sleepFor(60_000));
  await expect(page.getByText("Ready to send.")).toBeVisible();
});

test("REC24 WMK10 a typeface that never arrives keeps nobody waiting", async ({ page, sayso }) => {
  const client = await marked(sayso);
  await slowClock(page);
  await page.route("**/*instrument-sans*", () => undefined);
  await page.goto(`/record/${client.custom_slug}/video`, { waitUntil: "commit" });
  await page.getByLabel("Upload a video instead").setInputFiles(await greyFilm());
  await expect(page.getByText("Ready to send.")).toBeVisible();
  await expect(page.getByText("Watermark enabled. Your video will show “Blue Door”.")).toBeVisible();
});

test("REC24 a connection that is gone for a moment does not cost the watermark", async ({
  page,
  sayso,
  context,
}) => {
  const client = await marked(sayso);
  await slowClock(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.waitForLoadState("networkidle");
  const grey = await greyFilm();
  // Loads the code for chosen films before the connection drops.
  await page.getByLabel("Upload a video instead").setInputFiles(grey);
  await expect(page.getByText("Ready to send.")).toBeVisible();
  await page.route("**/*finisher.worker*", (route) => route.abort("internetdisconnected"));
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("finisher.worker"));
  await page.getByLabel("Choose another video").setInputFiles(grey);
  await lost;
  await context.setOffline(true);
  await page.unroute("**/*finisher.worker*");
  await expect(page.getByText(/^Preparing your video/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Ready to send.")).toBeVisible();
});
