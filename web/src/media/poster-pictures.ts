import { posters } from "#api/generated/rules.json";
import type { FrameSize } from "./watermark.ts";

/** The pictures of a poster, as JPEG: the frame itself, and a card for previews of links. */
export type Poster = { still: Blob; card: Blob };

const CARD = { width: 1200, height: 630 };
/** Longest sides of a still: the first whose picture is small enough is taken. */
const STILL_SIDES = [720, 480, 320];
const QUALITIES = [0.8, 0.65, 0.5, 0.35];

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Makes a poster of a frame. `null` if this browser makes no picture of it that is small enough. */
export async function posterOf(
  frame: CanvasImageSource,
  { width, height }: FrameSize,
): Promise<Poster | null> {
  const still = await stillOf(frame, { width, height });
  const card = await jpeg(CARD, posters.cardBytes, (context) => drawCard(context, frame, { width, height }));
  return still && card && { still, card };
}

async function stillOf(frame: CanvasImageSource, { width, height }: FrameSize): Promise<Blob | null> {
  for (const side of STILL_SIDES) {
    const scale = Math.min(1, side / Math.max(width, height));
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    const still = await jpeg(size, posters.stillBytes, (context) =>
      context.drawImage(frame, 0, 0, size.width, size.height),
    );
    if (still) return still;
  }
  return null;
}

/** The whole frame before an enlarged, darkened one. */
function drawCard(context: Context, frame: CanvasImageSource, { width, height }: FrameSize): void {
  const place = (scale: number) => {
    const [w, h] = [width * scale, height * scale];
    context.drawImage(frame, (CARD.width - w) / 2, (CARD.height - h) / 2, w, h);
  };
  place(Math.max(CARD.width / width, CARD.height / height));
  context.fillStyle = "rgb(21 18 14 / 0.72)";
  context.fillRect(0, 0, CARD.width, CARD.height);
  place(Math.min(CARD.width / width, CARD.height / height));
}

/** The best JPEG of at most so many bytes. */
async function jpeg(
  size: FrameSize,
  maxBytes: number,
  paint: (context: Context) => void,
): Promise<Blob | null> {
  const encode = canvasOf(size, paint);
  for (const quality of QUALITIES) {
    const blob = await encode(quality);
    if (blob && blob.size <= maxBytes) return blob;
  }
  return null;
}

/** Paints a canvas, in a worker too, and returns its encoder. */
function canvasOf({ width, height }: FrameSize, paint: (context: Context) => void) {
  if (typeof OffscreenCanvas !== "undefined") {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (context) paint(context);
    return (quality: number) => canvas.convertToBlob({ type: "image/jpeg", quality });
  }
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (context) paint(context);
  return (quality: number) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}
