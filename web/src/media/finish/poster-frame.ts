import {
  BufferSource,
  EncodedPacketSink,
  Input,
  MP4,
  VideoSampleSink,
  type InputVideoTrack,
  type VideoSample,
} from "mediabunny";
import { posterOf, type Poster } from "#media/poster-pictures.ts";
import type { FrameSize } from "#media/watermark.ts";
import { posterScore } from "./poster-score.ts";

/** Seconds between the frames that are judged. */
const STEP_SECONDS = 2;
/** The first moments of a recording may be dark or moved. */
const START_SECONDS = 0.5;
/** Longest time for the frames of a copied film: no poster is worth a longer wait. */
const COPIED_MS = 5000;
/** Side of the square that a frame is judged in, in pixels. */
const SIDE = 96;

/** Chooses a sharp, bright frame of a film while it is finished. */
export class PosterFrame {
  #judged: OffscreenCanvasRenderingContext2D | null = null;
  #best: { score: number; frame: OffscreenCanvas } | null = null;
  #next = 0;
  #works = true;

  /** Looks at a frame if it is its turn. A browser that draws no frames makes no poster. */
  consider(sample: VideoSample): void {
    if (!this.#works || sample.timestamp < this.#next) return;
    try {
      this.#next = this.#best ? sample.timestamp + STEP_SECONDS : START_SECONDS;
      this.#judge(sample);
    } catch (error) {
      this.#works = false;
      console.warn("no poster:", String(error));
    }
  }

  /** Looks at key frames of a finished MP4 whose frames were copied: each of them can be decoded alone. */
  async considerCopied(film: ArrayBuffer): Promise<void> {
    const input = new Input({ source: new BufferSource(film), formats: [MP4] });
    const enough = new Promise<void>((resolve) => setTimeout(resolve, COPIED_MS));
    await Promise.race([this.#considerKeyFrames(input), enough]).catch((error: unknown) => {
      console.warn("no poster:", String(error));
    });
    input.dispose();
  }

  /** The poster; `null` if no frame could be drawn, or the browser hides what it draws from pages. */
  async made(): Promise<Poster | null> {
    const frame = this.#best?.frame;
    if (!this.#works || !frame || !showsPixels()) return null;
    return posterOf(frame, frame).catch(() => null);
  }

  async #considerKeyFrames(input: Input): Promise<void> {
    const track = await input.getPrimaryVideoTrack();
    if (!track) return;
    for await (const sample of new VideoSampleSink(track).samplesAtTimestamps(keyFrameTimes(track))) {
      if (sample) this.consider(sample);
      sample?.close();
    }
  }

  #judge(sample: VideoSample): void {
    this.#judged ??= contextOf({ width: SIDE, height: SIDE });
    sample.draw(this.#judged, 0, 0, SIDE, SIDE);
    const score = posterScore(this.#judged.getImageData(0, 0, SIDE, SIDE).data, SIDE);
    if (this.#best && score <= this.#best.score) return;
    const size = { width: sample.displayWidth, height: sample.displayHeight };
    const canvas = this.#best?.frame;
    const context =
      canvas?.width === size.width && canvas.height === size.height
        ? canvas.getContext("2d")
        : contextOf(size);
    if (!context) throw new Error("no canvas to draw on");
    sample.draw(context, 0, 0, size.width, size.height);
    this.#best = { score, frame: context.canvas };
  }
}

/** Times of the key frames at or before each step, in seconds. */
async function* keyFrameTimes(track: InputVideoTrack): AsyncGenerator<number> {
  const packets = new EncodedPacketSink(track);
  const duration = await track.computeDuration();
  let last = -1;
  for (let seconds = START_SECONDS; seconds < duration; seconds += STEP_SECONDS) {
    const packet = await packets.getKeyPacket(seconds, { metadataOnly: true });
    if (packet && packet.timestamp > last) yield (last = packet.timestamp);
  }
}

function contextOf({ width, height }: FrameSize): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext("2d", { alpha: false });
  if (!context) throw new Error("no canvas to draw on");
  return context;
}

/** Whether canvases give back what was drawn: some browsers answer with noise, so that pages recognise nobody. */
function showsPixels(): boolean {
  const context = contextOf({ width: 8, height: 8 });
  context.fillStyle = "rgb(40 120 200)";
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, index) => Math.abs(value - ([40, 120, 200, 255][index % 4] ?? 0)) <= 8);
}
