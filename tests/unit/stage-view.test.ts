// The content of the recorder's stage.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stageView, type StageView } from "#areas/public/record/video/recorder/stage-view.ts";

type Facts = Parameters<typeof stageView<"code">>[0];

const take = { key: "a" } as Facts["take"];
const offer = { resumes: false } as Facts["offer"];
const resumed = { resumes: true } as Facts["offer"];
const closed: Facts["recorder"] = { phase: "closed", problem: null };
const live = { phase: "live" } as Facts["recorder"];
const early = { permission: Promise.resolve(null) };
const nothing: Facts = {
  take: null,
  chunks: null,
  failed: false,
  reading: false,
  offer: null,
  early: undefined,
  recorder: closed,
};

const CASES: [string, Partial<Facts>, Partial<StageView<"code">>][] = [
  ["welcomes", {}, { name: "welcome", problem: null }],
  [
    "names the camera's problem",
    { recorder: { phase: "closed", problem: "refused" } },
    { name: "welcome", problem: "refused" },
  ],
  ["waits for the permission", { recorder: { phase: "opening" } }, { name: "opening" }],
  ["waits for the permission asked for before the app was there", { early }, { name: "opening" }],
  ["waits for the camera's code", { recorder: live }, { name: "opening" }],
  ["shows the camera", { recorder: live, chunks: "code" }, { name: "camera" }],
  [
    "shows the take, whatever else there is",
    { take, chunks: "code", offer, recorder: live },
    { name: "preview" },
  ],
  ["waits for the preview’s code", { take }, { name: "loading", failed: false }],
  ["says that the preview's code is missing", { take, failed: true }, { name: "loading", failed: true }],
  ["offers a saved take", { offer }, { name: "offer" }],
  ["offers a saved take before what was asked for early", { offer, early }, { name: "offer" }],
  ["leaves an open camera in its place", { offer, recorder: live, chunks: "code" }, { name: "camera" }],
  ["waits for the saved take", { offer, reading: true }, { name: "loading" }],
  ["goes on with a saved take by itself", { offer: resumed }, { name: "loading" }],
  ["waits for a file chosen early", { early: { file: new File([], "a.mp4") } }, { name: "loading" }],
];

for (const [title, facts, view] of CASES)
  test(`the stage ${title}`, () => assert.partialDeepStrictEqual(stageView({ ...nothing, ...facts }), view));
