import { Sustained } from "./sustained.ts";

/** Below this there is no voice: speech at arm's length is 20 dB louder, a quiet room 10 dB quieter. */
const SILENT_DB = -50;
/** With the sampling interval, silence is reported within 2.5 seconds (REC29). */
export const SILENT_AFTER_MS = 2200;
export const SAMPLE_MS = 100;
/** The meter's range. */
const METER_FROM_DB = -55;
const METER_TO_DB = -12;

export type Sound = {
  /** 0 to 1, for a meter. */
  level: number;
  /** No sound for a while. */
  silent: boolean;
};

/** Judges samples of the sound in sequence. */
export class SoundJudge {
  private readonly silence = new Sustained(SILENT_AFTER_MS);

  /** `samples` from -1 to 1; `now` in milliseconds. */
  judge(samples: Float32Array, now: number): Sound {
    const decibels = loudness(samples);
    const level = (decibels - METER_FROM_DB) / (METER_TO_DB - METER_FROM_DB);
    return {
      level: Math.min(Math.max(level, 0), 1),
      silent: this.silence.at(now, decibels < SILENT_DB),
    };
  }
}

/** Root mean square in decibels below full scale. */
function loudness(samples: Float32Array): number {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return 10 * Math.log10(power / Math.max(samples.length, 1));
}

/**
 * Measures a stream's sound level; returns a function that stops. If the browser does not allow it, nothing is
 * reported, and never silence.
 */
export function watchSound(stream: MediaStream, onSound: (sound: Sound) => void): () => void {
  const listening = listen(stream);
  if (!listening) return () => undefined;
  const { context, ear } = listening;
  const samples = new Float32Array(ear.fftSize);
  const judge = new SoundJudge();
  void context.resume().catch(() => undefined);
  const timer = setInterval(() => {
    if (context.state !== "running") return;
    ear.getFloatTimeDomainData(samples);
    onSound(judge.judge(samples, performance.now()));
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    void context.close().catch(() => undefined);
  };
}

/** Browsers refuse: too many contexts, another sample rate, a policy. */
function listen(stream: MediaStream): { context: AudioContext; ear: AnalyserNode } | null {
  if (typeof AudioContext === "undefined" || stream.getAudioTracks().length === 0) return null;
  let context: AudioContext | null = null;
  try {
    // Larger buffers wake the audio thread less often; nothing is played, so latency does not matter.
    context = new AudioContext({ latencyHint: "playback" });
    const ear = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(ear);
    return { context, ear };
  } catch (error) {
    console.warn("no microphone level:", error);
    void context?.close().catch(() => undefined);
    return null;
  }
}
