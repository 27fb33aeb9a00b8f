// A watermark crosses from the wasm that `cargo xtask test worker` builds as it was laid out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import init, * as media from "../../web/src/media/core/video.js";

const wasm = new URL("../../web/src/media/core/video_bg.wasm", import.meta.url);
before(() => init({ module_or_path: readFileSync(wasm) }));

const layout = (text, position, widths, ...frame) =>
  media.layoutWatermark(text, 24, "#ff8800", position, "center", Float64Array.from(widths), ...frame);

test("WMK03 WMK06 a watermark is laid out to a thousandth of a pixel", () => {
  assert.deepEqual(media.watermarkLines(" Acme \r\n\n Ltd\nLondon"), ["Acme", "Ltd"]);
  assert.deepEqual(media.watermarkLines(" \n"), []);
  assert.deepEqual(layout("Acme\nLtd", "top-right", [2.3, 1.5], 720, 1280), {
    fontPx: 36,
    outlinePx: 5.04,
    fill: "#ff8800",
    outline: "#000000",
    lines: [
      { text: "Acme", x: 596.16, y: 77.04 },
      { text: "Ltd", x: 610.56, y: 122.04 },
    ],
    bounds: { x: 591, y: 36, width: 93, height: 101 },
  });
  const third = layout("Acme", "bottom-center", [1 / 3], 481, 641);
  assert.equal(third.fontPx, 24.05);
  assert.equal(third.lines[0].x, 236.492);
  assert.equal(layout("", "top-left", [], 480, 640), null);
  assert.equal(layout("Acme", "top-left", [2.3], 0, 640), null);
});

test("WMK10 the text of a watermark crosses unharmed, whatever it is", () => {
  for (const text of ['"Zoë" \\ & <b>Söhne</b>', "面包店 🍞", "\u0001\u2028|\u0007"]) {
    assert.deepEqual(media.watermarkLines(text), [text]);
    assert.equal(layout(text, "top-left", [1], 480, 640).lines[0].text, text);
  }
});
