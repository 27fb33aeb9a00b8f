/** Whether a page can record here at all. Both are missing in many in-app browsers and outside secure contexts. */
export function canRecordHere(): boolean {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return typeof devices?.getUserMedia === "function" && typeof MediaRecorder !== "undefined";
}

/** Why there is no picture: the person (or a policy) said no, no device, taken by another app or lost, or no support. */
export type CameraProblem = "refused" | "missing" | "busy" | "lost" | "unsupported";

export class CameraError extends Error {
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem, cause?: unknown) {
    super(`camera: ${problem}`, { cause });
    this.problem = problem;
  }
}

export function releaseCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
