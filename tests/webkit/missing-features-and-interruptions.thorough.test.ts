// Each thing that WebKit may lack at each moment that may go wrong: a delivered video, or a way on that works.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after } from "node:test";
import type { Browser } from "puppeteer-core";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { brokenNetwork } from "../support/browsers/broken-network.ts";
import { addClient } from "../support/people/owner/clients.ts";
import { greyFilm } from "../support/films/films.ts";
import { launchChromium } from "../support/browsers/launch-chromium.ts";
import { topBoxes } from "../support/films/mp4-boxes.ts";
import { PATIENCE_MS } from "../support/runtime/patience.ts";
import { readQrCode } from "../support/browsers/qr.ts";
import { decoderWarnings, tracksOf } from "../support/films/tracks.ts";
import { ffprobe } from "../support/films/videos.ts";
import { until } from "../support/runtime/worker.ts";
import type { Environment, BrowserOptions } from "./browser.ts";
import {
  beginRecording,
  choose,
  blockFinishing,
  press,
  record,
  resume,
  waitForText,
  shown,
  submit,
  takesOn,
} from "./customer.ts";
import { assertMarked, assertUnmarked, WITH_WATERMARK } from "./watermark.ts";
import { webkitTests, type Visit } from "./sayso.ts";

const test = webkitTests();
const SECONDS = 4;
/** Less than any of the videos, more than all else that is sent. */
const PART_BYTES = 40_000;

type Marks = [unfinished: string | null, unwatermarked: 0 | 1];
type Missing = BrowserOptions & {
  name: string;
  environment?: Environment;
  /** Flags that the business sees for a recording; `null` if recording is impossible. */
  recorded: Marks | null;
  /** And for a file. */
  chosen: Marks;
  storesNothing?: true;
  /** Text shown without a camera, and whether only after it was requested. */
  message?: string;
  asksFirst?: true;
  /** Simulates a refusal: WebKit's driver grants every permission. */
  refuses?: true;
};

const WITHOUT_WASM: Environment = { JSC_useWasm: "0" };

const MISSING: Missing[] = [
  { name: "with all it has", recorded: [null, 0], chosen: [null, 0] },
  {
    name: "without WebAssembly",
    environment: WITHOUT_WASM,
    recorded: ["unsupported", 1],
    chosen: [null, 1],
  },
  {
    name: "without WebCodecs",
    without: ["WebCodecsVideo", "WebCodecsAudio"],
    recorded: [null, 1],
    chosen: [null, 1],
  },
  {
    name: "without WebCodecs for sound",
    without: ["WebCodecsAudio"],
    recorded: [null, 0],
    chosen: [null, 0],
  },
  {
    name: "without IndexedDB",
    without: ["IndexedDBAPI"],
    recorded: [null, 0],
    chosen: [null, 0],
    storesNothing: true,
  },
  {
    name: "without MediaRecorder",
    without: ["MediaRecorder"],
    recorded: null,
    chosen: [null, 0],
    message: "This browser cannot record",
  },
  {
    name: "without a camera",
    camera: false,
    recorded: null,
    chosen: [null, 0],
    asksFirst: true,
    message: "No camera found",
  },
  {
    name: "with the camera refused",
    refuses: true,
    recorded: null,
    chosen: [null, 0],
    asksFirst: true,
    message: "Your camera is switched off for this page",
  },
];

const MOMENTS = [
  "finished",
  "reloaded while recording",
  "reloaded while finishing",
  "cut while uploading",
] as const;
type Moment = (typeof MOMENTS)[number];

/** Handed over: a computer that cannot record shows a QR code, which is opened on the phone that records. */
const SOURCES = ["a recording", "a file", "a recording handed over by QR code"] as const;
type Source = (typeof SOURCES)[number];

/**
 * Whether the moment exists. Without recording or finishing, neither can be interrupted; a finished file that cannot get
 * a watermark is sent as it is.
 */
function happens(moment: Moment, source: Source, { environment, without = [] }: Missing): boolean {
  if (moment === "reloaded while recording") return source !== "a file";
  if (moment !== "reloaded while finishing") return true;
  return environment !== WITHOUT_WASM && !(source === "a file" && without.includes("WebCodecsVideo"));
}

const refuseCamera = () => {
  MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
};

/**
 * Records or chooses a video as its source requires, interrupts it at its moment, and waits until it is ready to send.
 */
async function takeUntilReady(
  { page, reload }: Visit,
  moment: Moment,
  { storesNothing }: Missing,
  take: () => Promise<void>,
  message: string,
): Promise<void> {
  if (moment === "reloaded while finishing") await blockFinishing(page);
  if (moment === "reloaded while recording") await beginRecording(page, SECONDS);
  else await take();
  if (moment === "reloaded while finishing") {
    await until("the page prepares it", () =>
      page.executeScript<boolean>("return document.querySelector('progress') !== null"),
    );
    if (!storesNothing)
      await until("a take is kept", async () => (await takesOn(page)).some(({ usable }) => usable));
  }
  if (moment.startsWith("reloaded")) {
    await reload();
    if (storesNothing) await take();
    else await resume(page);
  }
  await waitForText(page, message);
}

for (const missing of MISSING) {
  for (const source of SOURCES) {
    const marks = source === "a file" ? missing.chosen : missing.recorded;
    for (const moment of MOMENTS) {
      if (!marks || !happens(moment, source, missing)) continue;
      test(
        `REC24 REC26 REC30 SUB35 WMK12 ${source} ${missing.name}, ${moment}, is delivered`,
        async (visit) => {
          const { page, sayso, go } = visit;
          const network = await brokenNetwork(sayso.url);
          try {
            const client = await addClient(sayso, WITH_WATERMARK);
            const address = new URL(`/record/${client.custom_slug}/video`, network.url).href;
            await go(source === "a recording handed over by QR code" ? await handedOver(address) : address);
            if (missing.message) {
              if (missing.refuses) await page.executeScript(refuseCamera);
              if (missing.asksFirst) await press(page, "Grant Camera Access");
              await shown(page, "heading", missing.message);
            }
            const film = await greyFilm({ seconds: SECONDS });
            const take = () => (source === "a file" ? choose(page, film) : record(page, SECONDS));
            const isMade = missing.environment !== WITHOUT_WASM;
            const message = isMade ? "Ready to send." : "Ready to send as it was recorded.";
            await takeUntilReady(visit, moment, missing, take, message);
            if (moment === "cut while uploading") network.cutAfter(PART_BYTES);
            await submit(page);
            assert.equal(network.carried.length, moment === "cut while uploading" ? 1 : 0);

            const { row, file } = await deliveredVideo(sayso, client);
            assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [...(marks ?? []), "mp4"]);
            await judge(file, {
              isMade,
              isMarked: row.unwatermarked === 0,
              isRecorded: source !== "a file",
            });
          } finally {
            await network.close();
          }
        },
        missing,
      );
    }
  }
}

let chromium: Promise<Browser> | undefined;
after(async () => (await chromium)?.close());

/** URL in the QR code of a computer without a recorder. */
async function handedOver(address: string): Promise<string> {
  chromium ??= launchChromium();
  const context = await (await chromium).createBrowserContext();
  const desk = await context.newPage();
  await desk.evaluateOnNewDocument(() => void Reflect.deleteProperty(window, "MediaRecorder"));
  await desk.goto(address);
  const code = await desk.waitForSelector("[aria-label='QR code with the address of this page']", {
    timeout: PATIENCE_MS,
  });
  const read = await readQrCode(Buffer.from((await code?.screenshot()) ?? []));
  await context.close();
  assert.equal(read, address);
  return read;
}

/** Asserts what holds for each of these videos. */
async function judge(
  file: string,
  { isMade, isMarked, isRecorded }: { isMade: boolean; isMarked: boolean; isRecorded: boolean },
): Promise<void> {
  const { streams } = await ffprobe(file);
  assert.deepEqual(
    streams.map((stream) => stream.codec_name),
    ["h264", "aac"],
  );
  await (isMarked ? assertMarked : assertUnmarked)(file);
  // A file that needs no change stays as chosen; without a finisher a recording stays as recorded.
  if (isMade && (isMarked || isRecorded)) {
    assert.equal(await decoderWarnings(file), "");
    const boxes = topBoxes(await readFile(file));
    assert.ok(boxes.indexOf("moov") < boxes.indexOf("mdat"), `its index first: ${boxes.join()}`);
  }
  const [video, audio] = await tracksOf(file);
  assert.ok(video && audio, "picture and sound");
  assert.ok(video.lastAt >= SECONDS - 2, `${video.lastAt} s`);
  const apart = Math.abs(video.lastAt - audio.lastAt);
  assert.ok(apart < 1, `picture and sound end ${apart} s apart`);
}
