// Reads a QR code on a screen.
import assert from "node:assert/strict";
import jsQR from "jsqr";

const SCALE = 4;

/** Paints the code's squares and the plate over them, and reads it as a phone does. */
export function decoded(code: HTMLElement): string | undefined {
  const [left = 0, top = 0, width = 0] = (code.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const side = width * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const paint = (x: number, y: number, modules: number, value: number) => {
    for (let row = 0; row < modules * SCALE; row += 1)
      for (let column = 0; column < modules * SCALE; column += 1) {
        const at = (((y - top) * SCALE + row) * side + (x - left) * SCALE + column) * 4;
        pixels.fill(value, at, at + 3);
      }
  };
  const path = code.querySelector("path")?.getAttribute("d") ?? assert.fail("no squares");
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) paint(Number(x), Number(y), 1, 0);
  const plate = code.querySelector("rect") ?? assert.fail("no plate");
  const [x, y, modules] = ["x", "y", "width"].map((name) => Number(plate.getAttribute(name)));
  paint(x ?? 0, y ?? 0, modules ?? 0, 255);
  return jsQR(pixels, side, side)?.data;
}
