import type { FrameSize, Watermark } from "./watermark.ts";
import { pause } from "#lib/pause.ts";
import type { WatermarkLayout } from "./generated/media.ts";
import type { MediaTools } from "./media-tools.ts";

type Canvas2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** The drawn watermark, cropped, and its position in the frame. */
export type WatermarkImage = { image: ImageBitmap; x: number; y: number };

const FAMILY = '"Instrument Sans", system-ui, sans-serif';
const FONT_MS = 2500;
/** Widths are measured at this size, so that rounding to whole pixels does not matter. */
const MEASURED_PX = 100;

/** Fetches the typeface a mark is drawn in, as far as its letters ask for. A mark without it is still one. */
export async function loadWatermarkFont(text: string): Promise<void> {
  const loading = document.fonts.load(fontOf(MEASURED_PX), text).catch(() => undefined);
  await Promise.race([loading, pause(FONT_MS)]);
}

/** Draws the watermark at the core's position for a frame of this size; returns its box. */
export function drawWatermark(
  context: Canvas2d,
  tools: MediaTools,
  watermark: Watermark,
  frame: FrameSize,
): WatermarkLayout | null {
  const lines = tools.watermarkLines(watermark.text);
  context.font = fontOf(MEASURED_PX);
  const widths = lines.map((line) => context.measureText(line).width / MEASURED_PX);
  const layout = tools.layoutWatermark(watermark, widths, frame);
  if (!layout) return null;

  context.font = fontOf(layout.fontPx);
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.lineJoin = "round";
  context.lineWidth = layout.outlinePx;
  context.strokeStyle = layout.outline;
  context.fillStyle = layout.fill;
  for (const { text, x, y } of layout.lines) {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
  return layout;
}

/** The watermark as an image to draw over each frame. */
export async function watermarkImage(
  tools: MediaTools,
  watermark: Watermark,
  frame: FrameSize,
): Promise<WatermarkImage | null> {
  await loadWatermarkFont(watermark.text);
  const canvas = document.createElement("canvas");
  canvas.width = frame.width;
  canvas.height = frame.height;
  const context = canvas.getContext("2d");
  const layout = context && drawWatermark(context, tools, watermark, frame);
  if (!layout) return null;
  const { x, y, width, height } = layout.bounds;
  return { image: await createImageBitmap(canvas, x, y, width, height), x, y };
}

function fontOf(px: number): string {
  return `600 ${px}px ${FAMILY}`;
}
