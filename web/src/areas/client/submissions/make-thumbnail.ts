/** Browsers open few videos well at once, and a phone's connection carries few. */
const AT_ONCE = 2;
/** Seconds into the video: past a first black frame. */
const AT_SECONDS = 0.5;
const PATIENCE_MS = 15_000;
const WIDTH = 192;

/** Made once for a visit, by the video's address. */
const made = new Map<string, string>();

type Wish = { address: string; done: (picture: string | null) => void; signal: AbortSignal };
const waiting: Wish[] = [];
let running = 0;

/** A still that was made before. */
export const thumbnailAt = (address: string): string | undefined => made.get(address);

/** A still of a video as a blob address; `null` where none can be made. Whoever no longer wants it aborts. */
export function makeThumbnail(address: string, signal: AbortSignal): Promise<string | null> {
  const known = made.get(address);
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((done) => {
    waiting.push({ address, done, signal });
    next();
  });
}

function next(): void {
  while (running < AT_ONCE) {
    const wish = waiting.shift();
    if (!wish) return;
    if (wish.signal.aborted) {
      wish.done(null);
      continue;
    }
    running += 1;
    void make(wish).finally(() => {
      running -= 1;
      next();
    });
  }
}

async function make({ address, done, signal }: Wish): Promise<void> {
  const known = made.get(address);
  if (known !== undefined) {
    done(known);
    return;
  }
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  try {
    const over = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    video.src = address;
    await heard(video, "loadeddata", over);
    const seeked = heard(video, "seeked", over);
    video.currentTime = video.duration > 2 * AT_SECONDS ? AT_SECONDS : 0.01;
    await seeked;
    const still = await drawn(video);
    if (still) made.set(address, still);
    done(still);
  } catch {
    done(null);
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

async function drawn(video: HTMLVideoElement): Promise<string | null> {
  if (!video.videoWidth) return null;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * video.videoHeight) / video.videoWidth);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
  return blob && URL.createObjectURL(blob);
}
