/** Whether this page can record. Many in-app browsers and all insecure contexts lack both APIs. */
export function canRecordHere(): boolean {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return typeof devices?.getUserMedia === "function" && typeof MediaRecorder !== "undefined";
}

/** Reason for a missing picture: refused by the user or a policy, no device, in use or lost, or unsupported. */
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
