import type { WatermarkImage } from "../draw-watermark.ts";
import { converters, planeOf, type ColorSpace, type Convert } from "./planar-colors.ts";
import type { Plane } from "./scale-plane.ts";

/** What is laid over one plane: a rectangle of values, each with its opacity. */
type Layer = {
  x: number;
  y: number;
  width: number;
  height: number;
  values: Uint8ClampedArray;
  alphas: Uint8ClampedArray;
};

/** A watermark that is laid over the planes of frames. */
export class PlanarWatermark {
  readonly #image: WatermarkImage;
  /** Made for the colours of the first frame, and again where those change. */
  #made: { key: string; layers: Layer[] } | null = null;

  constructor(image: WatermarkImage) {
    this.#image = image;
  }

  /** Lays it over luma and chroma of a frame, which had this height when it was decoded. */
  lay(planes: Plane[], space: ColorSpace, height: number): void {
    const key = `${space.matrix} ${space.fullRange} ${height}`;
    if (this.#made?.key !== key)
      this.#made = { key, layers: layersOf(this.#image, converters(space, height)) };
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
  const layer = (step: number, convert: Convert): Layer => ({
    x: (x - left) / step,
    y: (y - top) / step,
    width: width / step,
    height: height / step,
    ...planeOf(data, width, step, convert),
  });
  return [layer(1, luma), layer(2, cb), layer(2, cr)];
}

const even = (length: number) => length + (length % 2);

/** What reaches past the plane is left away: odd sides have half a square more. */
function layOver({ bytes, offset, stride, step, ...size }: Plane, layer: Layer): void {
  const [width, height] = [
    Math.min(layer.width, size.width - layer.x),
    Math.min(layer.height, size.height - layer.y),
  ];
  for (let row = 0; row < height; row += 1) {
    let index = row * layer.width;
    let at = offset + (layer.y + row) * stride + layer.x * step;
    for (let column = 0; column < width; column += 1, index += 1, at += step) {
      const alpha = layer.alphas[index] ?? 0;
      const below = bytes[at] ?? 0;
      if (alpha > 0) bytes[at] = below + Math.round((((layer.values[index] ?? 0) - below) * alpha) / 255);
    }
  }
}
