import { canRecordHere } from "./camera-support.ts";
import type { Plan } from "./generated/Plan.ts";

/** Why there is no picture: the person (or a policy) said no, no device, taken by another app or lost, or no support. */
export type CameraProblem = "refused" | "missing" | "busy" | "lost" | "unsupported";

export class CameraError extends Error {
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem, cause?: unknown) {
    super(`camera: ${problem}`, { cause });
    this.problem = problem;
  }
}

/**
 * Asks for camera and microphone in one go, for one certain camera where it is named. Call it from a tap; release
 * an earlier stream first.
 */
export async function openCamera(
  wish: Pick<Plan, "camera" | "audio">,
  cameraId: string | null = null,
): Promise<MediaStream> {
  if (!canRecordHere()) throw new CameraError("unsupported");
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      video: videoOf(wish, cameraId),
      audio: wish.audio,
    });
    keepPlaybackWhileRecording();
    return stream;
  } catch (error) {
    throw new CameraError(problemOf(error), error);
  }
}

export function releaseCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function videoOf({ camera }: Pick<Plan, "camera">, cameraId: string | null): MediaTrackConstraints {
  if (cameraId === null) return camera;
  const { width, height } = camera;
  return { deviceId: { exact: cameraId }, width, height };
}

function problemOf(error: unknown): CameraProblem {
  switch (error instanceof DOMException ? error.name : "") {
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
