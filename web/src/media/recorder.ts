import type { Plan } from "./generated/Plan.ts";

export type Recording = {
  /** Resolves when the recorder has stopped, whoever stopped it; rejects when nothing usable came out. */
  finished: Promise<Blob>;
  stop: () => void;
};

export type RecordingEvents = {
  /** The next piece, and the bytes gathered so far. */
  onPiece: (piece: Blob, bytes: number) => void;
  /** The recorder gave up; what was gathered is handed over all the same. */
  onFailure: () => void;
};

/** Starts recording. */
export function startRecording(stream: MediaStream, plan: Plan, events: RecordingEvents): Recording {
  const recorder = new MediaRecorder(stream, optionsOf(plan));
  const pieces: Blob[] = [];
  let size = 0;

  const finished = new Promise<Blob>((resolve, reject) => {
    recorder.addEventListener("dataavailable", ({ data }) => {
      // Safari hands out empty pieces.
      if (data.size === 0) return;
      pieces.push(data);
      size += data.size;
      events.onPiece(data, size);
    });
    recorder.addEventListener("stop", () => {
      const type = recorder.mimeType || plan.mimeType || pieces[0]?.type || "";
      if (size > 0) resolve(new Blob(pieces, { type }));
      else reject(new Error("the recorder gave no data"));
    });
    recorder.addEventListener("error", () => {
      events.onFailure();
      // What was gathered is still usable: the stop event that follows hands it over.
      if (recorder.state !== "inactive") recorder.stop();
    });
  });

  recorder.start(plan.timesliceMs);
  console.info(
    `recording ${plan.reportedType}: video ${plan.videoBitsPerSecond} bps, audio ${plan.audioBitsPerSecond} bps, diagnostic target ${plan.diagnosticTargetBps} bps`,
  );
  return {
    finished,
    stop: () => {
      if (recorder.state !== "inactive") recorder.stop();
    },
  };
}

function optionsOf(plan: Plan): MediaRecorderOptions {
  return {
    ...(plan.mimeType ? { mimeType: plan.mimeType } : {}),
    ...(plan.keyFrameIntervalMs ? { videoKeyFrameIntervalDuration: plan.keyFrameIntervalMs } : {}),
    videoBitsPerSecond: plan.videoBitsPerSecond,
    audioBitsPerSecond: plan.audioBitsPerSecond,
  };
}
