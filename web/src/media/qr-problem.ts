import { fetchClient } from "#api/public-client.ts";

/** How long the look-up of another link may take. */
const LOOKUP_TIMEOUT_MS = 10_000;
/** Longer sides are read no better, and slower. */
const MAX_SIDE = 1200;
/** A code needs a light margin around it, which a cropped picture lacks. */
const MARGIN = 24;

/** Why a picture may not be the QR code of a recording page. */
export type QrProblem = { title: string; text: string };

/**
 * Decodes a QR image and compares its URL with `page`, the URL of a recording page; `null` if it leads there. The
 * client's former links are accepted too.
 */
export async function qrProblem(
  file: Blob,
  page: string,
  clientId: string | null,
): Promise<QrProblem | null> {
  const text = await readQrCode(file);
  if (text === null) {
    return {
      title: "No QR code found",
      text: "We can’t read a QR code in this picture. If it is too small, blurred or has no light margin, customers’ phones won’t read it either.",
    };
  }
  if (await pointsTo(text, page, clientId)) return null;
  return { title: "This code leads elsewhere", text: `It opens ${text}, not the recording page ${page}.` };
}

/** The text of an image's QR code; `null` if none can be read. */
async function readQrCode(file: Blob): Promise<string | null> {
  const { default: jsQR } = await import("jsqr");
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale) + 2 * MARGIN;
  canvas.height = Math.round(picture.height * scale) + 2 * MARGIN;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, MARGIN, MARGIN, canvas.width - 2 * MARGIN, canvas.height - 2 * MARGIN);
  picture.close();
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, width, height)?.data ?? null;
}

async function pointsTo(address: string, page: string, clientId: string | null): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  const own = new URL(page);
  const slug = /^\/record\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (origin !== own.origin || slug === undefined) return false;
  if (`/record/${slug}`.toLowerCase() === own.pathname.toLowerCase()) return true;
  if (clientId === null) return false;
  const found = await fetchClient(slug, AbortSignal.timeout(LOOKUP_TIMEOUT_MS)).catch(() => null);
  return found?.id === clientId;
}
