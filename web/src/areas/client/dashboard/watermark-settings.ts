import rules from "#api/generated/rules.json" with { type: "json" };
import type { WatermarkAlignment, WatermarkPosition } from "#api/generated/media.ts";
import type { ClientView } from "#api/generated/client.ts";
import type { Watermark } from "#media/watermark.ts";

/** The five settings that are saved together, named as on the wire. */
export type WatermarkSettings = {
  watermark_text: string;
  watermark_font_size: number;
  watermark_font_color: string;
  watermark_position: WatermarkPosition;
  watermark_text_alignment: WatermarkAlignment;
};

export const FONT_SIZE = { min: rules.watermark.fontSizeMin, max: rules.watermark.fontSizeMax };

export function settingsOf(client: ClientView): WatermarkSettings {
  return {
    watermark_text: client.watermark_text ?? "",
    watermark_font_size: client.watermark_font_size,
    watermark_font_color: client.watermark_font_color,
    watermark_position: client.watermark_position,
    watermark_text_alignment: client.watermark_text_alignment,
  };
}

/** The watermark that a recording with these settings gets. */
export function watermarkFrom(settings: WatermarkSettings, companyName: string): Watermark {
  return {
    text: shownText(settings.watermark_text, companyName),
    fontSize: settings.watermark_font_size,
    fontColor: settings.watermark_font_color,
    position: settings.watermark_position,
    alignment: settings.watermark_text_alignment,
  };
}

/** Limits text to the number of watermark lines, dropping blank lines first. Reports whether there were too many. */
export function cutLines(typed: string): { text: string; tooMany: boolean } {
  const lines = typed.split(/\r\n|\n|\r/);
  if (lines.length <= rules.watermark.lines) return { text: lines.join("\n"), tooMany: false };
  const filled = lines.filter((line) => line.trim() !== "").slice(0, rules.watermark.lines);
  return { text: filled.join("\n"), tooMany: true };
}

export function shownText(typed: string, companyName: string): string {
  return typed.trim() === "" ? companyName : typed;
}
