import { fetchClient } from "#api/public-client.ts";

/** How long the look-up of another link may take. */
const LOOK_UP_MS = 10_000;
/** Longer sides are read no better, and slower. */
const MAX_SIDE = 1200;
/** A code needs a light margin around it, which a cropped picture lacks. */
const MARGIN = 24;

/** The text of the QR code in a picture; `null` where none can be read. */
export async function readQrCode(file: Blob): Promise<string | null> {
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

/** Whether an address leads to a client's recording page, whose own address is `page`. Links that it had before do, too. */
export async function leadsTo(address: string, clientId: string, page: string): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  const own = new URL(page);
  const slug = /^\/record\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (origin !== own.origin || slug === undefined) return false;
  if (`/record/${slug}`.toLowerCase() === own.pathname.toLowerCase()) return true;
  const found = await fetchClient(slug, AbortSignal.timeout(LOOK_UP_MS)).catch(() => null);
  return found?.id === clientId;
}
