import type { CameraProblem } from "#media/camera/camera.ts";
import type { Camera } from "#media/camera/devices.ts";
import type { Take } from "#media/take/take.ts";
import type { Watermark } from "#media/watermark.ts";

/** What is on while there is a picture: the stream, its camera, and the cameras there are to choose from. */
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
  /** The recorder stopped and left nothing that could be used. */
  onEmpty: () => void;
  /** Something ended the recording before there was enough of it to be sent. */
  onTooShort: () => void;
  /** The device keeps no copy of what is recorded. */
  onStorageError: (error: unknown) => void;
};

/**
 * Whom a recording is for, and the watermark it gets, as they are when it starts. `destination` tells apart where it is
 * sent and what is agreed to.
 */
export type Business = { clientId: string; watermark: Watermark | null; destination: string };
