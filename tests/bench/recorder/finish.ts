// How fast a recording becomes the file that is sent, and how much memory that takes.
import { readFile, stat } from "node:fs/promises";
import { median, ratio } from "../rounds.ts";
import type { Row } from "../table.ts";
import { byFfmpeg, framesOf, inPage, type Job, type Outcome } from "./finish-run.ts";
import { withMediaPage } from "./media-page.ts";
import type { ByExtent, Extent } from "../extent.ts";
import { recording, type Frame, type Kind } from "./recordings.ts";

const ROUNDS: ByExtent<number> = { full: 5, short: 1 };
const SECONDS: ByExtent<number> = { full: 40, short: 2 };
/** Share of a plain conversion's speed, if frames are re-encoded. */
const TARGET = 0.9;
const MAX_BYTES = 9_000_000;
/** A phone at the edge of its network, sending. */
const SLOW_LINE_BPS = 1_000_000;
/** Shorter runs end between two samples of the memory. */
const SEEN_FROM_SECONDS = 0.5;
const SIZES: ByExtent<Frame[]> = {
  full: [
    { width: 480, height: 640 },
    { width: 720, height: 1280 },
  ],
  short: [{ width: 480, height: 640 }],
};
const WORKS: { kind: Kind; watermark: boolean; short: string }[] = [
  { kind: "VP8 and Opus in WebM", watermark: true, short: "VP8/Opus with a watermark" },
  { kind: "H.264 and Opus in MP4", watermark: false, short: "H.264/Opus" },
  { kind: "H.264 and AAC in MP4", watermark: false, short: "H.264/AAC" },
];

export function recorderFinish(extent: Extent): Promise<Row[]> {
  return withMediaPage(async (url) => {
    const rows: Row[] = [];
    const seconds = SECONDS[extent];
    for (const { kind, watermark, short } of WORKS) {
      for (const frame of SIZES[extent]) {
        const file = await recording(kind, frame, seconds);
        const name = `${seconds} s of ${frame.width}x${frame.height} ${short}`;
        rows.push(...(await against(url, { file, watermark, seconds }, name, ROUNDS[extent])));
      }
    }
    return rows;
  });
}

async function against(url: string, job: Job, name: string, rounds: number): Promise<Row[]> {
  const ours: Outcome[] = [];
  const plain: Outcome[] = [];
  const ffmpeg: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      async () => ours.push(await inPage(url, job, "finisher")),
      async () => plain.push(await inPage(url, job, "conversion")),
    ];
    for (const turn of round % 2 ? turns.toReversed() : turns) await turn();
    const plan = ours[0]?.plan;
    if (plan?.kind === "transcode") ffmpeg.push(await byFfmpeg(job.file, plan));
  }
  const frames = await nothingLost(job, ours, name);

  const [ourSeconds, ourMegabytes] = [ours.map((one) => one.seconds), ours.map((one) => one.megabytes)];
  const [plainSeconds, plainMegabytes] = [plain.map((one) => one.seconds), plain.map((one) => one.megabytes)];
  const rows: Row[] = [
    {
      name: `finish ${name}, against a plain mediabunny conversion`,
      ours: `${speed(job, ourSeconds)}, ${size(ours)}, ${frames} frames`,
      other: `${speed(job, plainSeconds)}, ${size(plain)}`,
      ratio: ratio(plainSeconds, ourSeconds),
      ...(job.watermark ? { target: TARGET } : {}),
    },
    await arrival(job, ours, name),
  ];
  if (median(plainSeconds) >= SEEN_FROM_SECONDS) {
    rows.push({
      name: `memory to finish ${name}, against a plain conversion`,
      ours: `${median(ourMegabytes).toFixed(0)} MB`,
      other: `${median(plainMegabytes).toFixed(0)} MB`,
      ratio: ratio(plainMegabytes, ourMegabytes),
    });
  }
  if (ffmpeg.length > 0) {
    rows.push({
      name: `finish ${name}, against ffmpeg's preset veryfast`,
      ours: speed(job, ourSeconds),
      other: speed(job, ffmpeg),
      ratio: ratio(ffmpeg, ourSeconds),
    });
  }
  return rows;
}

/** Bytes to send, and the time from the end of the recording until they have arrived. */
async function arrival({ file }: Job, outcomes: Outcome[], name: string): Promise<Row> {
  const recorded = (await stat(file)).size;
  const finished = median(outcomes.map(({ film }) => film.length));
  const sending = (bytes: number) => (bytes * 8) / SLOW_LINE_BPS;
  const ours = median(outcomes.map(({ seconds }) => seconds)) + sending(finished);
  const summary = (bytes: number, seconds: number) =>
    `${(bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(0)} s`;
  return {
    name: `bytes and time to arrival of ${name} at 1 Mbit/s, finished first, against as it was recorded`,
    ours: summary(finished, ours),
    other: summary(recorded, sending(recorded)),
    ratio: sending(recorded) / ours,
  };
}

/**
 * Checks that no frame is missing and the file can be sent; otherwise speed means nothing. Returns the number of
 * frames.
 */
async function nothingLost({ file }: Job, outcomes: Outcome[], name: string): Promise<number> {
  const recorded = await framesOf(await readFile(file));
  for (const { film } of outcomes) {
    const left = await framesOf(film);
    if (left !== recorded) throw new Error(`${name}: of ${recorded} frames ${left} are left`);
    if (film.length >= MAX_BYTES) throw new Error(`${name}: ${film.length} bytes`);
  }
  return recorded;
}

const speed = (job: Job, seconds: number[]) =>
  `${median(seconds).toFixed(2)} s, ${(job.seconds / median(seconds)).toFixed(1)} x real time`;

const size = (outcomes: Outcome[]) =>
  `${(median(outcomes.map(({ film }) => film.length)) / 1e6).toFixed(1)} MB`;
