import { stat } from "node:fs/promises";
import { deliveredVideo } from "../../support/delivered.ts";
import { film } from "../../support/films.ts";
import { expect, send, test } from "../sayso.ts";

const SLICE = 16 * 1_048_576;

test("SUB35 a video of more than one slice arrives whole, and no byte of it twice", async ({
  page,
  client,
  sayso,
}) => {
  // What cannot be finished here goes as it is.
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
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(large);
  await send(page);
  const { row, file } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.container]).toEqual(["unsupported", "webm"]);
  expect((await stat(file)).size).toBe(size);
  expect(offsets).toEqual([0, SLICE]);
});
