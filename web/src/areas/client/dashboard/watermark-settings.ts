import type { ClientView } from "../../../api/generated/ClientView.ts";
import type { Watermark } from "../../../media/watermark.ts";
import { shownText } from "./watermark-text.ts";

/** The five settings that are saved together, named as on the wire. */
export type WatermarkSettings = {
  watermark_text: string;
  watermark_font_size: number;
  watermark_font_color: string;
  watermark_position: string;
  watermark_text_alignment: string;
};

export const FONT_SIZE = { min: 12, max: 48 };

/** As they are saved. */
export function settingsOf(client: ClientView): WatermarkSettings {
  return {
    watermark_text: client.watermark_text ?? "",
    watermark_font_size: client.watermark_font_size,
    watermark_font_color: client.watermark_font_color,
    watermark_position: client.watermark_position,
    watermark_text_alignment: client.watermark_text_alignment,
  };
}

/** What a recording that starts with these settings would carry. */
export function markOf(settings: WatermarkSettings, companyName: string): Watermark {
  return {
    text: shownText(settings.watermark_text, companyName),
    fontSize: settings.watermark_font_size,
    fontColor: settings.watermark_font_color,
    position: settings.watermark_position,
    alignment: settings.watermark_text_alignment,
  };
}
