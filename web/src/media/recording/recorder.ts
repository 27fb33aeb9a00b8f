import type { Plan } from "#media/generated/media.ts";

export type Recording = {
  /** Resolves when the recorder has stopped, for any reason; rejects if nothing usable was recorded. */
  finished: Promise<Blob>;
  stop: () => void;
  /** Stop was requested, but the recording is not handed over yet. */
  isStopping: () => boolean;
};

export type RecordingEvents = {
  /** The next chunk, and the size of all so far in bytes. */
  onChunk: (chunk: Blob, bytes: number) => void;
  /** The recorder failed; the chunks so far are still handed over. */
  onFailure: () => void;
};

/** Time limit for a recorder to hand over the last chunk and stop. */
const STOPPING_MS = 8000;
/** The limit before the first chunk: longer for a busy phone, because all would be lost. */
const STOPPING_EMPTY_MS = 30_000;

/**
 * Firefox sends the chunks of `start(timeslice)` through its encoder's thread once more than the last chunk: on a busy
 * device they arrive after `stop`, or never (its dom/media/MediaRecorder.cpp). Those of `requestData()` take the last
 * one's path, and arrive in order.
 */
const DELIVERS_TIMESLICES_LATE = /Firefox\//;

export function startRecording(stream: MediaStream, plan: Plan, events: RecordingEvents): Recording {
  const recorder = new MediaRecorder(stream, optionsOf(plan));
  const chunks: Blob[] = [];
  let size = 0;
  const late = new AbortController();
  let stopping = false;

  const finished = new Promise<Blob>((resolve, reject) => {
    const deliver = () => {
      const type = recorder.mimeType || plan.mimeType || chunks[0]?.type || "";
      if (size > 0) resolve(new Blob(chunks, { type }));
      else reject(new Error("the recorder gave no data"));
    };
    recorder.addEventListener("dataavailable", ({ data }) => {
      // Safari delivers empty chunks.
      if (data.size === 0) return;
      chunks.push(data);
      size += data.size;
      events.onChunk(data, size);
    });
    recorder.addEventListener("stop", deliver);
    late.signal.addEventListener("abort", deliver);
    recorder.addEventListener("error", () => {
      events.onFailure();
      // The chunks so far are usable: the following stop event hands them over.
      if (recorder.state !== "inactive") recorder.stop();
    });
  });

  startInChunks(recorder, plan.timesliceMs);
  console.info(
    `recording ${plan.reportedType}: video ${plan.videoBitsPerSecond} bps, audio ${plan.audioBitsPerSecond} bps, diagnostic target ${plan.diagnosticTargetBps} bps`,
  );
  return {
    finished,
    stop: () => {
      if (recorder.state !== "inactive") recorder.stop();
      if (!stopping) afterAwake(size > 0 ? STOPPING_MS : STOPPING_EMPTY_MS, () => late.abort());
      stopping = true;
    },
    isStopping: () => stopping,
  };
}

/** Starts a recorder that hands a chunk over every `timesliceMs`. */
function startInChunks(recorder: MediaRecorder, timesliceMs: number): void {
  if (!DELIVERS_TIMESLICES_LATE.test(navigator.userAgent)) {
    recorder.start(timesliceMs);
    return;
  }
  recorder.start();
  const timer = setInterval(() => {
    if (recorder.state === "recording") recorder.requestData();
    else clearInterval(timer);
  }, timesliceMs);
}

/** A page that was frozen meanwhile has had no time: it gets it when it is awake. */
function afterAwake(ms: number, then: () => void): void {
  const began = performance.now();
  setTimeout(() => {
    if (performance.now() - began > 2 * ms) afterAwake(ms, then);
    else then();
  }, ms);
}

function optionsOf(plan: Plan): MediaRecorderOptions {
  return {
    ...(plan.mimeType ? { mimeType: plan.mimeType } : {}),
    ...(plan.keyFrameIntervalMs ? { videoKeyFrameIntervalDuration: plan.keyFrameIntervalMs } : {}),
    videoBitsPerSecond: plan.videoBitsPerSecond,
    audioBitsPerSecond: plan.audioBitsPerSecond,
  };
}
