import type { WatermarkImage } from "#media/draw-watermark.ts";
import { converters, planeOf, type Convert, type NamedColors } from "./planar-colors.ts";
import type { Plane } from "./scale-plane.ts";

/**
 * Overlay for one plane: position of each visible pixel, the share of the value below that it keeps, and what it adds.
 */
type Layer = {
  columns: Uint16Array;
  rows: Uint16Array;
  /** Out of 255. */
  leaves: Uint8Array;
  /** Out of 255, plus a half for rounding. */
  adds: Uint16Array;
};

/** A watermark that is laid over the planes of frames. */
export class PlanarWatermark {
  readonly #image: WatermarkImage;
  /** Built for the first frame's colours, and rebuilt if they change. */
  #made: { key: string; layers: Layer[] } | null = null;

  constructor(image: WatermarkImage) {
    this.#image = image;
  }

  /** Lays it over luma and chroma of a frame. */
  lay(planes: Plane[], colors: NamedColors): void {
    const key = `${colors.matrix} ${colors.fullRange}`;
    if (this.#made?.key !== key) this.#made = { key, layers: layersOf(this.#image, converters(colors)) };
    for (const [index, layer] of this.#made.layers.entries()) {
      const plane = planes[index];
      if (plane) layOver(plane, layer);
    }
  }
}

function layersOf({ image, x, y }: WatermarkImage, [luma, cb, cr]: Convert[]): Layer[] {
  // Planes of chroma have a value for two pixels each way: the picture begins and ends between such squares.
  const [left, top] = [x % 2, y % 2];
  const [width, height] = [even(left + image.width), even(top + image.height)];
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context || !luma || !cb || !cr) throw new Error("nothing to read the watermark with");
  context.drawImage(image, left, top);
  const { data } = context.getImageData(0, 0, width, height);
  const layer = (step: number, convert: Convert): Layer => {
    const { values, alphas } = planeOf(data, width, step, convert);
    const across = width / step;
    const seen = [...alphas.keys()].filter((index) => alphas[index]);
    return {
      columns: Uint16Array.from(seen, (index) => (x - left) / step + (index % across)),
      rows: Uint16Array.from(seen, (index) => (y - top) / step + Math.floor(index / across)),
      leaves: Uint8Array.from(seen, (index) => 255 - (alphas[index] ?? 0)),
      adds: Uint16Array.from(seen, (index) => (values[index] ?? 0) * (alphas[index] ?? 0) + 127),
    };
  };
  return [layer(1, luma), layer(2, cb), layer(2, cr)];
}

const even = (length: number) => length + (length % 2);

/** Clips at the plane's edge: with odd sides the overlay is half a square larger. */
function layOver(
  { bytes, offset, stride, step, width, height }: Plane,
  { columns, rows, leaves, adds }: Layer,
): void {
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index] ?? 0;
    const row = rows[index] ?? 0;
    if (column >= width || row >= height) continue;
    const at = offset + row * stride + column * step;
    const sum = (bytes[at] ?? 0) * (leaves[index] ?? 0) + (adds[index] ?? 0);
    // Divided by 255, without a division.
    bytes[at] = (sum + 1 + (sum >> 8)) >> 8;
  }
}
