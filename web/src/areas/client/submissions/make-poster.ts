import * as api from "#api/generated/calls/client.ts";
import { posters } from "#api/generated/rules.json";

const CARD = { width: 1200, height: 630 };
/** Longest side of a poster, so that it is sharp on phones and small for lists. */
const STILL_SIDE = 720;
const QUALITIES = [0.8, 0.65, 0.5, 0.35];

/** Numbers of the posters that were chosen in this visit, by submission: browsers keep posters for a day. */
const chosen = new Map<string, number>();

/** Address of a submission's poster. */
export function posterAddress(clientId: string, id: string): string {
  const number = chosen.get(id);
  return api.submissionPosterAddress(clientId, id) + (number === undefined ? "" : `?chosen=${number}`);
}

/** Keeps the frame that the owner chose. */
export async function choosePoster(clientId: string, id: string, video: HTMLVideoElement): Promise<void> {
  await keepPoster(clientId, id, video);
  chosen.set(id, Date.now());
}

/** Keeps the current frame of a video as its submission's poster, and as a card for shared links. */
export async function keepPoster(clientId: string, id: string, video: HTMLVideoElement): Promise<void> {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = Math.min(1, STILL_SIDE / Math.max(width, height));
  const still = await jpeg(
    draw(Math.round(width * scale), Math.round(height * scale), (context, canvas) =>
      context.drawImage(video, 0, 0, canvas.width, canvas.height),
    ),
    posters.stillBytes,
  );
  const card = await jpeg(
    draw(CARD.width, CARD.height, (context) => drawCard(context, video)),
    posters.cardBytes,
  );
  if (!still || !card) throw new Error("this browser makes no picture of the video");
  const form = new FormData();
  form.set("still", still, "still.jpg");
  form.set("card", card, "card.jpg");
  await api.submissionPutPoster(clientId, id, form);
}

/** The whole frame before an enlarged, darkened one. */
function drawCard(context: CanvasRenderingContext2D, video: HTMLVideoElement): void {
  const { videoWidth: width, videoHeight: height } = video;
  const place = (scale: number) => {
    const [w, h] = [width * scale, height * scale];
    context.drawImage(video, (CARD.width - w) / 2, (CARD.height - h) / 2, w, h);
  };
  place(Math.max(CARD.width / width, CARD.height / height));
  context.fillStyle = "rgb(21 18 14 / 0.72)";
  context.fillRect(0, 0, CARD.width, CARD.height);
  place(Math.min(CARD.width / width, CARD.height / height));
}

function draw(
  width: number,
  height: number,
  paint: (context: CanvasRenderingContext2D, canvas: HTMLCanvasElement) => void,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (context) paint(context, canvas);
  return canvas;
}

/** The best JPEG of at most so many bytes; `null` if there is none. */
async function jpeg(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob && blob.size <= maxBytes) return blob;
  }
  return null;
}
