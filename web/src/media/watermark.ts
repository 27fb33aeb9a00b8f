import type { PublicClient } from "../api/generated/PublicClient.ts";
import { pause } from "../api/pause.ts";
import type { WatermarkLayout } from "./generated/WatermarkLayout.ts";
import type { MediaTools } from "./core-tools.ts";

/** A business's watermark as it was set when a recording began. */
export type Watermark = {
  text: string;
  fontSize: number;
  fontColor: string;
  position: string;
  alignment: string;
};

type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** The drawn mark, cut out, and where its corner stands in the frame. */
export type WatermarkImage = { image: ImageBitmap; x: number; y: number };

const FAMILY = '"Instrument Sans", system-ui, sans-serif';
const FONT_MS = 2500;
/** Widths are measured at this size, so that rounding to whole pixels does not matter. */
const MEASURED_PX = 100;

/** The client's watermark, or `null` while it is switched off. */
export function watermarkOf(client: PublicClient): Watermark | null {
  if (!client.watermark_enabled) return null;
  return {
    text: client.watermark_text,
    fontSize: client.watermark_font_size,
    fontColor: client.watermark_font_color,
    position: client.watermark_position,
    alignment: client.watermark_text_alignment,
  };
}

/** Fetches the typeface a mark is drawn in. A mark without it is still one. */
export async function loadWatermarkFont(): Promise<void> {
  const loading = document.fonts.load(fontOf(MEASURED_PX)).catch(() => undefined);
  await Promise.race([loading, pause(FONT_MS)]);
}

/** Draws the mark where the core puts it in a frame of this size; answers where that is. */
export function drawWatermark(
  brush: Brush,
  tools: MediaTools,
  mark: Watermark,
  frame: { width: number; height: number },
): WatermarkLayout | null {
  const lines = tools.watermarkLines(mark.text);
  brush.font = fontOf(MEASURED_PX);
  const widths = lines.map((line) => brush.measureText(line).width / MEASURED_PX);
  const layout = tools.layoutWatermark(mark, widths, frame);
  if (!layout) return null;

  brush.font = fontOf(layout.fontPx);
  brush.textBaseline = "alphabetic";
  brush.textAlign = "left";
  brush.lineJoin = "round";
  brush.lineWidth = layout.outlinePx;
  brush.strokeStyle = layout.outline;
  brush.fillStyle = layout.fill;
  for (const { text, x, y } of layout.lines) {
    brush.strokeText(text, x, y);
    brush.fillText(text, x, y);
  }
  return layout;
}

/** The mark as a picture to lay over each frame. */
export async function watermarkImage(
  tools: MediaTools,
  mark: Watermark,
  frame: { width: number; height: number },
): Promise<WatermarkImage | null> {
  await loadWatermarkFont();
  const canvas = document.createElement("canvas");
  canvas.width = frame.width;
  canvas.height = frame.height;
  const brush = canvas.getContext("2d");
  const layout = brush && drawWatermark(brush, tools, mark, frame);
  if (!layout) return null;
  const { x, y, width, height } = layout.bounds;
  return { image: await createImageBitmap(canvas, x, y, width, height), x, y };
}

function fontOf(px: number): string {
  return `600 ${px}px ${FAMILY}`;
}
