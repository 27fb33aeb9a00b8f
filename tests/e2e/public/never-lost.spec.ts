import type { BrowserContext, Page } from "@playwright/test";
import { brokenNetwork } from "../../support/broken-network.ts";
import { addClient } from "../../support/clients.ts";
import { film } from "../../support/pictures.ts";
import { delivered } from "../../support/delivered.ts";
import { kept, keptRecording } from "../../support/spooled.ts";
import { bigVideo, ffprobe } from "../../support/videos.ts";
import { until } from "../../support/worker.ts";
import {
  button,
  expect,
  fillIn,
  goOn,
  kill,
  record,
  send,
  submitStalled,
  test,
  thanks,
  untilSecond,
  reloadAnyway,
} from "../sayso.ts";

test.setTimeout(120_000);

const SPOOL_LOSS_MS = 2000;

/** Notes when the page's recorder began, and when it last handed something over. */
const watchStart = (context: BrowserContext) =>
  context.addInitScript(() => {
    const Real = MediaRecorder;
    window.MediaRecorder = new Proxy(Real, {
      construct(target, args: [MediaStream, MediaRecorderOptions]) {
        const recorder = new target(...args);
        recorder.addEventListener("start", () =>
          Object.assign(window, { recordingSince: performance.now(), lastPiece: performance.now() }),
        );
        recorder.addEventListener("dataavailable", () =>
          Object.assign(window, { lastPiece: performance.now() }),
        );
        return recorder;
      },
    });
  });

const recordedMs = (page: Page) =>
  page.evaluate(() => performance.now() - (window as unknown as { recordingSince: number }).recordingSince);

/** How much longer than its 500 ms the recorder has kept to itself, as a starved encoder does; at most 2 s of it. */
const recorderLateMs = (page: Page) =>
  page.evaluate(() =>
    Math.min(
      Math.max(performance.now() - (window as unknown as { lastPiece: number }).lastPiece - 500, 0),
      2000,
    ),
  );

async function startRecording(page: Page, slug: string) {
  await page.goto(`/record/${slug}/video`);
  await button(page, "Grant Camera Access").click();
  await button(page, "Start Recording").click();
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
  await untilSecond(page, 4);
  const recorded = await recordedMs(page);
  await page.reload();
  await expect(page.getByText(/^You recorded it just now.*It has not been sent\.$/)).toBeVisible();
  await button(page, "Go on with it").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  await send(page);
  const { row } = await delivered(sayso, client);
  expect(row.duration_ms).toBeGreaterThan(recorded - SPOOL_LOSS_MS);
  expect([row.container, row.unfinished]).toEqual(["mp4", null]);
  await expect.poll(() => kept(page)).toEqual({ takes: [], pieces: 0 });
});

test("INV58 REC26 the tab is killed at 20 random moments of a recording: at most 2 seconds are lost", async ({
  context,
  sayso,
}) => {
  test.setTimeout(300_000);
  await watchStart(context);
  const lost: number[] = [];
  const once = async (index: number) => {
    const client = await addClient(sayso);
    const page = await context.newPage();
    await startRecording(page, client.custom_slug);
    // Spread over the first seconds, each at a moment of its own within a chunk.
    const moment = 700 + index * 230 + ((index * 0.618_034) % 1) * 230;
    await expect.poll(() => recordedMs(page), { intervals: [20] }).toBeGreaterThan(moment);
    const late = await recorderLateMs(page);
    const recorded = await recordedMs(page);
    await kill(page);

    const again = await context.newPage();
    await again.goto(`/record/${client.custom_slug}/video`);
    const heading = again.getByRole("heading", { name: "Your video is still here" });
    await again.waitForLoadState("networkidle");
    await expect(heading.or(button(again, "Grant Camera Access"))).toBeVisible();
    const file = await keptRecording(again, client.id);
    if (file) await expect(heading).toBeVisible();
    const keptMs = file ? Number((await ffprobe(file)).format.duration) * 1000 : 0;
    lost.push(recorded - late - keptMs);
    await again.close();
  };
  for (let index = 0; index < 20; index += 2) await Promise.all([once(index), once(index + 1)]);
  expect(lost).toHaveLength(20);
  for (const ms of lost) expect(ms, lost.map(Math.round).join(" ")).toBeLessThanOrEqual(SPOOL_LOSS_MS);
});

test("INV58 SUB31 killed after the submission arrived and before its answer did: it is sent once", async ({
  page,
  context,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page, 1);
  await fillIn(page);
  await page.route("**/functions/v1/submit-testimonial", async (route) => {
    await route.fetch();
    // The answer never comes.
  });
  await button(page, "Submit Testimonial").click();
  await until("accepted", () => sayso.row("SELECT 1 FROM submissions WHERE client_id = ?", client.id));
  await kill(page);

  const again = await context.newPage();
  await again.goto(`/record/${client.custom_slug}/video`);
  await expect(
    again.getByText("It was on its way when this page was closed, and has not been confirmed."),
  ).toBeVisible();
  await button(again, "Go on with it").click();
  await expect(again.getByRole("textbox", { name: "Name" })).toHaveValue("Ann Example");
  await button(again, "Submit Testimonial").click();
  await expect(thanks(again)).toBeVisible({ timeout: 30_000 });
  const row = await sayso.row(
    "SELECT credits_remaining AS credits, (SELECT count(*) FROM submissions WHERE client_id = c.id) AS rows, (SELECT count(*) FROM uploads WHERE client_id = c.id) AS uploads FROM clients c WHERE id = ?",
    client.id,
  );
  expect(row).toEqual({ credits: 49, rows: 1, uploads: 1 });
});

test("SUB35 REC26 an upload goes on across a reload where it was cut, with the form as it was", async ({
  page,
  client,
  sayso,
}) => {
  const network = await brokenNetwork(sayso.url);
  const bytes = Buffer.from(await bigVideo(5));
  await page.goto(`${network.url.origin}/record/${client.custom_slug}/video`);
  await page
    .getByLabel("Upload a video instead")
    .setInputFiles({ name: "film.mp4", mimeType: "video/mp4", buffer: bytes });
  await fillIn(page);
  // Cut for good: nothing is tried again before the page is gone.
  await page.route("**/api/uploads/*", (route) =>
    route.request().method() === "HEAD" ? undefined : route.continue(),
  );
  network.cutAfter(3_000_000);
  await button(page, "Submit Testimonial").click();
  await until("the cut", async () => network.carried.length === 1);
  await until("what arrived is stored", async () => {
    const upload = await sayso.row("SELECT id FROM uploads WHERE client_id = ?", client.id);
    return upload && (await sayso.keys(`uploads/${upload.id}/`)).length >= 2;
  });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const offsets: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  await reloadAnyway(page);
  await button(page, "Go on with it").click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("ann@example.com");
  for (const box of await page.getByRole("checkbox").all()) await expect(box).toBeChecked();
  await button(page, "Submit Testimonial").click();
  await expect(thanks(page)).toBeVisible({ timeout: 45_000 });
  expect(Math.min(...offsets), "it goes on where it was cut").toBeGreaterThan(1_000_000);
  const { row, size } = await delivered(sayso, client);
  expect([row.size_bytes, size]).toEqual([bytes.length, bytes.length]);
  expect(await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ?", client.id)).toHaveLength(1);
  await page.goto("about:blank");
  await network.close();
});

test("SUB35 REC26 leaving an upload by choice ends it, closing the tab does not", async ({
  page,
  context,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await submitStalled(page, sayso, client);
  await expect.poll(async () => (await kept(page)).takes[0]?.upload?.url).toBeTruthy();
  await kill(page);
  expect(await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ?", client.id)).toHaveLength(1);
  const again = await context.newPage();
  await goOn(again, client.custom_slug);
  await button(again, "Submit Testimonial").click();
  await expect(thanks(again)).toBeVisible({ timeout: 30_000 });
  expect(await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ?", client.id)).toHaveLength(1);
});

test("REC26 WMK12 whoever sends it raw sends it raw after a reload too, and the business is told", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, { watermark_enabled: 1 });
  await page.goto(`/record/${client.custom_slug}/video`);
  const slow = await film(
    "slow.webm",
    ["testsrc2=size=720x1280:rate=30:duration=12"],
    ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2500k"],
  );
  await page.getByLabel("Upload a video instead").setInputFiles(slow);
  await fillIn(page);
  await page.route("**/functions/v1/submit-testimonial", (route) => route.abort("connectionfailed"));
  await button(page, "Submit Testimonial").click();
  await button(page, "Send it now, as it was recorded").click();
  await until("the upload has arrived", async () => {
    const upload = await sayso.row("SELECT id FROM uploads WHERE client_id = ?", client.id);
    return upload && (await sayso.keys(`uploads/${upload.id}/`)).length > 0;
  });
  await expect(page.getByRole("progressbar", { name: "Nearly there" })).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await reloadAnyway(page);
  await button(page, "Go on with it").click();
  await expect(page.getByText("Ready to send as it was recorded.")).toBeVisible();
  await expect(page.getByText(/Your video is sent without “Corner Shop”/)).toBeVisible();
  await button(page, "Submit Testimonial").click();
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
  const { row } = await delivered(sayso, client);
  expect([row.unfinished, row.unwatermarked, row.container]).toEqual(["skipped", 1, "webm"]);
  expect(await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ?", client.id)).toHaveLength(1);
});

test("SUB35 REC26 an upload that the server does not have whole is sent once more by itself", async ({
  page,
  client,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/seeds/flat.mp4");
  await page.route(
    "**/functions/v1/submit-testimonial",
    (route) =>
      route.fulfill({
        status: 409,
        json: {
          success: false,
          error: "The video has not arrived completely yet.",
          code: "upload_incomplete",
        },
      }),
    { times: 1 },
  );
  await send(page);
});

test("REC26 an offer stands again after a step to the page before it", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page, 1);
  await reloadAnyway(page);
  const offer = page.getByRole("heading", { name: "Your video is still here" });
  await expect(offer).toBeVisible();
  await page.getByRole("link", { name: /^Back to/ }).click();
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await expect(offer).toBeVisible();
});
