// The recorder's hints about sound and picture, with a controlled clock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PictureJudge } from "#media/camera/picture-check.ts";
import { SAMPLE_MS, SoundJudge } from "#media/camera/sound-level.ts";

const tone = (amplitude: number) =>
  Float32Array.from({ length: 2048 }, (_, index) => amplitude * Math.sin(index / 7));

const SPEECH = tone(0.1);
const QUIET_ROOM = tone(0.001);

test("REC29 silence is noticed within 2.5 seconds, and not before two", () => {
  const judge = new SoundJudge();
  judge.judge(SPEECH, 0);
  let announced: number | null = null;
  // The worst case: the last word ended just after a look.
  for (let now = SAMPLE_MS; now <= 3000; now += SAMPLE_MS) {
    if (judge.judge(QUIET_ROOM, now).silent) announced ??= now;
  }
  assert.ok(announced !== null && announced > 2000 && announced <= 2500, `${announced}`);
});

test("REC29 a word ends the silence at once, and pauses between sentences are none", () => {
  const judge = new SoundJudge();
  for (let now = 0; now < 5000; now += SAMPLE_MS) judge.judge(QUIET_ROOM, now);
  assert.equal(judge.judge(SPEECH, 5000).silent, false);
  for (let now = 5100; now < 12_000; now += SAMPLE_MS) {
    const speaks = now % 2000 < 200;
    assert.equal(judge.judge(speaks ? SPEECH : QUIET_ROOM, now).silent, false, `${now}`);
  }
});

test("REC29 the meter is empty for a quiet room, full for a shout, and never beyond", () => {
  const judge = new SoundJudge();
  const level = (amplitude: number) => judge.judge(tone(amplitude), 0).level;
  assert.equal(level(0), 0);
  assert.equal(level(0.001), 0);
  assert.equal(level(1), 1);
  assert.ok(level(0.03) > 0.2 && level(0.03) < level(0.1) && level(0.1) < 1);
});

const FINE = { mean: 110, spread: 180, moving: true };

test("REC29 a black or a frozen picture is none, a dim one is dark, each after two seconds", () => {
  for (const [variant, verdict] of [
    [{ mean: 2, spread: 1, moving: true }, "none"],
    [{ ...FINE, moving: false }, "none"],
    [{ mean: 20, spread: 60, moving: true }, "dark"],
    [FINE, "fine"],
  ] as const) {
    const judge = new PictureJudge();
    for (let now = 0; now < 2000; now += 400) assert.equal(judge.judge(variant, now), "fine");
    assert.equal(judge.judge(variant, 2000), verdict);
    assert.equal(judge.judge(FINE, 2400), "fine", "and it is over at once");
  }
});
