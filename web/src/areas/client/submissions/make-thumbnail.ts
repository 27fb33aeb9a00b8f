/** Browsers open few videos well at once, and a phone's connection carries few. */
const AT_ONCE = 2;
/** Seconds into the video: past a first black frame. */
const AT_SECONDS = 0.5;
const PATIENCE_MS = 15_000;
const WIDTH = 192;

/** Made once for a visit, by the video's address; another map once everything was forgotten. */
let made = new Map<string, string>();

type Wish = { address: string; done: (picture: string | null) => void; signal: AbortSignal };
/** Aborted once nobody wants it any more. */
type Making = { wishes: Wish[]; unwanted: AbortController };
const waiting: Wish[] = [];
const underway = new Map<string, Making>();

/** A still that was made before. */
export const thumbnailAt = (address: string): string | undefined => made.get(address);

/**
 * A still of a video as a blob address; `null` where none can be made. Whoever no longer wants it aborts. Who looks
 * at this very video goes `first`.
 */
export function makeThumbnail(
  address: string,
  signal: AbortSignal,
  { first = false } = {},
): Promise<string | null> {
  const known = made.get(address);
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((done) => {
    const wish = { address, done, signal };
    if (first) waiting.unshift(wish);
    else waiting.push(wish);
    next();
  });
}

/** What was shown to one person, or was erased, is not kept: lets go of every still, also of one being made. */
export function forgetThumbnails(): void {
  for (const still of made.values()) URL.revokeObjectURL(still);
  made = new Map();
}

function next(): void {
  while (underway.size < AT_ONCE) {
    const wish = waiting.shift();
    if (!wish) return;
    const together = underway.get(wish.address);
    if (wish.signal.aborted) wish.done(null);
    else if (together) join(together, wish);
    else void begin(wish);
  }
}

async function begin(wish: Wish): Promise<void> {
  const making: Making = { wishes: [], unwanted: new AbortController() };
  underway.set(wish.address, making);
  join(making, wish);
  const still = await make(wish.address, making.unwanted.signal);
  underway.delete(wish.address);
  for (const { done } of making.wishes) done(still);
  next();
}

/** One video is loaded once, however many want it, and until none does. */
function join({ wishes, unwanted }: Making, wish: Wish): void {
  wishes.push(wish);
  wish.signal.addEventListener("abort", () => {
    if (wishes.every(({ signal }) => signal.aborted)) unwanted.abort();
  });
}

async function make(address: string, unwanted: AbortSignal): Promise<string | null> {
  const visit = made;
  const known = made.get(address);
  if (known !== undefined) return known;
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  try {
    const over = AbortSignal.any([unwanted, AbortSignal.timeout(PATIENCE_MS)]);
    video.src = address;
    await heard(video, "loadeddata", over);
    const seeked = heard(video, "seeked", over);
    video.currentTime = video.duration > 2 * AT_SECONDS ? AT_SECONDS : 0.01;
    await seeked;
    const picture = await drawn(video);
    // Forgotten meanwhile?
    if (!picture || visit !== made) return null;
    const still = URL.createObjectURL(picture);
    made.set(address, still);
    return still;
  } catch {
    return null;
  } finally {
    // Or the browser goes on loading it.
    video.removeAttribute("src");
    video.load();
  }
}

function heard(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error("the video cannot be shown"));
    if (signal.aborted) failed();
    signal.addEventListener("abort", failed, { once: true });
    video.addEventListener("error", failed, { once: true });
    video.addEventListener(event, () => resolve(), { once: true });
  });
}

async function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  if (!video.videoWidth) return null;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * video.videoHeight) / video.videoWidth);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
}
