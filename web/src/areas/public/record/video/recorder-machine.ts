import { CameraError, openCamera, releaseCamera, type CameraProblem } from "../../../../media/camera.ts";
import { loadCore } from "../../../../media/core.ts";
import { grabPoster } from "../../../../media/poster.ts";
import { startRecording, type Recording } from "../../../../media/recorder.ts";
import { COUNTDOWN_SECONDS, MAX_SECONDS } from "../../../../media/recording-clock.ts";
import { keepScreenAwake } from "../../../../media/wake-lock.ts";
import { makeTake, type Take } from "../../../../media/take.ts";

const TICK_MS = 100;

export type RecorderState =
  | { phase: "closed"; problem: CameraProblem | null }
  | { phase: "opening" }
  | { phase: "live"; stream: MediaStream }
  | { phase: "countdown"; stream: MediaStream; left: number }
  | { phase: "recording"; stream: MediaStream; elapsedMs: number; bytes: number };

export type RecorderEvents = {
  onTake: (take: Take) => void;
  /** The recorder stopped and left nothing that could be used. */
  onNothing: () => void;
};

/**
 * The recorder's states: closed → opening → live → countdown → recording → closed (with a take).
 * It owns the camera: whatever ends a visit calls `close`, and no track stays on.
 */
export class RecorderMachine {
  private readonly events: RecorderEvents;
  private state: RecorderState = { phase: "closed", problem: null };
  private listeners = new Set<() => void>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private recording: Recording | null = null;
  /** The live picture, from which the take's still is drawn. */
  private preview: HTMLVideoElement | null = null;
  /** Counts visits of the camera, so that what a past one still delivers is ignored. */
  private visit = 0;

  constructor(events: RecorderEvents) {
    this.events = events;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): RecorderState => this.state;

  /** Shows the live picture on an element. */
  attach = (video: HTMLVideoElement | null): void => {
    this.preview = video;
    if (video && "stream" in this.state) video.srcObject = this.state.stream;
  };

  /** Takes the camera. Answers what stood in the way, or `null`. */
  async open(): Promise<CameraProblem | null> {
    this.close();
    const visit = this.visit;
    this.enter({ phase: "opening" });
    try {
      const stream = await openCamera((await loadCore()).plan());
      if (visit !== this.visit) {
        releaseCamera(stream);
        return null;
      }
      this.enter({ phase: "live", stream });
      return null;
    } catch (error) {
      if (visit !== this.visit) return null;
      const problem = error instanceof CameraError ? error.problem : "refused";
      this.enter({ phase: "closed", problem });
      return problem;
    }
  }

  /** Counts down, then records. */
  start(): void {
    if (this.state.phase !== "live") return;
    const { stream } = this.state;
    const began = performance.now();
    this.enter({ phase: "countdown", stream, left: COUNTDOWN_SECONDS });
    this.every(() => {
      const left = COUNTDOWN_SECONDS - Math.floor((performance.now() - began) / 1000);
      if (left <= 0) void this.record(stream);
      else if (this.state.phase === "countdown" && this.state.left !== left) {
        this.enter({ phase: "countdown", stream, left });
      }
    });
  }

  /** Back from the countdown to the live picture. */
  cancel(): void {
    if (this.state.phase !== "countdown") return;
    clearInterval(this.timer);
    this.enter({ phase: "live", stream: this.state.stream });
  }

  stop(): void {
    if (this.state.phase === "recording") this.recording?.stop();
  }

  /** Lets go of the camera; a recording that is under way is given up. */
  close(): void {
    this.visit += 1;
    clearInterval(this.timer);
    if ("stream" in this.state) releaseCamera(this.state.stream);
    this.recording?.stop();
    this.recording = null;
    if (this.state.phase !== "closed") this.enter({ phase: "closed", problem: null });
  }

  private async record(stream: MediaStream): Promise<void> {
    clearInterval(this.timer);
    const visit = this.visit;
    const plan = (await loadCore()).plan();
    if (visit !== this.visit) return;

    let bytes = 0;
    let elapsedMs = 0;
    const letScreenSleep = keepScreenAwake();
    try {
      const recording = startRecording(stream, plan, (size) => {
        bytes = size;
      });
      this.recording = recording;
      const began = performance.now();
      const tick = () => {
        elapsedMs = Math.min(performance.now() - began, MAX_SECONDS * 1000);
        if (this.recording === recording) this.enter({ phase: "recording", stream, elapsedMs, bytes });
        if (elapsedMs >= MAX_SECONDS * 1000) recording.stop();
      };
      tick();
      this.every(tick);

      const blob = await recording.finished;
      if (visit !== this.visit) return;
      tick();
      const poster = grabPoster(this.preview);
      this.close();
      this.events.onTake(makeTake(blob, "camera", { seconds: elapsedMs / 1000, poster }));
    } catch {
      if (visit !== this.visit) return;
      this.close();
      this.events.onNothing();
    } finally {
      letScreenSleep();
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
