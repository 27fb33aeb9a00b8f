import { readFile, stat } from "node:fs/promises";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { film } from "../../support/films/films.ts";
import { bigVideoPath } from "../../support/films/videos.ts";
import { hurryWaits } from "../clocks.ts";
import { expect, send, test } from "../sayso.ts";

const SLICE = 16 * 1_048_576;

test("SUB35 a video of more than one slice arrives whole, and no byte of it twice", async ({
  page,
  client,
  sayso,
}) => {
  // Without an encoder the film is sent raw.
  await page.addInitScript(() => Object.defineProperty(window, "VideoEncoder", { value: undefined }));
  const large = await film(
    "slices.webm",
    ["testsrc2=size=1280x720:rate=30:duration=3,format=yuv420p,noise=alls=100:allf=t", "sine=duration=3"],
    ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "-6", "-b:v", "60M", "-c:a", "libopus"],
  );
  const { size } = await stat(large);
  expect(size).toBeGreaterThan(SLICE);
  const offsets: number[] = [];
  page.on("request", (request) => {
    const { "content-type": type, "upload-offset": offset } = request.headers();
    if (type === "application/offset+octet-stream") offsets.push(Number(offset ?? 0));
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(large);
  await send(page);
  const { row, file } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.container]).toEqual(["unsupported", "webm"]);
  expect((await stat(file)).size).toBe(size);
  expect(offsets).toEqual([0, SLICE]);
});

test("SUB27 SUB35 a line on which the browser ends every large request carries the video in small ones", async ({
  page,
  client,
  sayso,
}) => {
  const MAX_BYTES = 200_000;
  await hurryWaits(page);
  await page.addInitScript((most) => {
    const { setInterval: every } = window;
    const ended: number[] = [];
    Object.assign(window, {
      ended,
      // Disables the watchdog for stalled uploads.
      setInterval: (run: () => void, ms = 0) => (ms === 1000 ? 0 : every(run, ms)),
    });
    window.XMLHttpRequest = class extends XMLHttpRequest {
      override send(body?: XMLHttpRequestBodyInit) {
        if (!(body instanceof ArrayBuffer) || body.byteLength <= most) return super.send(body);
        ended.push(body.byteLength);
        // Aborted at once: a fast connection would transmit all of it first.
        super.send();
        this.abort();
      }
    };
  }, MAX_BYTES);
  const offsets: number[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 204) offsets.push(Number(answer.headers()["upload-offset"]));
  });
  const noise = await bigVideoPath(1);
  const bytes = await readFile(noise);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(noise);
  await send(page);
  const { file } = await deliveredVideo(sayso, client);
  expect((await readFile(file)).equals(bytes)).toBe(true);
  const steps = offsets.map((offset, index) => offset - (offsets[index - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(MAX_BYTES);
  const ended = await page.evaluate(() => (window as unknown as { ended: number[] }).ended);
  expect(ended.slice(0, 3)).toEqual([bytes.length, 524_288, 262_144]);
});
