import { storePoster } from "./make-poster.ts";
import { beginStill, endStill } from "./still-crashes.ts";

/** Browsers open few videos well at once, and a phone's connection carries few. */
const AT_ONCE = 2;
/** Seconds into the video: past a first black frame. */
const AT_SECONDS = 0.5;
const TIMEOUT_MS = 15_000;
const WIDTH = 192;

/** Made once for a visit, by the video's address; another map once everything was forgotten. */
let made = new Map<string, string>();

/** The submission of a video, and the video's address. */
export type ThumbnailSource = { clientId: string; id: string; url: string };

type ThumbnailRequest = {
  source: ThumbnailSource;
  done: (picture: string | null) => void;
  signal: AbortSignal;
};
/** Aborted once no request is left. */
type Job = { requests: ThumbnailRequest[]; cancelled: AbortController };
let waiting: ThumbnailRequest[] = [];
const underway = new Map<string, Job>();

/** A thumbnail made earlier. */
export const thumbnailAt = (url: string): string | undefined => made.get(url);

/**
 * Makes a video's thumbnail and returns its blob URL; `null` if that is impossible. Abort `signal` to cancel. `first`:
 * before all others, for the video being viewed.
 */
export function makeThumbnail(
  source: ThumbnailSource,
  signal: AbortSignal,
  { first = false } = {},
): Promise<string | null> {
  const cached = made.get(source.url);
  if (cached !== undefined) return Promise.resolve(cached);
  return new Promise((done) => {
    const request = { source, done, signal };
    if (first) waiting.unshift(request);
    else waiting.push(request);
    next();
  });
}

/** Cancels the thumbnails of a URL that are not made yet, so that its player can load the video. */
export function cancelThumbnail(url: string): void {
  const cancelled = waiting.filter((request) => request.source.url === url);
  waiting = waiting.filter((request) => request.source.url !== url);
  for (const { done } of cancelled) done(null);
  underway.get(url)?.cancelled.abort();
}

/** Releases a video's thumbnail, because its owner chose another picture. */
export function removeThumbnail(url: string): void {
  const still = made.get(url);
  if (still) URL.revokeObjectURL(still);
  made.delete(url);
}

/** Releases every thumbnail, also one in progress: another user must not see them, nor anybody an erased video. */
export function clearThumbnails(): void {
  for (const still of made.values()) URL.revokeObjectURL(still);
  made = new Map();
}

function next(): void {
  while (underway.size < AT_ONCE) {
    const request = waiting.shift();
    if (!request) return;
    const together = underway.get(request.source.url);
    if (request.signal.aborted) request.done(null);
    else if (together) join(together, request);
    else void begin(request);
  }
}

async function begin(request: ThumbnailRequest): Promise<void> {
  const job: Job = { requests: [], cancelled: new AbortController() };
  const { source } = request;
  underway.set(source.url, job);
  join(job, request);
  const still = await make(source, job.cancelled.signal);
  underway.delete(source.url);
  for (const { done } of job.requests) done(still);
  next();
}

/** One video is loaded once, however many want it, and until none does. */
function join({ requests, cancelled }: Job, request: ThumbnailRequest): void {
  requests.push(request);
  request.signal.addEventListener("abort", () => {
    if (requests.every(({ signal }) => signal.aborted)) cancelled.abort();
  });
}

async function make({ clientId, id, url }: ThumbnailSource, cancelled: AbortSignal): Promise<string | null> {
  const visit = made;
  const cached = made.get(url);
  if (cached !== undefined) return cached;
  if (!beginStill(url)) return null;
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, TIMEOUT_MS);
  cancelled.addEventListener("abort", end);
  if (cancelled.aborted) end();
  try {
    const signal = ending.signal;
    // Its own URL: Chromium fails a video that is loaded twice at once.
    video.src = `${url}?still`;
    await eventOf(video, "loadeddata", signal);
    const seeked = eventOf(video, "seeked", signal);
    video.currentTime = video.duration > 2 * AT_SECONDS ? AT_SECONDS : 0.01;
    await seeked;
    const picture = await drawFrame(video);
    // `clearThumbnails` was called meanwhile.
    if (!picture || visit !== made) return null;
    const still = URL.createObjectURL(picture);
    made.set(url, still);
    // Else the next visit tries again.
    await storePoster(clientId, id, video).catch(() => undefined);
    return still;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    // Otherwise the browser continues loading it.
    video.removeAttribute("src");
    video.load();
    endStill(url);
  }
}

function eventOf(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error("the video cannot be shown"));
    if (signal.aborted) failed();
    signal.addEventListener("abort", failed, { once: true });
    video.addEventListener("error", failed, { once: true });
    video.addEventListener(event, () => resolve(), { once: true });
  });
}

async function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
  if (!video.videoWidth) return null;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * video.videoHeight) / video.videoWidth);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
}
