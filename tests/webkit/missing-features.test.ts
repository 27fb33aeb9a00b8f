import assert from "node:assert/strict";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { cases } from "../support/runtime/thorough.ts";
import { tracksOf } from "../support/films/tracks.ts";
import { ffprobe } from "../support/films/videos.ts";
import type { Environment, BrowserOptions } from "./browser.ts";
import { record, waitForText, submit } from "./customer.ts";
import { assertMarked, assertUnmarked, WITH_WATERMARK } from "./watermark.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

type Case = BrowserOptions & {
  title: string;
  message: string;
  marks: [unfinished: string | null, unwatermarked: 0 | 1];
  environment?: Environment;
};

const CASES: Case[] = [
  {
    title: "REC30 WMK12 without WebAssembly, as in Lockdown Mode, a recording is sent as it is, and marked",
    environment: { JSC_useWasm: "0" },
    message: "Ready to send as it was recorded.",
    marks: ["unsupported", 1],
  },
  {
    title: "REC24 WMK12 without WebCodecs, as before Safari 16.4, a recording is made flat, and marked",
    without: ["WebCodecsVideo", "WebCodecsAudio"],
    message: "Ready to send.",
    marks: [null, 1],
  },
  {
    title: "REC24 WMK10 without WebCodecs for sound, as before Safari 26, a recording is finished",
    without: ["WebCodecsAudio"],
    message: "Ready to send.",
    marks: [null, 0],
  },
  {
    title: "REC01 WMK10 without IndexedDB a recording is finished and sent",
    without: ["IndexedDBAPI"],
    message: "Ready to send.",
    marks: [null, 0],
  },
];

for (const { title, message, marks, ...options } of cases(2, CASES)) {
  test(
    title,
    async ({ page, sayso, open }) => {
      const client = await open(WITH_WATERMARK);
      await record(page, 3);
      await waitForText(page, message);
      await submit(page);
      const { row, file } = await deliveredVideo(sayso, client);
      assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [...marks, "mp4"]);
      await (row.unwatermarked === 0 ? assertMarked : assertUnmarked)(file);
      const { streams } = await ffprobe(file);
      assert.deepEqual(
        streams.map((stream) => stream.codec_name),
        ["h264", "aac"],
      );
      const [video] = await tracksOf(file);
      assert.ok((video?.lastAt ?? 0) > 1.3, `${video?.lastAt} s`);
    },
    options,
  );
}
