import type { PublicClient } from "#api/generated/public.ts";

/** A business's watermark as it was set when a recording began. */
export type Watermark = {
  text: string;
  fontSize: number;
  fontColor: string;
  position: string;
  alignment: string;
};

export type FrameSize = { width: number; height: number };

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
