// A finished film has the colours of its recording, whichever way its frames were made.
import type { Page } from "@playwright/test";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { WITH_WATERMARK } from "../../support/films/finished-film.ts";
import { film } from "../../support/films/films.ts";
import { columnsOf } from "../../support/films/pictures.ts";
import { ffprobe } from "../../support/films/videos.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { slowClock } from "../clocks.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { expect, send, test } from "../sayso.ts";

const BARS = 7;
/** Per frame. */
const PLANES = 3;
/** Out of 256. */
const MAX_DIFFERENCE = 2;

/** With a camera's noise. */
const bars = (size: string, name: string, codec: string[]) =>
  film(
    name,
    [`smptebars=size=${size}:rate=30:duration=3,noise=alls=6:allf=t`, "sine=frequency=440:duration=3"],
    [...codec, "-pix_fmt", "yuv420p", "-b:v", "2500k"],
  );
const VP8 = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"];
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"];

/** Returns the finished file of a film that is chosen on a record page with a watermark. */
async function finishedOf(page: Page, sayso: Sayso, given: string): Promise<string> {
  const client = await addClient(sayso, WITH_WATERMARK);
  await slowClock(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(given);
  await send(page);
  const { row, file } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.unwatermarked]).toEqual([null, 0]);
  return file;
}

/** A recording that becomes so large in its middle that its frames are drawn from there on. */
async function growing(): Promise<string> {
  const parts = [await bars("480x640", "bars.webm", VP8), await bars("1440x1920", "large.webm", VP8)];
  const list = join(dirname(parts[0] ?? ""), "growing.txt");
  await writeFile(list, parts.map((part) => `file '${part}'\n`).join(""));
  return film("growing.webm", [], ["-f", "concat", "-safe", "0", "-i", list, "-c", "copy"]);
}

for (const { title, make, made } of cases(1, [
  { title: "made smaller", make: () => bars("1080x1920", "bars.mp4", H264), made: [720, 1280] },
  {
    title: "as large as it was recorded",
    make: () => bars("480x640", "bars.webm", VP8),
    made: [480, 640],
  },
])) {
  test(`REC24 INV59 the colours of bars stay within two levels in every frame, under a watermark: ${title}`, async ({
    page,
    sayso,
  }) => {
    const given = await make();
    const file = await finishedOf(page, sayso, given);
    const [video] = (await ffprobe(file)).streams;
    expect([video?.width, video?.height]).toEqual(made);
    expect(Number(video?.nb_read_packets), "no frame is lost").toBe(90);

    const [before, after] = await Promise.all([columnsOf(given, BARS), columnsOf(file, BARS)]);
    expect(after).toHaveLength(before.length);
    expect(new Set(before.flat()).size, "they have colours").toBeGreaterThan(BARS);
    const apart = before.flatMap((plane, index) =>
      plane.map((value, column) => Math.abs(value - (after[index]?.[column] ?? Number.NaN))),
    );
    const message = `${JSON.stringify(before.slice(0, PLANES))} became ${JSON.stringify(after.slice(0, PLANES))}`;
    expect(Math.max(...apart), message).toBeLessThanOrEqual(MAX_DIFFERENCE);
  });
}

/** Tolerance for the browser's own colour conversion on a canvas; a change of range would move white by 11. */
const DRAWN_APART = 5;

test(
  "REC24 INV59 frames that are drawn because they become large keep the brightness of those before",
  { tag: "@thorough" },
  async ({ page, sayso }) => {
    const file = await finishedOf(page, sayso, await growing());
    expect(Number((await ffprobe(file)).streams[0]?.nb_read_packets), "no frame is lost").toBe(180);
    const looks = (await columnsOf(file, BARS)).filter((_, index) => index % PLANES === 0);
    const [first = [], last = []] = [looks[0], looks.at(-1)];
    expect(Math.max(...first) - Math.min(...first), "they have bars").toBeGreaterThan(100);
    const apart = first.map((value, column) => Math.abs(value - (last[column] ?? Number.NaN)));
    expect(Math.max(...apart), `${first.join()} became ${last.join()}`).toBeLessThanOrEqual(DRAWN_APART);
  },
);
