// Text in a PDF. What its standard fonts lack, such as a Greek name, is drawn as a picture by the browser.
import type { jsPDF } from "jspdf";

export type TextStyle = { size: number; bold: boolean; color: string; end: boolean };

/** Writes a line at a position, which is the right end of the text with `end`. */
export function writeText(
  pdf: jsPDF,
  text: string,
  { x, y }: { x: number; y: number },
  { size, bold, color, end }: TextStyle,
): void {
  pdf
    .setFont("helvetica", bold ? "bold" : "normal")
    .setFontSize(size)
    .setTextColor(color);
  const plain = inStandardFont(text);
  if (plain === null) drawText(pdf, text, { x, y, size, bold, color });
  else pdf.text(plain, x, y, { align: end ? "right" : "left" });
}

/** The lines that a text takes in a width, in points. */
export function wrapText(
  pdf: jsPDF,
  text: string,
  room: number,
  { size, bold }: Pick<TextStyle, "size" | "bold">,
): string[] {
  const plain = inStandardFont(text);
  if (plain === null) return wrapDrawn(text, room, { size, bold });
  pdf.setFont("helvetica", bold ? "bold" : "normal").setFontSize(size);
  return pdf.splitTextToSize(plain, room) as string[];
}

/**
 * The text in the encoding of PDF's standard fonts: Latin 1, with plain quotes and minus; `null` if a character is
 * missing.
 */
function inStandardFont(text: string): string | null {
  const plain = text.normalize("NFC").replaceAll("’", "'").replaceAll("−", "-");
  return /^[\u0020-\u007e\u00a0-\u00ff]*$/.test(plain) ? plain : null;
}

type Position = { x: number; y: number; size: number; bold: boolean; color: string };

/** Wraps text that is drawn as an image: between words, else within one. */
function wrapDrawn(text: string, room: number, { size, bold }: Pick<Position, "size" | "bold">): string[] {
  const measure = document.createElement("canvas").getContext("2d");
  if (!measure) return [text];
  measure.font = `${bold ? "bold" : "normal"} ${size}px sans-serif`;
  const fits = (line: string) => measure.measureText(line).width <= room;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const letter of word) {
      if (line !== "" && !fits(line + letter)) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return [...lines, line];
}

/** Draws a line of text as a picture, sharp enough for print. */
function drawText(pdf: jsPDF, text: string, { x, y, size, bold, color }: Position): void {
  const scale = 4;
  const font = `${bold ? "bold" : "normal"} ${size * scale}px sans-serif`;
  const canvas = document.createElement("canvas");
  const measure = canvas.getContext("2d");
  if (!measure) return;
  measure.font = font;
  canvas.width = Math.ceil(measure.measureText(text).width) + scale;
  canvas.height = Math.ceil(size * scale * 1.5);
  // Resizing the canvas has reset the font.
  measure.font = font;
  measure.fillStyle = color;
  measure.fillText(text, 0, size * scale * 1.1);
  pdf.addImage(canvas, "PNG", x, y - size * 1.1, canvas.width / scale, canvas.height / scale);
}
