import { note, recall } from "../../lib/local-storage.ts";
import { pause } from "../../lib/pause.ts";
import type { Core } from "../core-types.ts";
import type { CameraConstraints } from "../generated/CameraConstraints.ts";
import type { CameraRequests } from "../generated/CameraRequests.ts";
import type { Plan } from "../generated/Plan.ts";
import type { FrameSize } from "../watermark.ts";
import { CameraError, canRecordHere, releaseCamera, type CameraProblem } from "./camera.ts";

/** As long as the first frame of an open camera is waited for, and with what another request brings. */
const FIRST_FRAME_MS = 1000;
const SHOWN_MS = 1500;
/** As long as the way back to the first request is waited for. */
const BACK_MS = 500;
const POLL_MS = 40;

/** How to record here, and what is wrong with a picture. */
export type CameraRules = { plan: Pick<Plan, "camera" | "audio">; pictureFaults: Core["pictureFaults"] };

/**
 * Asks for camera and microphone in one go, for one certain camera where it is named; release an earlier stream first.
 * A picture that lies while the device stands, or is too slow or too large, is asked for a second time, without another
 * prompt, and the better one is kept.
 */
export async function openCamera(
  { plan, pictureFaults }: CameraRules,
  cameraId: string | null,
): Promise<MediaStream> {
  if (!canRecordHere()) throw new CameraError("unsupported");
  const portrait = isHeldUpright();
  const [first, second] = inOrder(plan.camera, portrait);
  const stream = await navigator.mediaDevices
    .getUserMedia({ video: videoOf(first, cameraId), audio: plan.audio })
    .catch((error: unknown) => {
      throw new CameraError(problemOf(error), error);
    });
  keepPlaybackWhileRecording();
  const faults = (asked: CameraConstraints, { width, height }: FrameSize) =>
    pictureFaults(
      portrait,
      Math.min(asked.width.ideal, asked.height.ideal),
      width,
      height,
      frameRateOf(stream),
    );
  try {
    if (await secondIsBetter(stream, first, second, faults)) remember(portrait, second, plan.camera);
  } catch (error) {
    // A camera that refuses the other request may have ended over it.
    if (stream.getVideoTracks().some((track) => track.readyState === "ended")) {
      releaseCamera(stream);
      throw new CameraError("lost", error);
    }
    console.warn("the picture stays as it is:", error);
  }
  return stream;
}

async function secondIsBetter(
  stream: MediaStream,
  first: CameraConstraints,
  second: CameraConstraints,
  faults: (asked: CameraConstraints, picture: FrameSize) => number,
): Promise<boolean> {
  const opened = performance.now();
  const [track] = stream.getVideoTracks();
  const came = await drawnFrame(stream, null, opened + FIRST_FRAME_MS);
  if (!track) return false;
  const wrong = faults(first, came);
  if (wrong === 0) return false;
  await Promise.race([track.applyConstraints(sizeOf(second)), tooLate(opened + SHOWN_MS)]);
  const instead = await drawnFrame(stream, came, opened + SHOWN_MS);
  if (faults(second, instead) < wrong) return true;
  await Promise.race([track.applyConstraints(sizeOf(first)), tooLate(performance.now() + BACK_MS)]);
  return false;
}

async function tooLate(at: number): Promise<never> {
  await pause(at - performance.now());
  throw new Error("the camera does not answer");
}

/**
 * The size of a frame as it is drawn, another one than `before` where one comes before `until`. Where none is drawn in
 * time it is what the camera says of itself.
 */
async function drawnFrame(stream: MediaStream, before: FrameSize | null, until: number): Promise<FrameSize> {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  try {
    void video.play().catch(() => undefined);
    for (;;) {
      await pause(POLL_MS);
      const drawn = await sizeOfFrame(video);
      const isNew = drawn !== null && (before === null || !isSameSize(before, drawn));
      if (isNew) return drawn;
      if (performance.now() >= until) return drawn ?? announcedSize(stream);
    }
  } finally {
    video.srcObject = null;
  }
}

/** What is drawn may be turned against what the video says of itself (WebKit bug 323550). */
async function sizeOfFrame(video: HTMLVideoElement): Promise<FrameSize | null> {
  if (video.readyState < video.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
  try {
    const frame = await createImageBitmap(video);
    const { width, height } = frame;
    frame.close();
    return { width, height };
  } catch {
    return { width: video.videoWidth, height: video.videoHeight };
  }
}

const isSameSize = (one: FrameSize, other: FrameSize) =>
  one.width === other.width && one.height === other.height;

function announcedSize(stream: MediaStream): FrameSize {
  const { width = 0, height = 0 } = stream.getVideoTracks()[0]?.getSettings() ?? {};
  return { width, height };
}

/** Frames in a second as the camera announces them; 0 where it does not. */
function frameRateOf(stream: MediaStream): number {
  return stream.getVideoTracks()[0]?.getSettings().frameRate ?? 0;
}

/** Safari before 16.4 has the older of the two properties only. */
function isHeldUpright(): boolean {
  const { type } = (screen.orientation as ScreenOrientation | undefined) ?? {};
  if (type) return type.startsWith("portrait");
  const { orientation } = window as { orientation?: number };
  return orientation === undefined ? innerHeight > innerWidth : orientation % 180 === 0;
}

function videoOf(asked: CameraConstraints, cameraId: string | null): MediaTrackConstraints {
  return cameraId === null ? asked : { deviceId: { exact: cameraId }, ...sizeOf(asked) };
}

/** Of an open camera nobody asks which one it is. */
const sizeOf = ({ width, height }: CameraConstraints) => ({ width, height });

function problemOf(error: unknown): CameraProblem {
  // WebKit's OverconstrainedError, which is also what it says where no camera is at all, is no DOMException.
  switch (error instanceof Object && "name" in error ? error.name : "") {
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "refused";
  }
}

/** WebKit otherwise routes the sound of a later playback to the earpiece. */
function keepPlaybackWhileRecording(): void {
  const session = (navigator as { audioSession?: { type: string } }).audioSession;
  if (session) session.type = "play-and-record";
}

/** Which of the two requests gave the better picture while the device was held upright. */
const BETTER = "sayso-camera";
const SECOND = "second";

/** The request that gave the better picture the last time comes first. */
function inOrder(
  { first, second }: CameraRequests,
  portrait: boolean,
): [CameraConstraints, CameraConstraints] {
  return portrait && recall(BETTER) === SECOND ? [second, first] : [first, second];
}

/** Upright it is the browser's way with orientations that was found out; a slow camera may be another one next time. */
function remember(portrait: boolean, better: CameraConstraints, { second }: CameraRequests): void {
  if (portrait) note(BETTER, better === second ? SECOND : null);
}
