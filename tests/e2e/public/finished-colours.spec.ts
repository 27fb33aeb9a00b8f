// A finished film has the colours of its recording, whichever way its frames were made.
import { addClient } from "../../support/clients.ts";
import { deliveredVideo } from "../../support/delivered.ts";
import { MARKED } from "../../support/finished-film.ts";
import { film } from "../../support/films.ts";
import { columnsOf } from "../../support/pictures.ts";
import { ffprobe } from "../../support/videos.ts";
import { expect, send, slowClock, test } from "../sayso.ts";

const BARS = 7;
/** Of each frame. */
const PLANES = 3;
/** Of 256. */
const MOST_APART = 2;

/** With a camera's noise. */
const bars = (size: string, name: string, codec: string[]) =>
  film(
    name,
    [`smptebars=size=${size}:rate=30:duration=3,noise=alls=6:allf=t`, "sine=frequency=440:duration=3"],
    [...codec, "-pix_fmt", "yuv420p", "-b:v", "2500k"],
  );
const VP8 = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"];
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"];

for (const { what, size, name, codec, made } of [
  { what: "as large as it was recorded", size: "480x640", name: "bars.webm", codec: VP8, made: [480, 640] },
  { what: "made smaller", size: "1080x1920", name: "bars.mp4", codec: H264, made: [720, 1280] },
]) {
  test(`REC24 INV59 the colours of bars stay within two levels in every frame, under a watermark: ${what}`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, MARKED);
    const given = await bars(size, name, codec);
    await slowClock(page);
    await page.goto(`/record/${client.custom_slug}/video`);
    await page.getByLabel("Upload a video instead").setInputFiles(given);
    await send(page);
    const { row, file } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked]).toEqual([null, 0]);
    const [video] = (await ffprobe(file)).streams;
    expect([video?.width, video?.height]).toEqual(made);
    expect(Number(video?.nb_read_packets), "no frame is lost").toBe(90);

    const [before, after] = await Promise.all([columnsOf(given, BARS), columnsOf(file, BARS)]);
    expect(after).toHaveLength(before.length);
    expect(new Set(before.flat()).size, "they have colours").toBeGreaterThan(BARS);
    const apart = before.flatMap((plane, index) =>
      plane.map((value, column) => Math.abs(value - (after[index]?.[column] ?? Number.NaN))),
    );
    const told = `${JSON.stringify(before.slice(0, PLANES))} became ${JSON.stringify(after.slice(0, PLANES))}`;
    expect(Math.max(...apart), told).toBeLessThanOrEqual(MOST_APART);
  });
}
