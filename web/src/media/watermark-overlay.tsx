import { useEffect, useRef } from "react";
import { loadTools, type MediaTools } from "./media-tools.ts";
import { drawWatermark, loadWatermarkFont } from "./draw-watermark.ts";
import type { FrameSize, Watermark } from "./watermark.ts";

/**
 * The watermark over a picture that does not carry it yet, drawn by the code that burns it in, as sharp as the screen
 * is. The picture fills the same box with `object-contain`.
 */
export function WatermarkOverlay({ watermark, frame }: { watermark: Watermark; frame: FrameSize }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    let tools: MediaTools | null = null;
    const draw = () => {
      if (tools) drawAsShown(element, tools, watermark, frame);
    };
    // Resizing a canvas inside its own observer callback would loop.
    const resized = new ResizeObserver(() => requestAnimationFrame(draw));
    const begin = async () => {
      [tools] = await Promise.all([loadTools(), loadWatermarkFont(watermark.text)]);
      resized.observe(element);
    };
    void begin();
    return () => {
      tools = null;
      resized.disconnect();
    };
  }, [watermark, frame]);

  return (
    <canvas
      ref={canvas}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture, though it is drawn here
      role="img"
      aria-label={`Watermark: ${watermark.text.replaceAll("\n", " ")}`}
      className="pointer-events-none absolute inset-0 size-full object-contain"
    />
  );
}

/** The geometry scales with the frame: it is drawn in the pixels that the picture takes on the screen. */
function drawAsShown(
  canvas: HTMLCanvasElement,
  tools: MediaTools,
  watermark: Watermark,
  frame: FrameSize,
): void {
  const scale = Math.min(canvas.clientWidth / frame.width, canvas.clientHeight / frame.height);
  const pixels = scale * window.devicePixelRatio;
  canvas.width = Math.max(Math.round(frame.width * pixels), 1);
  canvas.height = Math.max(Math.round(frame.height * pixels), 1);
  const context = canvas.getContext("2d");
  if (context) drawWatermark(context, tools, watermark, canvas);
}
