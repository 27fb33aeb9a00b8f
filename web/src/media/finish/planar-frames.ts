import { VideoSample } from "mediabunny";
import type { FrameSize } from "#media/watermark.ts";
import { fills, type Rect } from "./fit-within.ts";
import { isShownAt, placementOf, type Overlay, type Placed } from "./placement.ts";
import {
  colorIn,
  fillPlanes,
  isKnownMatrix,
  namedColors,
  type NamedColors,
  converters,
  planeOf,
  type Convert,
} from "./planar-colors.ts";
import { scalePlane, type Plane } from "./scale-plane.ts";

declare global {
  /** In the standard; missing from TypeScript's DOM types. */
  interface VideoFrameBufferInit {
    transfer?: ArrayBuffer[];
  }
}

/** Frame formats with separate luma and chroma planes of eight bits, as decoders output them. */
const FORMATS = ["I420", "NV12"] as const;
type PlanarFormat = (typeof FORMATS)[number];

const IS_CHROMIUM = typeof navigator !== "undefined" && /Chrome\//.test(navigator.userAgent);

/**
 * Firefox converts a canvas to BT.601 and labels it BT.709, and plays every H.264 video as BT.709 (Firefox ESR 153).
 * There we do the conversion ourselves.
 */
const DRAWN_COLORS: NamedColors | null =
  typeof navigator !== "undefined" && /Firefox\//.test(navigator.userAgent)
    ? { primaries: "bt709", transfer: "bt709", matrix: "bt709", fullRange: false }
    : null;

/** Scaling below this would skip too many pixels. */
const MIN_SCALE = 0.4;
/** The browser tone-maps these for every screen. */
const HIGH_DYNAMIC_RANGE: readonly (string | null)[] = ["pq", "hlg"];

/** The colours that a file names, and its codec. */
export type FileColors = { colors: VideoColorSpaceInit; codec: string };

/**
 * Scales frames to the planned size and lays images over them, in the planes they were decoded to. Without a conversion to
 * RGB and back colours do not change, and a frame takes less than half of the memory.
 */
export class PlanarFrames {
  readonly #placed: Placed;
  readonly #size: FrameSize;
  readonly #overlays: PlanarOverlay[];
  readonly #draw: (sample: VideoSample) => OffscreenCanvas;
  readonly #file: FileColors;
  /** Buffers of the decoded and the encoded frame, reused because each is copied before the next frame. */
  #decoded = new Uint8Array();
  #scaled = new Uint8Array();
  /** The first frame's: a file names one for all. `null`: the first one was drawn, and so are all. */
  #colors: NamedColors | null | undefined;

  /** `draw`: draws a finished frame onto a canvas. */
  constructor(placed: Placed, draw: (sample: VideoSample) => OffscreenCanvas, file: FileColors) {
    this.#file = file;
    this.#placed = placed;
    this.#size = placed.size;
    this.#overlays = placed.overlays.map((overlay) => new PlanarOverlay(overlay));
    this.#draw = draw;
  }

  /**
   * Returns the finished frame. A frame that is rotated, too large, not planar or of other colours than the first is
   * drawn.
   */
  async finish(sample: VideoSample): Promise<VideoSample | OffscreenCanvas> {
    const finished = this.#colors === null ? null : await this.#inPlanes(sample);
    if (!finished) {
      this.#colors ??= null;
      return this.#drawn(sample);
    }
    this.#colors ??= this.#colorsOf(sample);
    return finished;
  }

  async #inPlanes(sample: VideoSample): Promise<VideoSample | null> {
    const format = formatOf(sample);
    const { codedWidth, codedHeight } = sample;
    const colors = this.#colorsOf(sample);
    const picture = { width: codedWidth, height: codedHeight };
    const { from, to, background } = placementOf(picture, this.#size, this.#placed.placement);
    if (!format || to.width / from.width < MIN_SCALE || !this.#hasColors(colors)) return null;
    const scales = !(fills(to, this.#size) && fills(from, picture) && fills(from, to));
    const overlays = this.#overlays.filter((overlay) => overlay.isShownAt(sample.timestamp));
    // An encoder accepts the decoder's guess.
    if (!scales && overlays.length === 0 && this.#file.colors.matrix === colors.matrix) return sample;
    try {
      this.#decoded = atLeast(this.#decoded, sample.allocationSize());
      const decoded = planesOf(this.#decoded, await sample.copyTo(this.#decoded), sample, format);
      const planes = scales ? this.#scale(decoded, from, to, colorIn(colors, background)) : decoded;
      for (const overlay of overlays) overlay.blend(planes, colors);
      return this.#made(planes, scales ? "I420" : format, sample, colors);
    } catch (error) {
      console.warn("a frame is drawn:", String(error));
      return null;
    }
  }

  #colorsOf({ colorSpace, codedHeight }: VideoSample): NamedColors {
    const fullRange = this.#file.colors.fullRange ?? colorSpace.fullRange;
    return namedColors({ ...this.#file.colors, fullRange }, codedHeight, this.#file.codec, IS_CHROMIUM);
  }

  #hasColors({ matrix, fullRange }: NamedColors): boolean {
    const first = this.#colors;
    return !first || (first.matrix === matrix && first.fullRange === fullRange);
  }

  /** Relabels a frame with its film's colours if its decoder guessed others: a canvas trusts the decoder. */
  async named(sample: VideoSample): Promise<VideoSample> {
    const { codedWidth, codedHeight, squarePixelWidth, squarePixelHeight, rotation, flip } = sample;
    const { microsecondTimestamp, timestamp, duration } = sample;
    const colorSpace = this.#colorsOf(sample);
    const format = FORMATS.find((name) => name === sample.format);
    const isNamed = Boolean(this.#file.colors.matrix) || colorSpace.matrix === sample.colorSpace.matrix;
    if (!format || isNamed) return sample;
    const bytes = new Uint8Array(sample.allocationSize());
    const layout = await sample.copyTo(bytes);
    const frame = new VideoFrame(bytes, {
      format,
      codedWidth,
      codedHeight,
      displayWidth: squarePixelWidth,
      displayHeight: squarePixelHeight,
      timestamp: microsecondTimestamp,
      layout,
      colorSpace,
    });
    return new VideoSample(frame, { timestamp, duration, rotation, flip });
  }

  /** A canvas is encoded in its own range: after frames in planes it is brought into theirs. */
  async #drawn(sample: VideoSample): Promise<VideoSample | OffscreenCanvas> {
    const named = await this.named(sample);
    const canvas = this.#draw(named);
    if (named !== sample) named.close();
    const colors = this.#colors ?? DRAWN_COLORS;
    if (!colors) return canvas;
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (!pixels) throw new Error("no canvas to read a frame from");
    const planes = this.#emptyPlanes();
    fillPlanes(pixels, planes, colors);
    return this.#made(planes, "I420", sample, colors);
  }

  #made(planes: Plane[], format: PlanarFormat, sample: VideoSample, colorSpace: NamedColors): VideoSample {
    const { microsecondTimestamp, microsecondDuration, timestamp, duration } = sample;
    const bytes = planes[0]?.bytes ?? new Uint8Array();
    const frame = new VideoFrame(bytes, {
      // Transferred instead of copied, if supported: the next frame has its own bytes.
      transfer: [bytes.buffer],
      format,
      codedWidth: this.#size.width,
      codedHeight: this.#size.height,
      timestamp: microsecondTimestamp,
      duration: microsecondDuration,
      // NV12 interleaves Cb and Cr in one plane.
      layout: planes.slice(0, format === "NV12" ? 2 : 3).map(({ offset, stride }) => ({ offset, stride })),
      colorSpace,
    });
    return new VideoSample(frame, { timestamp, duration });
  }

  #emptyPlanes(): Plane[] {
    const { width, height } = this.#size;
    const half = halved(this.#size);
    const [luma, chroma] = [width * height, half.width * half.height];
    this.#scaled = atLeast(this.#scaled, luma + 2 * chroma);
    const plane = (offset: number, size: FrameSize): Plane => ({
      bytes: this.#scaled,
      offset,
      stride: size.width,
      step: 1,
      ...size,
    });
    return [plane(0, this.#size), plane(luma, half), plane(luma + chroma, half)];
  }

  #scale(decoded: Plane[], from: Rect, to: Rect, background: number[]): Plane[] {
    const planes = this.#emptyPlanes();
    for (const [index, plane] of planes.entries()) {
      const source = decoded[index];
      if (!source) continue;
      if (!fills(to, this.#size)) {
        plane.bytes.fill(background[index] ?? 0, plane.offset, plane.offset + plane.stride * plane.height);
      }
      const step = index === 0 ? 1 : 2;
      scalePlane(within(source, from, step), within(plane, to, step));
    }
    return planes;
  }
}

/** Returns a part of a plane. */
function within(plane: Plane, rect: Rect, step: number): Plane {
  const [x, y] = [rect.x / step, rect.y / step];
  const [width, height] = [Math.ceil(rect.width / step), Math.ceil(rect.height / step)];
  return { ...plane, offset: plane.offset + y * plane.stride + x * plane.step, width, height };
}

/** Whether a frame is displayed as stored: not rotated, not mirrored, with square pixels. */
export const isUpright = (sample: VideoSample): boolean =>
  sample.rotation === 0 &&
  !sample.flip &&
  sample.codedWidth === sample.squarePixelWidth &&
  sample.codedHeight === sample.squarePixelHeight;

function formatOf(sample: VideoSample): PlanarFormat | null {
  const { colorSpace } = sample;
  const isKnown = isKnownMatrix(colorSpace) && !HIGH_DYNAMIC_RANGE.includes(colorSpace.transfer);
  return isUpright(sample) && isKnown ? (FORMATS.find((name) => name === sample.format) ?? null) : null;
}

const atLeast = (bytes: Uint8Array<ArrayBuffer>, size: number) =>
  bytes.length < size ? new Uint8Array(size) : bytes;

const halved = ({ width, height }: FrameSize): FrameSize => ({
  width: Math.ceil(width / 2),
  height: Math.ceil(height / 2),
});

/** Luma, Cb and Cr of a frame. */
function planesOf(
  bytes: Uint8Array<ArrayBuffer>,
  [luma, second, third]: PlaneLayout[],
  { codedWidth: width, codedHeight: height }: VideoSample,
  format: PlanarFormat,
): Plane[] {
  const cr = format === "NV12" && second ? { ...second, offset: second.offset + 1 } : third;
  if (!luma || !second || !cr) throw new Error("a frame without its planes");
  const size = { width, height };
  const step = format === "NV12" ? 2 : 1;
  return [
    { bytes, ...luma, step: 1, ...size },
    { bytes, ...second, step, ...halved(size) },
    { bytes, ...cr, step, ...halved(size) },
  ];
}

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

/** An image that is laid over the planes of frames. */
class PlanarOverlay {
  readonly #image: Overlay;
  /** Built for the first frame's colours, and rebuilt if they change. */
  #made: { key: string; layers: Layer[] } | null = null;

  constructor(image: Overlay) {
    this.#image = image;
  }

  isShownAt(seconds: number): boolean {
    return isShownAt(this.#image, seconds);
  }

  /** Lays it over luma and chroma of a frame. */
  blend(planes: Plane[], colors: NamedColors): void {
    const key = `${colors.matrix} ${colors.fullRange}`;
    if (this.#made?.key !== key) this.#made = { key, layers: layersOf(this.#image, converters(colors)) };
    for (const [index, layer] of this.#made.layers.entries()) {
      const plane = planes[index];
      if (plane) blendLayer(plane, layer);
    }
  }
}

function layersOf({ image, x, y }: Overlay, [luma, cb, cr]: Convert[]): Layer[] {
  // Planes of chroma have a value for two pixels each way: the picture begins and ends between such squares.
  const [left, top] = [x % 2, y % 2];
  const [width, height] = [even(left + image.width), even(top + image.height)];
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context || !luma || !cb || !cr) throw new Error("nothing to read an overlay with");
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
function blendLayer(
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
