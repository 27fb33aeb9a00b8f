import { useEffect, useRef } from "react";
import { loadCore } from "../../../../media/core.ts";
import { drawWatermark, loadWatermarkFont, type Watermark } from "../../../../media/watermark.ts";
import type { FrameSize } from "./use-frame-size.ts";

/**
 * The watermark over a picture that does not carry it yet, drawn by the code that burns it in. The picture fills
 * the same box with `object-contain`.
 */
export function WatermarkOverlay({ mark, frame }: { mark: Watermark; frame: FrameSize }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    let gone = false;
    const draw = async () => {
      const [{ tools }] = await Promise.all([loadCore(), loadWatermarkFont()]);
      const brush = canvas.current?.getContext("2d");
      if (gone || !tools || !brush) return;
      brush.clearRect(0, 0, frame.width, frame.height);
      drawWatermark(brush, tools, mark, frame);
    };
    void draw();
    return () => {
      gone = true;
    };
  }, [mark, frame]);

  return (
    <canvas
      ref={canvas}
      width={frame.width}
      height={frame.height}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture, though it is drawn here
      role="img"
      aria-label={`Watermark: ${mark.text.replaceAll("\n", " ")}`}
      className="pointer-events-none absolute inset-0 size-full object-contain"
    />
  );
}
