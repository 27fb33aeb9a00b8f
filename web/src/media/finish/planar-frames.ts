import { VideoSample } from "mediabunny";
import type { WatermarkImage } from "../draw-watermark.ts";
import type { FrameSize } from "../watermark.ts";
import { fills, fitWithin, type Place } from "./fit-within.ts";
import { blackOf, isKnownMatrix } from "./planar-colors.ts";
import { PlanarWatermark } from "./planar-watermark.ts";
import { scalePlane, type Plane } from "./scale-plane.ts";

/** Frames whose brightness and colours lie in planes of their own, eight bits each, as decoders leave them. */
const FORMATS = ["I420", "NV12"] as const;
type PlanarFormat = (typeof FORMATS)[number];

/** What is made smaller than this would miss too many of its pixels. */
const LEAST_SCALE = 0.4;
/** Of these the browser makes what every screen shows. */
const HIGH_DYNAMIC_RANGE: readonly (string | null)[] = ["pq", "hlg"];

/**
 * Makes frames as large as the plan says, with the watermark, in the planes that they were decoded to. Nothing is converted
 * to RGB and back: colours stay what they were, and a frame takes less than half of the memory.
 */
export class PlanarFrames {
  readonly #size: FrameSize;
  readonly #watermark: PlanarWatermark | null;
  /** The bytes of one frame as it was decoded, and as it is encoded: each is copied before the next one comes. */
  #decoded = new Uint8Array();
  #scaled = new Uint8Array();

  constructor(size: FrameSize, watermark: WatermarkImage | null) {
    this.#size = size;
    this.#watermark = watermark && new PlanarWatermark(watermark);
  }

  /** The finished frame; `null` where it has to be drawn: it is turned, too large, or lies in no planes. */
  async finish(sample: VideoSample): Promise<VideoSample | null> {
    const format = formatOf(sample);
    const { codedWidth, codedHeight, colorSpace } = sample;
    const place = fitWithin({ width: codedWidth, height: codedHeight }, this.#size);
    if (!format || place.width / codedWidth < LEAST_SCALE) return null;
    const scales = !(fills(place, this.#size) && place.width === codedWidth && place.height === codedHeight);
    if (!scales && !this.#watermark) return sample;

    this.#decoded = atLeast(this.#decoded, sample.allocationSize());
    const decoded = planesOf(this.#decoded, await sample.copyTo(this.#decoded), sample, format);
    const planes = scales ? this.#scale(decoded, place, blackOf(colorSpace)) : decoded;
    this.#watermark?.lay(planes, colorSpace, codedHeight);
    return this.#made(planes, scales ? "I420" : format, sample);
  }

  #made(planes: Plane[], format: PlanarFormat, sample: VideoSample): VideoSample {
    const { microsecondTimestamp, microsecondDuration, timestamp, duration, colorSpace } = sample;
    const frame = new VideoFrame(planes[0]?.bytes ?? new Uint8Array(), {
      format,
      codedWidth: this.#size.width,
      codedHeight: this.#size.height,
      timestamp: microsecondTimestamp,
      duration: microsecondDuration,
      // In NV12 the colours take turns in one plane.
      layout: planes.slice(0, format === "NV12" ? 2 : 3).map(({ offset, stride }) => ({ offset, stride })),
      colorSpace: colorSpace.toJSON(),
    });
    return new VideoSample(frame, { timestamp, duration });
  }

  #scale(decoded: Plane[], place: Place, black: number[]): Plane[] {
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
    const planes = [plane(0, this.#size), plane(luma, half), plane(luma + chroma, half)];
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

/** Brightness, blueness and redness of a frame. */
function planesOf(
  bytes: Uint8Array<ArrayBuffer>,
  [luma, second, third]: PlaneLayout[],
  { codedWidth: width, codedHeight: height }: VideoSample,
  format: PlanarFormat,
): Plane[] {
  const redness = format === "NV12" && second ? { ...second, offset: second.offset + 1 } : third;
  if (!luma || !second || !redness) throw new Error("a frame without its planes");
  const size = { width, height };
  const step = format === "NV12" ? 2 : 1;
  return [
    { bytes, ...luma, step: 1, ...size },
    { bytes, ...second, step, ...halved(size) },
    { bytes, ...redness, step, ...halved(size) },
  ];
}
