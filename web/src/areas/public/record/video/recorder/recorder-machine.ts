import { CameraError, releaseCamera, type CameraProblem } from "#media/camera/camera.ts";
import type { OpenCamera } from "#media/camera/open-camera.ts";
import { cameraOf, listCameras } from "#media/camera/devices.ts";
import { prefetchSending } from "#media/finish/finishing.ts";
import { hapticTick } from "#media/camera/haptics.ts";
import { watchInterruptions, type Interruption } from "#media/camera/interruption.ts";
import { grabPoster } from "#media/camera/poster.ts";
import type { Recording } from "#media/recording/recorder.ts";
import { COUNTDOWN_SECONDS, MAX_SECONDS } from "#media/recording/recording-clock.ts";
import { TakeStore } from "#media/take/take-store.ts";
import { isTooShort, mediaType, newTake, takeOf } from "#media/take/take.ts";
import { keepScreenAwake } from "#media/camera/wake-lock.ts";
import type { Business, CameraSession, RecorderEvents, RecorderState } from "./recorder-state.ts";

const TICK_MS = 100;
/** Interval of updates while recording: each one paints, on a phone that is busy. */
const SHOWN_MS = 250;
/** Limit for the first frame of the preview before a recording. */
const PREVIEW_MS = 1000;

/**
 * State machine of the recorder: closed → opening → live → countdown → recording → closed (with a take). It owns the
 * camera: every way out calls `close`, which stops all tracks.
 */
export class RecorderMachine {
  private business: Business;
  private readonly events: RecorderEvents;
  private state: RecorderState = { phase: "closed", problem: null };
  private listeners = new Set<() => void>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private camera: OpenCamera | null = null;
  private recording: Recording | null = null;
  private interruption: Interruption | null = null;
  private stopWatching: () => void = () => undefined;
  /** The live picture, from which the take's still is drawn. */
  private preview: HTMLVideoElement | null = null;
  /** Thumbnail of a recording whose page was left. */
  private poster: string | null = null;
  /** Counts camera sessions and cancelled countdowns, so that late results of earlier ones are ignored. */
  private visit = 0;

  constructor(business: Business, events: RecorderEvents) {
    this.business = business;
    this.events = events;
  }

  /** Sets the business of the next recording. */
  serve(business: Business): void {
    this.business = business;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): RecorderState => this.state;

  /** Shows the live picture on an element. */
  attach = (video: HTMLVideoElement | null): void => {
    // Gone with its screen, before `close` is heard.
    if (!video) this.hidePreview();
    this.preview = video;
    if (video && "stream" in this.state) video.srcObject = this.state.stream;
  };

  /**
   * Opens the camera, or the one with this id. `permission`: already requested; resolves with the problem, if any.
   * Returns the problem, or `null`.
   */
  async open(
    cameraId: string | null = null,
    permission?: Promise<CameraProblem | null>,
  ): Promise<CameraProblem | "not-loaded" | null> {
    this.close();
    const visit = this.visit;
    this.enter({ phase: "opening" });
    try {
      const openCamera = await cameraOpener().catch(() => null);
      if (!openCamera) {
        if (visit !== this.visit) return null;
        this.enter({ phase: "closed", problem: null });
        return "not-loaded";
      }
      const refusal = (await permission) ?? null;
      if (visit !== this.visit) return null;
      if (refusal) {
        this.enter({ phase: "closed", problem: refusal });
        return refusal;
      }
      const camera = await openCamera(cameraId);
      const { stream } = camera;
      const cameras = await listCameras();
      if (visit !== this.visit) {
        releaseCamera(stream);
        return null;
      }
      this.camera = camera;
      void camera.straighten();
      this.stopWatching = watchInterruptions(stream, (interruption) => this.interrupt(interruption));
      this.enter({ phase: "live", stream, camera: cameraOf(stream), cameras });
      return null;
    } catch (error) {
      if (visit !== this.visit) return null;
      const problem = error instanceof CameraError ? error.problem : "refused";
      this.enter({ phase: "closed", problem });
      return problem;
    }
  }

  start(): void {
    if (this.state.phase !== "live") return;
    const session = sessionOf(this.state);
    void this.camera?.straighten();
    const began = performance.now();
    this.countDown(session, COUNTDOWN_SECONDS);
    this.every(() => {
      const left = COUNTDOWN_SECONDS - Math.floor((performance.now() - began) / 1000);
      if (left <= 0) void this.record(session);
      else if (this.state.phase === "countdown" && this.state.left !== left) this.countDown(session, left);
    });
  }

  /** Back from the countdown to the live picture. */
  cancel(): void {
    if (this.state.phase !== "countdown") return;
    this.visit += 1;
    clearInterval(this.timer);
    this.enter({ ...sessionOf(this.state), phase: "live" });
  }

  stop(): void {
    if (this.state.phase === "recording") this.recording?.stop();
  }

  /** Leaves the page: ends and keeps a recording, and releases the camera. */
  leave(): void {
    if (this.state.phase === "recording") {
      this.interrupt("hidden");
      this.poster = grabPoster(this.preview);
      // The browser ends the tracks itself.
      this.hidePreview();
    } else this.close();
  }

  /** Releases the camera. A running recording ends; its stored part stays on the device. */
  close(): void {
    this.visit += 1;
    clearInterval(this.timer);
    this.stopWatching();
    this.hidePreview();
    this.camera?.freeze();
    this.camera = null;
    if ("stream" in this.state) releaseCamera(this.state.stream);
    this.recording?.stop();
    this.recording = null;
    if (this.state.phase !== "closed") this.enter({ phase: "closed", problem: null });
  }

  /** WebKitGTK hangs if a track ends while one of its frames is being drawn: a deadlock in GStreamer. */
  private hidePreview(): void {
    if (this.preview) this.preview.srcObject = null;
  }

  private countDown(session: CameraSession, left: number): void {
    hapticTick();
    this.enter({ ...session, phase: "countdown", left });
  }

  /** Something took the camera, the microphone or the screen away. */
  private interrupt(interruption: Interruption): void {
    if (this.state.phase === "recording") {
      this.interruption ??= interruption;
      this.recording?.stop();
      return;
    }
    this.cancel();
    if (this.state.phase === "live" && hasEndedTrack(this.state.stream)) {
      this.close();
      this.enter({ phase: "closed", problem: "lost" });
    }
  }

  private async record(session: CameraSession): Promise<void> {
    clearInterval(this.timer);
    const visit = this.visit;
    const { recordingPlan, startRecording, thumbnailOf } = await loadRecorder();
    const plan = await recordingPlan();
    await this.camera?.freezeWhenReady();
    const opening = await thumbnailOf(this.preview, PREVIEW_MS);
    if (visit !== this.visit) return;

    let bytes = 0;
    let elapsedMs = 0;
    const releaseWakeLock = keepScreenAwake();
    const { clientId, watermark } = this.business;
    const facts = { ...newTake(clientId, "camera", watermark, plan.reportedType), opening };
    const store = TakeStore.begin(facts, this.events.onStorageError);
    this.interruption = null;
    this.poster = null;
    prefetchSending(plan.reportedType);
    try {
      const recording = startRecording(session.stream, plan, {
        onChunk: (chunk, size) => {
          bytes = size;
          store.chunk(chunk);
        },
        onFailure: () => this.interrupt("recorder-failed"),
      });
      this.recording = recording;
      const began = performance.now();
      let shown = -1;
      const tick = () => {
        if (!recording.isStopping()) elapsedMs = Math.min(performance.now() - began, MAX_SECONDS * 1000);
        const step = Math.floor(elapsedMs / SHOWN_MS);
        if (this.recording === recording && step !== shown) {
          shown = step;
          this.enter({ ...session, phase: "recording", elapsedMs, bytes });
        }
        if (elapsedMs >= MAX_SECONDS * 1000) recording.stop();
      };
      tick();
      this.every(tick);

      const blob = await recording.finished;
      if (visit !== this.visit) {
        store.release();
        return;
      }
      tick();
      const ending = {
        type: mediaType(blob.type),
        seconds: elapsedMs / 1000,
        poster: this.poster ?? grabPoster(this.preview),
        interruption: this.interruption,
      };
      if (isTooShort(ending.seconds)) {
        store.delete();
        this.close();
        this.events.onTooShort();
        return;
      }
      void store.update(ending);
      this.close();
      this.events.onTake(takeOf({ ...facts, ...ending }, blob, store));
    } catch {
      store.delete();
      if (visit !== this.visit) return;
      const { interruption } = this;
      this.close();
      // A recording interrupted at its start has no data; that is not the browser's fault.
      const isInterrupted = interruption !== null && interruption !== "recorder-failed";
      if (isInterrupted && isTooShort(elapsedMs / 1000)) this.events.onTooShort();
      else this.events.onEmpty();
    } finally {
      releaseWakeLock();
    }
  }

  private every(tick: () => void): void {
    clearInterval(this.timer);
    this.timer = setInterval(tick, TICK_MS);
  }

  private enter(state: RecorderState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

const loadRecorder = () => import("#media/recording/camera-and-recorder.ts");

/** Loads the code that opens a camera, and the plan for it. */
async function cameraOpener(): Promise<(cameraId: string | null) => Promise<OpenCamera>> {
  const { openCamera, recordingPlan } = await loadRecorder();
  const plan = await recordingPlan();
  return (cameraId) => openCamera(plan, cameraId);
}

function sessionOf({ stream, camera, cameras }: CameraSession): CameraSession {
  return { stream, camera, cameras };
}

const hasEndedTrack = (stream: MediaStream): boolean =>
  stream.getTracks().some((track) => track.readyState === "ended");
