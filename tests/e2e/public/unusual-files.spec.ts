// Valid films with a wrong extension, or with audio that browsers do not support.
import { readFile } from "node:fs/promises";
import { film } from "../../support/films/films.ts";
import { WITH_WATERMARK } from "../../support/films/finished-film.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { slowClock } from "../clocks.ts";
import { expect, send, test } from "../sayso.ts";

const SOURCES = ["testsrc2=size=320x240:rate=25:duration=3", "sine=frequency=440:duration=3"];
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];

/** VP9 in MP4 as Chrome's recorder writes it: level 0 in its `vpcC`. */
async function withoutLevel(): Promise<Buffer> {
  const bytes = await readFile(
    await film("vp9.mp4", SOURCES, ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-c:a", "aac"]),
  );
  const at = bytes.indexOf("vpcC");
  // After its name come the version and flags, and the profile.
  bytes.writeUInt8(0, at + 9);
  return bytes;
}

/** Cut off after more than the two seconds that a film must have; a WebM of this length has one cluster. */
const withoutEnd = (name: string, options: string[]) => async () => {
  const bytes = await readFile(await film(name, SOURCES, options));
  return bytes.subarray(0, bytes.length * 0.8);
};

/** A preallocated file whose download stopped. */
const zerosAtEnd = (name: string, options: string[]) => async () => {
  const bytes = await readFile(await film(name, SOURCES, options));
  return bytes.fill(0, Math.floor(bytes.length * 0.8));
};

type Unusual = {
  title: string;
  name: string;
  type: string;
  make: () => Promise<Buffer>;
  sound: string | undefined;
  leftOut?: true;
  endMissing?: true;
};

const made = (name: string, options: string[]) => async () => readFile(await film(name, SOURCES, options));

for (const { title, name, type, make, sound, leftOut, endMissing } of cases<Unusual>(2, [
  {
    title: "H.264 with AC-3, without a type",
    name: "VID_20261128",
    type: "application/octet-stream",
    make: made("ac3.mp4", [...H264, "-c:a", "ac3"]),
    sound: "ac3",
  },
  {
    title: "MKV whose end is zeros",
    name: "half-loaded.mkv",
    type: "video/x-matroska",
    make: zerosAtEnd("whole.mkv", [...H264, "-c:a", "libopus"]),
    sound: "aac",
    endMissing: true,
  },
  {
    title: "MP4 whose end is zeros",
    name: "half-loaded.mp4",
    type: "video/mp4",
    make: zerosAtEnd("whole.mp4", [...H264, "-g", "25", "-c:a", "aac", "-movflags", "+faststart"]),
    sound: "aac",
    endMissing: true,
  },
  {
    title: "WebM without its end",
    name: "cut.webm",
    type: "video/webm",
    make: withoutEnd("whole.webm", ["-c:v", "libvpx", "-c:a", "libopus"]),
    sound: "aac",
    endMissing: true,
  },
  {
    title: "MKV with H.264 and Opus",
    name: "screen.mkv",
    type: "video/x-matroska",
    make: made("screen.mkv", [...H264, "-c:a", "libopus"]),
    sound: "aac",
  },
  { title: "VP9 in MP4 of level 0", name: "chrome.mp4", type: "video/mp4", make: withoutLevel, sound: "aac" },
  {
    title: "3GP with H.264",
    name: "old.3gp",
    type: "video/3gpp",
    make: made("old.3gp", [...H264, "-c:a", "aac"]),
    sound: "aac",
  },
  {
    title: "Apple Lossless, which is left out",
    name: "lossless.mov",
    type: "",
    make: made("lossless.mov", [...H264, "-c:a", "alac"]),
    sound: undefined,
    leftOut: true,
  },
])) {
  test(`finishes a film with its watermark, whatever its name and its sound: ${title} (INV71 SUB33)`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, WITH_WATERMARK);
    await slowClock(page);
    await page.goto(`/record/${client.custom_slug}/video`);
    await page
      .getByLabel("Upload a video instead")
      .setInputFiles({ name, mimeType: type, buffer: await make() });
    await send(page);
    const { row, file } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked, row.container]).toEqual([null, 0, "mp4"]);
    expect([row.sound_left_out, row.end_missing]).toEqual([leftOut ? 1 : 0, endMissing ? 1 : 0]);
    const [picture, audio] = (await ffprobe(file)).streams;
    expect([picture?.codec_name, audio?.codec_name]).toEqual(["h264", sound]);
    expect(Number(picture?.duration)).toBeGreaterThan(2);
  });
}
