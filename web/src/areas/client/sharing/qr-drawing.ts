import { encode } from "uqr";
import { BUBBLE } from "#brand/mark.tsx";

/** A logo ready to be drawn anywhere: no address in it. */
export type Logo = { dataUrl: string; width: number; height: number };

type Box = { x: number; y: number; width: number; height: number };

/** A code in modules, its own corner at 0, 0. */
export type QrDrawing = {
  size: number;
  /** The dark modules, as an SVG path. */
  path: string;
  /** Left free in the middle for a picture. */
  plate: Box;
};

/** Quiet zone around the code in modules, as the standard requires. */
export const QUIET = 4;
/** Fixed colours, because a file has no theme, and many readers accept only dark on white. */
export const INK = "#15120e";
export const PAPER = "#ffffff";
export const DOT = "#d92d20";
/** Level `H` makes good three tenths of the code. A square plate of a fifth of its width hides a twenty-fifth. */
const PLATE_SHARE = 5;
/** A wide or tall plate may be this much longer than a square one, and hides no more. */
const LONGEST = 1.5;

/** Draws a QR code of a text. `aspect`: width by height of the logo on its plate. */
export function drawQr(text: string, aspect = 1): QrDrawing {
  const { data, size } = encode(text, { ecc: "H", border: 0 });
  const side = size / PLATE_SHARE;
  const stretch = Math.min(Math.max(Math.sqrt(aspect), 1 / LONGEST), LONGEST);
  const width = odd(side * stretch);
  const height = odd(side / stretch);
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path, plate: { x: (size - width) / 2, y: (size - height) / 2, width, height } };
}

/** The largest odd number of modules within, at least 3: a code's own width is odd, so that this is its middle. */
const odd = (modules: number): number => Math.max(Math.floor((modules - 1) / 2) * 2 + 1, 3);

/** Box of the logo on the plate, with half a module of white around it. */
export function onPlate(plate: Box): Box {
  return { x: plate.x + 0.5, y: plate.y + 0.5, width: plate.width - 1, height: plate.height - 1 };
}

/** Paints the code as a picture of `pixels` by `pixels`, each module on whole pixels. */
export async function paintQr(text: string, logo: Logo | null, pixels: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no canvas");
  const { size, path, plate } = drawQr(text, aspectOf(logo));
  const module = Math.floor(pixels / (size + 2 * QUIET));
  const corner = Math.floor((pixels - size * module) / 2);
  context.fillStyle = PAPER;
  context.fillRect(0, 0, pixels, pixels);
  context.translate(corner, corner);
  context.scale(module, module);
  const modules = new Path2D(path);
  context.fillStyle = INK;
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- no array
  context.fill(modules);
  context.fillStyle = PAPER;
  context.fillRect(plate.x, plate.y, plate.width, plate.height);
  if (logo) await paintLogo(context, logo, onPlate(plate));
  else paintMark(context, onPlate(plate));
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the picture was not made"))),
      "image/png",
    );
  });
}

export const aspectOf = (logo: Logo | null): number => (logo ? logo.width / logo.height : 1);

async function paintLogo(context: CanvasRenderingContext2D, logo: Logo, box: Box): Promise<void> {
  const image = new Image();
  image.src = logo.dataUrl;
  await image.decode();
  const scale = Math.min(box.width / logo.width, box.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  context.imageSmoothingQuality = "high";
  context.drawImage(image, box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
}

/** The mark is 32 units wide. */
function paintMark(context: CanvasRenderingContext2D, box: Box): void {
  context.translate(box.x, box.y);
  context.scale(box.width / 32, box.height / 32);
  const bubble = new Path2D(BUBBLE);
  context.fillStyle = INK;
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- no array
  context.fill(bubble);
  context.fillStyle = DOT;
  context.beginPath();
  context.arc(16, 15.9, 6.5, 0, 2 * Math.PI);
  context.fill();
}
