import type { CameraProblem } from "#media/camera/camera.ts";
import type { Camera } from "#media/camera/devices.ts";
import type { Take } from "#media/take/take.ts";
import type { Watermark } from "#media/watermark.ts";

/** An open camera: its stream, and all cameras to choose from. */
export type CameraSession = { stream: MediaStream; camera: Camera | null; cameras: Camera[] };

export type RecorderState =
  | { phase: "closed"; problem: CameraProblem | null }
  | { phase: "opening" }
  | (CameraSession & { phase: "live" })
  | (CameraSession & { phase: "countdown"; left: number })
  | (CameraSession & { phase: "recording"; elapsedMs: number; bytes: number });

export type CameraOn = Extract<RecorderState, CameraSession>;

export type RecorderEvents = {
  onTake: (take: Take) => void;
  /** The recorder stopped without usable data. */
  onEmpty: () => void;
  /** The recording was interrupted before it was long enough to send. */
  onTooShort: () => void;
  /** The device cannot store the recording. */
  onStorageError: (error: unknown) => void;
};

/**
 * The client of a recording and its watermark, at the time it starts. `destination` identifies the form's URL and the
 * consent texts.
 */
export type Business = { clientId: string; watermark: Watermark | null; destination: string };
