import assert from "node:assert/strict";
import { test } from "node:test";
import { fills, fitWithin } from "#media/finish/fit-within.ts";
import { colorIn, converters, isKnownMatrix, namedColors } from "#media/finish/planar-colors.ts";
import { scalePlane, type Plane } from "#media/finish/scale-plane.ts";

const plane = (width: number, height: number, bytes: number[], step = 1, offset = 0): Plane => ({
  bytes: new Uint8Array(bytes),
  offset,
  stride: width * step,
  step,
  width,
  height,
});

test("centres the complete picture in its frame, and fills it if the shapes are alike (REC24)", () => {
  const upright = { width: 540, height: 960 };
  for (const picture of [
    { width: 540, height: 960 },
    { width: 720, height: 1280 },
    { width: 1080, height: 1918 },
  ])
    assert.ok(fills(fitWithin(picture, upright), upright), JSON.stringify(picture));
  assert.deepEqual(fitWithin({ width: 640, height: 480 }, { width: 480, height: 640 }), {
    x: 0,
    y: 140,
    width: 480,
    height: 360,
  });
  const wide = fitWithin({ width: 480, height: 640 }, { width: 640, height: 480 });
  assert.deepEqual(wide, { x: 140, y: 0, width: 360, height: 480 });
});

test("REC24 a plane is scaled bilinearly: halves are means, ends stay, and evenness stays even", () => {
  const half = plane(2, 1, [0, 0]);
  scalePlane(plane(4, 2, [0, 10, 100, 200, 20, 30, 100, 200]), half);
  assert.deepEqual([...half.bytes], [15, 150]);

  const wider = plane(4, 1, [0, 0, 0, 0]);
  scalePlane(plane(2, 1, [0, 200]), wider);
  assert.deepEqual([...wider.bytes], [0, 50, 150, 200]);

  const even = plane(7, 5, Array<number>(35).fill(0));
  scalePlane(plane(12, 9, Array<number>(108).fill(137)), even);
  assert.deepEqual(new Set(even.bytes), new Set([137]));
});

test("scales each of two interleaved planes independently (REC24)", () => {
  const both = [10, 200, 30, 220, 10, 200, 30, 220];
  const [blueness, redness] = [plane(1, 1, [0]), plane(1, 1, [0])];
  scalePlane(plane(2, 2, both, 2), blueness);
  scalePlane(plane(2, 2, both, 2, 1), redness);
  assert.deepEqual([...blueness.bytes, ...redness.bytes], [20, 210]);
});

test("WMK10 a watermark's colours stand in the planes as the frame's matrix and range say", () => {
  const space = (matrix: "bt709" | "smpte170m" | null, fullRange: boolean, height = 640) =>
    namedColors({ matrix, fullRange }, height, "avc", true);
  const inPlanes = (matrix: "bt709" | "smpte170m" | null, fullRange: boolean, height: number) =>
    [
      [255, 255, 255],
      [0, 0, 0],
      [255, 0, 0],
    ].map(([red = 0, green = 0, blue = 0]) =>
      converters(space(matrix, fullRange, height)).map((convert) => Math.round(convert(red, green, blue))),
    );
  const [white, black] = [
    [235, 128, 128],
    [16, 128, 128],
  ];
  assert.deepEqual(inPlanes("smpte170m", false, 640), [white, black, [81, 90, 240]]);
  assert.deepEqual(inPlanes("bt709", false, 640), [white, black, [63, 102, 240]]);
  assert.deepEqual(inPlanes(null, false, 640), inPlanes("smpte170m", false, 640));
  assert.deepEqual(inPlanes(null, false, 1280), inPlanes("bt709", false, 1280));
  assert.deepEqual(inPlanes("bt709", true, 640).slice(0, 2), [
    [255, 128, 128],
    [0, 128, 128],
  ]);
  assert.deepEqual(colorIn(space("bt709", true), "#000000"), [0, 128, 128]);
  assert.deepEqual(colorIn(space("smpte170m", false), "#ff0000"), [81, 90, 240]);
  assert.ok(isKnownMatrix({ matrix: null }) && isKnownMatrix({ matrix: "bt709" }));
  assert.ok(!isKnownMatrix({ matrix: "bt2020-ncl" as never }));
});

test("names what a frame leaves to a guess as players do, and keeps what it names (INV71)", () => {
  const all = (name: string) => ({ primaries: name, transfer: name, matrix: name, fullRange: false });
  assert.deepEqual(namedColors({}, 640, "vp8", true), all("smpte170m"));
  assert.deepEqual(namedColors({ matrix: null }, 719, "avc", false), all("smpte170m"));
  assert.deepEqual(namedColors({}, 720, "avc", true), all("bt709"));
  for (const codec of ["vp9", "vp09.00.31.08", "av1", "av01.0.05M.08"]) {
    assert.deepEqual(namedColors({}, 1280, codec, true), all("smpte170m"));
    assert.deepEqual(namedColors({}, 1280, codec, false), all("bt709"));
  }
  const named = { primaries: "bt709", transfer: "iec61966-2-1", matrix: "bt470bg", fullRange: true } as const;
  assert.deepEqual(namedColors(named, 1280, "vp9", true), named);
});
