import { storeItem, readItem } from "#lib/local-storage.ts";
import { pause } from "#lib/pause.ts";
import { loadWasmCore } from "#media/core.ts";
import type { CameraConstraints, CameraRequests, Plan } from "#media/generated/media.ts";
import { problemOf } from "./camera-problem.ts";
import { CameraError, canRecordHere } from "./camera.ts";
import { orientationsDiffer, shownFrame, type ShownFrame } from "./shown-frame.ts";

/** Time limit for an open camera's first frame. */
const FIRST_FRAME_TIMEOUT_MS = 1000;
/** Time limit for an open camera to apply other settings. */
const APPLY_TIMEOUT_MS = 1500;
const POLL_MS = 40;

/** Opens camera and microphone with one prompt, optionally a certain camera; release an earlier stream first. */
export async function openCamera(
  { camera, audio }: Pick<Plan, "camera" | "audio">,
  cameraId: string | null,
): Promise<OpenCamera> {
  if (!canRecordHere()) throw new CameraError("unsupported");
  const requested = isHeldUpright() && readItem(BETTER) === SECOND ? camera.second : camera.first;
  const stream = await navigator.mediaDevices
    .getUserMedia({ video: videoOf(requested, cameraId), audio })
    .catch((error: unknown) => {
      throw new CameraError(problemOf(error), error);
    });
  allowPlaybackWhileRecording();
  return new OpenCamera(stream, camera, requested);
}

/**
 * An open camera whose picture should have the device's orientation. If it does not, or is too slow or too large, the
 * camera is reconfigured once while it is shown, without another prompt, and reverted if the first picture was better.
 * Turning the device starts this over.
 */
export class OpenCamera {
  readonly stream: MediaStream;
  private readonly requests: CameraRequests;
  private requested: CameraConstraints;
  /** How the device was held when the picture was judged, and when that is done. */
  private judged: { upright: boolean; done: Promise<void> } | null = null;
  private frozen = false;
  private readonly probe = document.createElement("video");

  constructor(stream: MediaStream, requests: CameraRequests, requested: CameraConstraints) {
    this.stream = stream;
    this.requests = requests;
    this.requested = requested;
  }

  /**
   * Reconfigures the camera if that helps, for the device's current orientation. Never fails: the picture then stays as
   * it is.
   */
  straighten(): Promise<void> {
    const upright = isHeldUpright();
    if (this.judged?.upright !== upright) {
      const before = this.judged?.done ?? Promise.resolve();
      const done = before
        .then(() => this.reconfigure(upright))
        .catch((error: unknown) => console.warn("the picture stays as it is:", error))
        .finally(() => this.hideProbe());
      this.judged = { upright, done };
    }
    return this.judged.done;
  }

  /** Freezes the picture's settings, after waiting for a running reconfiguration. */
  async freezeWhenReady(): Promise<void> {
    await Promise.race([this.straighten(), pause(APPLY_TIMEOUT_MS)]);
    this.freeze();
  }

  /** Freezes the picture's settings at once, before the stream is released. */
  freeze(): void {
    this.frozen = true;
    this.hideProbe();
  }

  /** Runs even if the rules arrive late. */
  private async reconfigure(upright: boolean): Promise<void> {
    const { picture } = await loadWasmCore();
    const began = performance.now();
    const firstShown = await this.shownFrame(null, began + FIRST_FRAME_TIMEOUT_MS);
    const [track] = this.stream.getVideoTracks();
    if (!picture || !track || this.frozen) return;
    const faults = ({ frame, announced }: ShownFrame) => {
      const { width, height } = this.requested;
      const lines = Math.min(width.ideal, height.ideal);
      const { frameRate = 0 } = track.getSettings();
      const doubtful = orientationsDiffer(frame, announced);
      return picture.faults(upright, lines, frame.width, frame.height, doubtful, frameRate);
    };
    const firstFaults = faults(firstShown);
    if (firstFaults === 0) return;
    const { first, second } = this.requests;
    const before = this.requested;
    const apply = (requested: CameraConstraints) => {
      this.requested = requested;
      return Promise.race([track.applyConstraints(sizeOf(requested)), rejectAt(began + APPLY_TIMEOUT_MS)]);
    };
    await apply(before === first ? second : first);
    const newFaults = faults(await this.shownFrame(firstShown, began + APPLY_TIMEOUT_MS));
    if (this.frozen) return;
    // The first picture is already judged: after reverting, nothing is judged or requested again.
    if (picture.goesBack(firstFaults, newFaults)) await apply(before);
    // Upright it is the browser's way with orientations that was found out; a slow camera may be another one next time.
    else if (upright && newFaults < firstFaults) storeItem(BETTER, this.requested === second ? SECOND : null);
  }

  /** Returns a frame as shown, other than `before` if one arrives before `until`; otherwise what the camera reports. */
  private async shownFrame(before: ShownFrame | null, until: number): Promise<ShownFrame> {
    this.showProbe();
    for (;;) {
      await pause(POLL_MS);
      const shown = await shownFrame(this.probe);
      if (shown && !isSameSize(before, shown)) return shown;
      if (this.frozen || performance.now() >= until) return shown ?? announcedFrame(this.stream);
    }
  }

  private showProbe(): void {
    if (this.frozen || this.probe.srcObject) return;
    this.probe.muted = true;
    this.probe.playsInline = true;
    this.probe.srcObject = this.stream;
    void this.probe.play().catch(() => undefined);
  }

  private hideProbe(): void {
    this.probe.srcObject = null;
  }
}

async function rejectAt(at: number): Promise<never> {
  await pause(at - performance.now());
  throw new Error("the camera does not answer");
}

const isSameSize = (one: ShownFrame | null, { frame }: ShownFrame) =>
  one?.frame.width === frame.width && one.frame.height === frame.height;

function announcedFrame(stream: MediaStream): ShownFrame {
  const { width = 0, height = 0 } = stream.getVideoTracks()[0]?.getSettings() ?? {};
  return { frame: { width, height }, announced: { width, height } };
}

/** Safari before 16.4 has the older of the two properties only. */
function isHeldUpright(): boolean {
  const { type } = (screen.orientation as ScreenOrientation | undefined) ?? {};
  if (type) return type.startsWith("portrait");
  const { orientation } = window as { orientation?: number };
  return orientation === undefined ? innerHeight > innerWidth : orientation % 180 === 0;
}

function videoOf(requested: CameraConstraints, cameraId: string | null): MediaTrackConstraints {
  return cameraId === null ? requested : { deviceId: { exact: cameraId }, ...sizeOf(requested) };
}

/** Leaves out which camera is wanted: it is already chosen. */
const sizeOf = ({ width, height }: CameraConstraints) => ({ width, height });

/** WebKit otherwise routes the sound of a later playback to the earpiece. */
function allowPlaybackWhileRecording(): void {
  const session = (navigator as { audioSession?: { type: string } }).audioSession;
  if (session) session.type = "play-and-record";
}

/** Remembers which request gave the better picture while the device was upright. */
const BETTER = "sayso-camera";
const SECOND = "second";
