import { CameraError, openCamera, releaseCamera, type CameraProblem } from "../../../../media/camera.ts";
import { cameraOf, listCameras, type Camera } from "../../../../media/devices.ts";
import { warmFinisher } from "../../../../media/finish/finish.ts";
import { hapticTick } from "../../../../media/haptics.ts";
import { watchInterruptions, type Interruption } from "../../../../media/interruption.ts";
import { grabPoster } from "../../../../media/poster.ts";
import { startRecording, type Recording } from "../../../../media/recorder.ts";
import { COUNTDOWN_SECONDS, MAX_SECONDS } from "../../../../media/recording-clock.ts";
import { recordingPlan } from "../../../../media/recording-plan.ts";
import { TakeKeeper } from "../../../../media/take-keeper.ts";
import { mediaType, newTake, takeOf, type Take } from "../../../../media/take.ts";
import { keepScreenAwake } from "../../../../media/wake-lock.ts";
import type { Watermark } from "../../../../media/watermark.ts";

const TICK_MS = 100;

/** What is on while there is a picture: the stream, its camera, and the cameras there are to choose from. */
export type CameraRoom = { stream: MediaStream; camera: Camera | null; cameras: Camera[] };

export type RecorderState =
  | { phase: "closed"; problem: CameraProblem | null }
  | { phase: "opening" }
  | (CameraRoom & { phase: "live" })
  | (CameraRoom & { phase: "countdown"; left: number })
  | (CameraRoom & { phase: "recording"; elapsedMs: number; bytes: number });

export type CameraOn = Extract<RecorderState, CameraRoom>;

export type RecorderEvents = {
  onTake: (take: Take) => void;
  /** The recorder stopped and left nothing that could be used. */
  onNothing: () => void;
  /** The device keeps no copy of what is recorded. */
  onKeepingTrouble: (error: unknown) => void;
};

/** Whom a recording is for, and the watermark it gets, as they are when it starts. */
export type Business = { clientId: string; watermark: Watermark | null };

/**
 * The recorder's states: closed → opening → live → countdown → recording → closed (with a take).
 * It owns the camera: whatever ends a visit calls `close`, and no track stays on.
 */
export class RecorderMachine {
  private business: Business;
  private readonly events: RecorderEvents;
  private state: RecorderState = { phase: "closed", problem: null };
  private listeners = new Set<() => void>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private recording: Recording | null = null;
  private interruption: Interruption | null = null;
  private stopWatching: () => void = () => undefined;
  /** The live picture, from which the take's still is drawn. */
  private preview: HTMLVideoElement | null = null;
  /** Counts visits of the camera, so that what a past one still delivers is ignored. */
  private visit = 0;

  constructor(business: Business, events: RecorderEvents) {
    this.business = business;
    this.events = events;
  }

  /** What the next recording is made for. */
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
    this.preview = video;
    if (video && "stream" in this.state) video.srcObject = this.state.stream;
  };

  /** Takes the camera, a certain one where it is named. Answers what stood in the way, or `null`. */
  async open(cameraId: string | null = null): Promise<CameraProblem | "not-loaded" | null> {
    this.close();
    const visit = this.visit;
    this.enter({ phase: "opening" });
    try {
      const plan = await recordingPlan().catch(() => null);
      if (!plan) {
        if (visit !== this.visit) return null;
        this.enter({ phase: "closed", problem: null });
        return "not-loaded";
      }
      const stream = await openCamera(plan, cameraId);
      const cameras = await listCameras();
      if (visit !== this.visit) {
        releaseCamera(stream);
        return null;
      }
      this.stopWatching = watchInterruptions(stream, (what) => this.interrupt(what));
      this.enter({ phase: "live", stream, camera: cameraOf(stream), cameras });
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
    const room = roomOf(this.state);
    const began = performance.now();
    this.countDown(room, COUNTDOWN_SECONDS);
    this.every(() => {
      const left = COUNTDOWN_SECONDS - Math.floor((performance.now() - began) / 1000);
      if (left <= 0) void this.record(room);
      else if (this.state.phase === "countdown" && this.state.left !== left) this.countDown(room, left);
    });
  }

  /** Back from the countdown to the live picture. */
  cancel(): void {
    if (this.state.phase !== "countdown") return;
    clearInterval(this.timer);
    this.enter({ ...roomOf(this.state), phase: "live" });
  }

  stop(): void {
    if (this.state.phase === "recording") this.recording?.stop();
  }

  /** The page goes: a recording ends and is kept, the camera is let go of. */
  leave(): void {
    if (this.state.phase === "recording") this.interrupt("hidden");
    else this.close();
  }

  /** Lets go of the camera. A recording that is under way ends; what the device kept of it stays there. */
  close(): void {
    this.visit += 1;
    clearInterval(this.timer);
    this.stopWatching();
    if ("stream" in this.state) releaseCamera(this.state.stream);
    this.recording?.stop();
    this.recording = null;
    if (this.state.phase !== "closed") this.enter({ phase: "closed", problem: null });
  }

  private countDown(room: CameraRoom, left: number): void {
    hapticTick();
    this.enter({ ...room, phase: "countdown", left });
  }

  /** Something took the camera, the microphone or the screen away. */
  private interrupt(what: Interruption): void {
    if (this.state.phase === "recording") {
      this.interruption ??= what;
      this.recording?.stop();
      return;
    }
    this.cancel();
    if (this.state.phase === "live" && hasEnded(this.state.stream)) {
      this.close();
      this.enter({ phase: "closed", problem: "lost" });
    }
  }

  private async record(room: CameraRoom): Promise<void> {
    clearInterval(this.timer);
    const visit = this.visit;
    const plan = await recordingPlan();
    if (visit !== this.visit) return;

    let bytes = 0;
    let elapsedMs = 0;
    const letScreenSleep = keepScreenAwake();
    const { clientId, watermark } = this.business;
    const facts = newTake(clientId, "camera", watermark, plan.reportedType);
    const keeper = TakeKeeper.begin(facts, this.events.onKeepingTrouble);
    this.interruption = null;
    warmFinisher();
    try {
      const recording = startRecording(room.stream, plan, {
        onPiece: (piece, size) => {
          bytes = size;
          keeper.piece(piece);
        },
        onFailure: () => this.interrupt("recorder-failed"),
      });
      this.recording = recording;
      const began = performance.now();
      const tick = () => {
        elapsedMs = Math.min(performance.now() - began, MAX_SECONDS * 1000);
        if (this.recording === recording) this.enter({ ...room, phase: "recording", elapsedMs, bytes });
        if (elapsedMs >= MAX_SECONDS * 1000) recording.stop();
      };
      tick();
      this.every(tick);

      const blob = await recording.finished;
      if (visit !== this.visit) {
        keeper.release();
        return;
      }
      tick();
      const ending = {
        type: mediaType(blob.type),
        seconds: elapsedMs / 1000,
        poster: grabPoster(this.preview),
        interruption: this.interruption,
      };
      keeper.amend(ending);
      this.close();
      this.events.onTake(takeOf({ ...facts, ...ending }, blob, keeper));
    } catch {
      keeper.forget();
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

function roomOf({ stream, camera, cameras }: CameraRoom): CameraRoom {
  return { stream, camera, cameras };
}

const hasEnded = (stream: MediaStream): boolean =>
  stream.getTracks().some((track) => track.readyState === "ended");
