import assert from "node:assert/strict";
import { test } from "node:test";
import { clipCues } from "#media/clip/clip-cues.ts";
import { clipTime, durationOf, frame, keptRuns, placed, sizeOf } from "#media/clip/clip-plan.ts";
import { cutOut, nextKept, putBack, trim, wordsStretch } from "#media/clip/keep.ts";
import { wrapText } from "#media/clip/wrap-text.ts";
import type { Rect } from "#media/finish/fit-within.ts";

const UPRIGHT = { width: 720, height: 1280 };
const WIDE = { width: 1280, height: 720 };
const MIDDLE = { x: 500, y: 500 };
const background = "#000000";

const covers = (outer: Rect, inner: Rect) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
const apart = (a: Rect, b: Rect) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

test("a format has its size, and the film's own stays (CLP01)", () => {
  assert.deepEqual(sizeOf("recorded", { width: 481, height: 640 }), { width: 482, height: 640 });
  assert.deepEqual(sizeOf("1:1", UPRIGHT), { width: 1080, height: 1080 });
  const { placement } = frame({
    film: UPRIGHT,
    size: sizeOf("1:1", UPRIGHT),
    framing: MIDDLE,
    background,
    mark: null,
  });
  assert.deepEqual(placement.from, { x: 0, y: 280, width: 720, height: 720 });
  assert.deepEqual(placement.to, { x: 0, y: 0, width: 1080, height: 1080 });
});

test("a padded clip shows the whole picture in its middle (CLP01)", () => {
  const size = sizeOf("16:9", UPRIGHT);
  const { placement, mark } = frame({
    film: UPRIGHT,
    size,
    framing: null,
    background,
    mark: { x: 9, y: 9, width: 99, height: 20 },
  });
  assert.deepEqual(placement.from, { x: 0, y: 0, ...UPRIGHT });
  assert.deepEqual(placement.to, { x: 436, y: 0, width: 406, height: 720 });
  assert.equal(mark, "kept");
});

test("a watermark is wholly inside or wholly outside, wherever it is and wherever the frame is moved (CLP04)", () => {
  const marks = (film: typeof UPRIGHT) =>
    [0, 150, 333, 612, 900].flatMap((x) =>
      [0, 31, 400, 655, 1200].flatMap((y) =>
        [
          { width: 80, height: 24 },
          { width: 600, height: 90 },
        ].map((size) => ({
          ...size,
          x: Math.min(x, film.width - size.width),
          y: Math.min(y, film.height - size.height),
        })),
      ),
    );
  let looked = 0;
  for (const film of [UPRIGHT, WIDE]) {
    for (const format of ["9:16", "4:5", "1:1", "16:9"] as const) {
      for (const mark of marks(film)) {
        for (let share = 0; share <= 1000; share += 125) {
          const size = sizeOf(format, film);
          const framing = { x: share, y: share };
          const framed = frame({ film, size, framing, background, mark });
          const { from, to } = framed.placement;
          const where = JSON.stringify({ film, format, mark, share, from });
          assert.ok(covers({ x: 0, y: 0, ...film }, from), where);
          assert.ok(framed.mark === "kept" ? covers(from, mark) : apart(from, mark), where);
          assert.ok(
            [from, to].every((rect) => Object.values(rect).every((side) => side % 2 === 0)),
            where,
          );
          assert.ok(from.width >= 100 && from.height >= 100, where);
          looked += 1;
        }
      }
    }
  }
  assert.ok(looked > 3000);
});

test("the frame follows its shares where no watermark is in the way (CLP01)", () => {
  const at = (y: number) =>
    frame({ film: UPRIGHT, size: sizeOf("16:9", UPRIGHT), framing: { x: 0, y }, background, mark: null })
      .placement.from;
  assert.equal(at(0).y, 0);
  assert.equal(at(1000).y + at(1000).height, 1280);
  assert.ok(at(400).y < at(401).y + 2);
});

test("a part of a film is placed with it (CLP04)", () => {
  const { placement } = frame({
    film: UPRIGHT,
    size: sizeOf("1:1", UPRIGHT),
    framing: MIDDLE,
    background,
    mark: null,
  });
  assert.deepEqual(placed({ x: 72, y: 352, width: 144, height: 72 }, placement), {
    x: 108,
    y: 108,
    width: 216,
    height: 108,
  });
});

test("words and handles cut stretches out and put them back (CLP01)", () => {
  const all = [{ from_ms: 0, to_ms: 10_000 }];
  const cut = cutOut(all, 2000, 3000);
  assert.deepEqual(cut, [
    { from_ms: 0, to_ms: 2000 },
    { from_ms: 3000, to_ms: 10_000 },
  ]);
  assert.deepEqual(putBack(cut, 2000, 3000), all);
  assert.deepEqual(putBack(cut, 2500, 2700).length, 3);
  assert.deepEqual(trim(cut, "start", 500, 10_000)[0], { from_ms: 500, to_ms: 2000 });
  assert.deepEqual(trim(trim(cut, "start", 500, 10_000), "start", 100, 10_000)[0], {
    from_ms: 100,
    to_ms: 2000,
  });
  assert.deepEqual(trim(cut, "end", 3050, 10_000), [{ from_ms: 0, to_ms: 2000 }]);
  assert.deepEqual(trim(cutOut(all, 9000, 10_000), "end", 9500, 10_000), [{ from_ms: 0, to_ms: 9500 }]);
  assert.equal(nextKept(cut, 2500), 3000);
  assert.equal(nextKept(cut, 3500), 3500);
  assert.equal(nextKept(cut, 10_000), null);
  const words = [word("one", 100, 500), word("two", 700, 900), word("three", 900, 1500)];
  assert.deepEqual(wordsStretch(words, 1, 2, 2000), { from_ms: 600, to_ms: 900 });
  assert.deepEqual(wordsStretch(words, 0, 3, 2000), { from_ms: 0, to_ms: 2000 });
});

const word = (text: string, start_ms: number, end_ms: number) => ({
  text,
  start_ms,
  end_ms,
  probability: null,
});
const keep = [
  { from_ms: 1000, to_ms: 2000 },
  { from_ms: 3000, to_ms: 4500 },
];

test("times of a film become times of its clip, and those that were cut off none (CLP02)", () => {
  assert.equal(durationOf(keep), 2500);
  assert.deepEqual(
    [999, 1000, 1999, 2000, 3000, 4499, 4500].map((ms) => clipTime(keep, ms)),
    [null, 0, 999, null, 1000, 2499, null],
  );
});

test("a clip keeps the runs of a file that its stretches show, in its own time (CLP02)", () => {
  assert.deepEqual(keptRuns(keep, [], 5000), [
    { at: 0, from: 1000, length: 1000 },
    { at: 1000, from: 3000, length: 1500 },
  ]);
  // The file shows its second 10 first.
  const runs = [
    { at: 0, from: 10_000, length: 1500 },
    { at: 1500, from: 20_000, length: 2000 },
  ];
  assert.deepEqual(keptRuns(keep, runs, 3500), [
    { at: 0, from: 11_000, length: 500 },
    { at: 500, from: 20_000, length: 500 },
    { at: 1000, from: 21_500, length: 500 },
  ]);
});

test("captions of a clip have no word that was cut off (CLP03, INV65)", () => {
  const words = [
    word("We", 900, 1200),
    word("love", 1200, 1600),
    word("secret", 2100, 2500),
    word("it.", 3100, 3400),
  ];
  const cues = [
    { start_ms: 900, end_ms: 3600, range: { first: 0, end: 4 }, lines: ["We love", "secret it."] },
  ];
  assert.deepEqual(clipCues(words, cues, keep), [
    { from: 0, to: 1000, text: "We love" },
    { from: 1000, to: 1600, text: "it." },
  ]);
  assert.deepEqual(clipCues(words, cues, [{ from_ms: 0, to_ms: 5000 }]), [
    { from: 900, to: 3600, text: "We love secret it." },
  ]);
  const japanese = [
    word("と", 1000, 1100),
    word("て", 1100, 1200),
    word("も", 2100, 2200),
    word("便", 3100, 3200),
  ];
  const one = [{ start_ms: 1000, end_ms: 3600, range: { first: 0, end: 4 }, lines: ["とても便"] }];
  assert.deepEqual(
    clipCues(japanese, one, keep).map(({ text }) => text),
    ["とて", "便"],
  );
});

test("captions are broken into even lines that fit, in languages without spaces too (CLP01)", () => {
  const width = (text: string) => text.length;
  assert.deepEqual(wrapText("They answered every question within an hour.", "en", 30, width), [
    "They answered every",
    "question within an hour.",
  ]);
  assert.deepEqual(wrapText("Short", "en", 30, width), ["Short"]);
  const lines = wrapText("先月からこのアプリを使っています。とても便利です。", "ja", 14, width);
  assert.equal(lines.join(""), "先月からこのアプリを使っています。とても便利です。");
  assert.ok(lines.length === 2 && lines.every((line) => !/^[。、]/u.test(line)), lines.join("|"));
  assert.deepEqual(wrapText("Donaudampfschifffahrt läuft", "de", 10, width), [
    "Donaudampfschifffahrt",
    "läuft",
  ]);
});
