import type { CaptionStyle } from "#api/generated/enums.ts";
import type { Rect } from "#media/finish/fit-within.ts";
import type { Overlay } from "#media/finish/placement.ts";
import type { FrameSize } from "#media/watermark.ts";
import type { ClipCue } from "./clip-cues.ts";
import { overlaps } from "./clip-plan.ts";
import { directionOf, wrapText } from "./wrap-text.ts";

type Canvas2d = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

const FAMILY = '"Instrument Sans", system-ui, sans-serif';
const HEADING_FAMILY = '"Bricolage Grotesque", "Instrument Sans", system-ui, sans-serif';

/** Shares of the frame that buttons and texts of the big networks leave free, from its edges. */
type Margins = { top: number; bottom: number; side: number };
const UPRIGHT: Margins = { top: 0.12, bottom: 0.22, side: 0.13 };
const OTHERS: Margins = { top: 0.06, bottom: 0.07, side: 0.06 };

/** The part of a frame in which nothing of a network covers what is shown. */
export function safeArea({ width, height }: FrameSize): Rect {
  const { top, bottom, side } = height / width > 1.6 ? UPRIGHT : OTHERS;
  return {
    x: width * side,
    y: height * top,
    width: width * (1 - 2 * side),
    height: height * (1 - top - bottom),
  };
}

/** Look of captions. Sizes are shares of the frame's shorter side. */
type Style = {
  size: number;
  font: (px: number) => string;
  fill: string;
  outline: number;
  box: string | null;
};

const STYLES: Record<Exclude<CaptionStyle, "none">, Style> = {
  plain: { size: 0.056, font: (px) => `600 ${px}px ${FAMILY}`, fill: "#ffffff", outline: 0.16, box: null },
  boxed: {
    size: 0.052,
    font: (px) => `600 ${px}px ${FAMILY}`,
    fill: "#ffffff",
    outline: 0,
    box: "rgb(21 18 14 / 0.82)",
  },
  large: {
    size: 0.084,
    font: (px) => `800 ${px}px ${HEADING_FAMILY}`,
    fill: "#fff4d6",
    outline: 0.2,
    box: null,
  },
};

const OUTLINE = "#15120e";
const LINE_HEIGHT = 1.24;
/** Space of a box around its text, in sizes of the text. */
const PADDING = 0.42;
/** A gap between things, as a share of the frame's shorter side. */
const GAP = 0.02;

/** The fonts in which something is drawn have to be loaded before. */
export async function loadClipFonts(texts: string): Promise<void> {
  const fonts = [`600 40px ${FAMILY}`, `800 40px ${HEADING_FAMILY}`];
  await Promise.all(fonts.map((font) => document.fonts.load(font, texts).catch(() => undefined)));
}

type Captions = { cues: readonly ClipCue[]; style: CaptionStyle; language: string };

/** Captions as images, each for its time. They stay above `mark`, a watermark. */
export function captionOverlays(
  size: FrameSize,
  { cues, style, language }: Captions,
  mark: Rect | null,
): Overlay[] {
  if (style === "none") return [];
  const look = STYLES[style];
  const px = Math.round(Math.min(size.width, size.height) * look.size);
  const context = contextOf(size);
  return cues.map(({ from, to, text }) => {
    context.clearRect(0, 0, size.width, size.height);
    context.font = look.font(px);
    context.direction = directionOf(language);
    const area = safeArea(size);
    const padding = look.box ? px * PADDING : 0;
    const lines = wrapText(
      text,
      language,
      area.width - 2 * padding,
      (line) => context.measureText(line).width,
    );
    const height = lines.length * px * LINE_HEIGHT + 2 * padding;
    const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 2 * padding;
    const box = { x: (size.width - width) / 2, y: area.y + area.height - height, width, height };
    const shown = mark ? above(box, mark, size) : box;
    if (look.box) {
      context.fillStyle = look.box;
      context.beginPath();
      context.roundRect(shown.x, shown.y, shown.width, shown.height, px * 0.3);
      context.fill();
    }
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = px * look.outline;
    context.strokeStyle = OUTLINE;
    context.fillStyle = look.fill;
    for (const [index, line] of lines.entries()) {
      const y = shown.y + padding + (index + 0.5) * px * LINE_HEIGHT;
      if (look.outline > 0) context.strokeText(line, size.width / 2, y);
      context.fillText(line, size.width / 2, y);
    }
    return { ...cropped(context, grown(shown, px * 0.3)), from: from / 1000, to: to / 1000 };
  });
}

/** Moves a box above a mark, if it would cover it and there is room. */
function above(box: Rect, mark: Rect, size: FrameSize): Rect {
  const y = mark.y - box.height - Math.min(size.width, size.height) * GAP;
  return overlaps(box, mark) && y > 0 ? { ...box, y } : box;
}

/** Name and business in a clip; `logo`: the business's, loaded. */
export type Strip = { name: string | null; business: string; logo: CanvasImageSource | null };

/** The strip with logo, name and business, at the top of the safe area, below a watermark that is there. */
export function stripOverlay(size: FrameSize, { name, business, logo }: Strip, mark: Rect | null): Overlay {
  const context = contextOf(size);
  const unit = Math.min(size.width, size.height);
  const area = safeArea(size);
  const [big, small] = [Math.round(unit * 0.042), Math.round(unit * 0.032)];
  const padding = unit * 0.022;
  const side = logo ? big + small + padding : 0;
  const lines = [
    ...(name === null
      ? []
      : [{ text: name, font: `700 ${big}px ${HEADING_FAMILY}`, px: big, fill: "#1a1510" }]),
    {
      text: business,
      font: `500 ${small}px ${FAMILY}`,
      px: small,
      fill: name === null ? "#1a1510" : "#5c5348",
    },
  ];
  const most = area.width - 2 * padding - (logo ? side + padding : 0);
  const texts = lines.map((line) => {
    context.font = line.font;
    return { ...line, text: fitted(context, line.text, most) };
  });
  const widths = texts.map(({ font, text }) => {
    context.font = font;
    return context.measureText(text).width;
  });
  const textHeight = texts.reduce((sum, { px }) => sum + px * LINE_HEIGHT, 0);
  const inner = Math.max(textHeight, side);
  const box = {
    x: area.x,
    y: area.y,
    width: Math.max(...widths) + 2 * padding + (logo ? side + padding : 0),
    height: inner + 2 * padding,
  };
  const below = mark && overlaps(box, mark) ? mark.y + mark.height + unit * GAP : box.y;
  const shown = { ...box, y: below + box.height < area.y + area.height ? below : box.y };
  context.fillStyle = "#fffaf3";
  context.beginPath();
  context.roundRect(shown.x, shown.y, shown.width, shown.height, unit * 0.02);
  context.fill();
  if (logo)
    drawWithin(context, logo, {
      x: shown.x + padding,
      y: shown.y + (shown.height - side) / 2,
      width: side,
      height: side,
    });
  context.textAlign = "left";
  context.textBaseline = "middle";
  let y = shown.y + (shown.height - textHeight) / 2;
  for (const { text, font, px, fill } of texts) {
    context.font = font;
    context.fillStyle = fill;
    context.fillText(text, shown.x + padding + (logo ? side + padding : 0), y + (px * LINE_HEIGHT) / 2);
    y += px * LINE_HEIGHT;
  }
  return cropped(context, grown(shown, 2));
}

/** A text with an ellipsis if it is wider than `most`. */
function fitted(context: Canvas2d, text: string, most: number): string {
  const signs = [...text];
  let end = signs.length;
  const shown = () => (end === signs.length ? text : `${signs.slice(0, end).join("").trimEnd()}…`);
  while (end > 1 && context.measureText(shown()).width > most) end -= 1;
  return shown();
}

function drawWithin(context: Canvas2d, image: CanvasImageSource, rect: Rect): void {
  const [width, height] = sidesOf(image);
  const scale = Math.min(rect.width / width, rect.height / height);
  const [w, h] = [width * scale, height * scale];
  context.drawImage(image, rect.x + (rect.width - w) / 2, rect.y + (rect.height - h) / 2, w, h);
}

function sidesOf(image: CanvasImageSource): [number, number] {
  // An SVG without a size of its own is square.
  if (image instanceof HTMLImageElement) return [image.naturalWidth || 1, image.naturalHeight || 1];
  return "displayWidth" in image
    ? [image.displayWidth, image.displayHeight]
    : [Number(image.width), Number(image.height)];
}

function contextOf({ width, height }: FrameSize): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("no canvas to draw on");
  return context;
}

const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** The drawn part of a canvas. Begins on even pixels, as planes of colour do. */
function cropped(context: OffscreenCanvasRenderingContext2D, { x, y, width, height }: Rect): Overlay {
  const { canvas } = context;
  const [left, top] = [evenWithin(x, canvas.width - 2), evenWithin(y, canvas.height - 2)];
  const right = Math.min(canvas.width, 2 * Math.ceil((x + width) / 2));
  const bottom = Math.min(canvas.height, 2 * Math.ceil((y + height) / 2));
  const part = new OffscreenCanvas(right - left, bottom - top);
  part.getContext("2d")?.drawImage(canvas, -left, -top);
  return { image: part.transferToImageBitmap(), x: left, y: top };
}

const evenWithin = (value: number, most: number) => Math.min(Math.max(0, 2 * Math.floor(value / 2)), most);
