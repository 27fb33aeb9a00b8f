import { VideoSample } from "mediabunny";
import type { WatermarkImage } from "../draw-watermark.ts";
import type { FrameSize } from "../watermark.ts";
import { fills, fitWithin, type Place } from "./fit-within.ts";
import { blackOf, converters, isKnownMatrix, planeOf, type ColorSpace } from "./planar-colors.ts";
import { PlanarWatermark } from "./planar-watermark.ts";
import { scalePlane, type Plane } from "./scale-plane.ts";

declare global {
  /** As the standard has it; TypeScript does not know it yet. */
  interface VideoFrameBufferInit {
    transfer?: ArrayBuffer[];
  }
}

/** Frames whose luma and chroma lie in planes of their own, eight bits each, as decoders leave them. */
const FORMATS = ["I420", "NV12"] as const;
type PlanarFormat = (typeof FORMATS)[number];

/** What is made smaller than this would miss too many of its pixels. */
const LEAST_SCALE = 0.4;
/** Of these the browser makes what every screen shows. */
const HIGH_DYNAMIC_RANGE: readonly (string | null)[] = ["pq", "hlg"];

/** Of which colours all frames of a file are, and how high its decoded ones: some recordings leave their matrix to that. */
type FileColors = { space: VideoSample["colorSpace"]; height: number };

/**
 * Makes frames as large as the plan says, with the watermark, in the planes that they were decoded to. Nothing is converted
 * to RGB and back: colours stay what they were, and a frame takes less than half of the memory.
 */
export class PlanarFrames {
  readonly #size: FrameSize;
  readonly #watermark: PlanarWatermark | null;
  readonly #draw: (sample: VideoSample) => OffscreenCanvas;
  /** The bytes of one frame as it was decoded, and as it is encoded: each is copied before the next one comes. */
  #decoded = new Uint8Array();
  #scaled = new Uint8Array();
  /** The first frame's: a file names one for all. `null`: the first one was drawn, and so are all. */
  #colors: FileColors | null | undefined;

  /** `draw`: what a frame looks like when it is finished on a canvas. */
  constructor(
    size: FrameSize,
    watermark: WatermarkImage | null,
    draw: (sample: VideoSample) => OffscreenCanvas,
  ) {
    this.#size = size;
    this.#watermark = watermark && new PlanarWatermark(watermark);
    this.#draw = draw;
  }

  /** The finished frame. What is turned, too large, of other colours than the first or in no planes is drawn. */
  async finish(sample: VideoSample): Promise<VideoSample | OffscreenCanvas> {
    const finished = this.#colors === null ? null : await this.#inPlanes(sample);
    if (!finished) {
      this.#colors ??= null;
      return this.#drawn(sample);
    }
    this.#colors ??= { space: sample.colorSpace, height: sample.codedHeight };
    return finished;
  }

  async #inPlanes(sample: VideoSample): Promise<VideoSample | null> {
    const format = formatOf(sample);
    const { codedWidth, codedHeight, colorSpace } = sample;
    const place = fitWithin({ width: codedWidth, height: codedHeight }, this.#size);
    if (!format || place.width / codedWidth < LEAST_SCALE || !this.#hasColorsOf(colorSpace)) return null;
    const scales = !(fills(place, this.#size) && place.width === codedWidth && place.height === codedHeight);
    if (!scales && !this.#watermark) return sample;
    try {
      this.#decoded = atLeast(this.#decoded, sample.allocationSize());
      const decoded = planesOf(this.#decoded, await sample.copyTo(this.#decoded), sample, format);
      const planes = scales ? this.#scale(decoded, place, blackOf(colorSpace)) : decoded;
      this.#watermark?.lay(planes, colorSpace, codedHeight);
      return this.#made(planes, scales ? "I420" : format, sample, colorSpace);
    } catch (error) {
      console.warn("a frame is drawn:", String(error));
      return null;
    }
  }

  #hasColorsOf({ matrix, fullRange }: ColorSpace): boolean {
    const first = this.#colors?.space;
    return !first || (first.matrix === matrix && first.fullRange === fullRange);
  }

  /** A canvas is encoded in its own range: after frames in planes it is brought into theirs. */
  #drawn(sample: VideoSample): VideoSample | OffscreenCanvas {
    const canvas = this.#draw(sample);
    if (!this.#colors) return canvas;
    const { space, height } = this.#colors;
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (!pixels) throw new Error("no canvas to read a frame from");
    const planes = this.#emptyPlanes();
    for (const [index, convert] of converters(space, height).entries()) {
      const to = planes[index];
      to?.bytes.set(planeOf(pixels, canvas.width, index === 0 ? 1 : 2, convert).values, to.offset);
    }
    return this.#made(planes, "I420", sample, space);
  }

  #made(
    planes: Plane[],
    format: PlanarFormat,
    sample: VideoSample,
    colorSpace: VideoSample["colorSpace"],
  ): VideoSample {
    const { microsecondTimestamp, microsecondDuration, timestamp, duration } = sample;
    const bytes = planes[0]?.bytes ?? new Uint8Array();
    const frame = new VideoFrame(bytes, {
      // Not copied, where the browser knows how: the next frame takes bytes of its own.
      transfer: [bytes.buffer],
      format,
      codedWidth: this.#size.width,
      codedHeight: this.#size.height,
      timestamp: microsecondTimestamp,
      duration: microsecondDuration,
      // In NV12 Cb and Cr take turns in one plane.
      layout: planes.slice(0, format === "NV12" ? 2 : 3).map(({ offset, stride }) => ({ offset, stride })),
      colorSpace: colorSpace.toJSON(),
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

  #scale(decoded: Plane[], place: Place, black: number[]): Plane[] {
    const planes = this.#emptyPlanes();
    for (const [index, to] of planes.entries()) {
      const from = decoded[index];
      if (!from) continue;
      if (!fills(place, this.#size)) {
        to.bytes.fill(black[index] ?? 0, to.offset, to.offset + to.stride * to.height);
      }
      scalePlane(from, within(to, place, index === 0 ? 1 : 2));
    }
    return planes;
  }
}

/** The part of a plane where the picture stands. */
function within(plane: Plane, place: Place, step: number): Plane {
  const [x, y] = [place.x / step, place.y / step];
  const [width, height] = [Math.ceil(place.width / step), Math.ceil(place.height / step)];
  return { ...plane, offset: plane.offset + y * plane.stride + x, width, height };
}

function formatOf(sample: VideoSample): PlanarFormat | null {
  const { codedWidth, codedHeight, squarePixelWidth, squarePixelHeight, rotation, colorSpace } = sample;
  const isWhole = rotation === 0 && codedWidth === squarePixelWidth && codedHeight === squarePixelHeight;
  const isKnown = isKnownMatrix(colorSpace) && !HIGH_DYNAMIC_RANGE.includes(colorSpace.transfer);
  return isWhole && isKnown ? (FORMATS.find((format) => format === sample.format) ?? null) : null;
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
