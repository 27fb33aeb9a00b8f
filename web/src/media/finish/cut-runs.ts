import { AudioSample, AudioSampleSink, VideoSampleSink } from "mediabunny";
import type { Run } from "#media/generated/media.ts";

/** Seconds; times of samples are rounded. */
const NEAR = 0.0005;

type Seconds = { at: number; from: number; to: number };

const inSeconds = ({ at, from, length }: Run): Seconds => ({
  at: at / 1000,
  from: from / 1000,
  to: (from + length) / 1000,
});

/**
 * Makes sinks return only these runs of a file, in its own order and time: mediabunny 1.61 honours only the first entry
 * of an edit list, and not its end.
 */
export function cutRuns(video: Run[], audio: Run[]): void {
  if (video.length > 0) cutPictures(video.map(inSeconds));
  if (audio.length > 0) cutSound(audio.map(inSeconds));
}

function cutPictures(runs: Seconds[]): void {
  const { samples } = VideoSampleSink.prototype;
  VideoSampleSink.prototype.samples = async function* shownSamples() {
    for (const { at, from, to } of runs) {
      for await (const sample of samples.call(this, from, to)) {
        const start = Math.max(sample.timestamp, from);
        const end = Math.min(sample.timestamp + sample.duration, to);
        if (end - start < NEAR) {
          sample.close();
          continue;
        }
        sample.setTimestamp(start - from + at);
        sample.setDuration(end - start);
        yield sample;
      }
    }
  };
}

function cutSound(runs: Seconds[]): void {
  const { samples } = AudioSampleSink.prototype;
  AudioSampleSink.prototype.samples = async function* shownSamples() {
    /** Seconds up to which sound was passed on; `null` before it begins. */
    let reached: number | null = null;
    for (const { at, from, to } of runs) {
      for await (const sample of samples.call(this, from, to)) {
        const { sampleRate, numberOfFrames, timestamp } = sample;
        const first = Math.max(0, Math.round((from - timestamp) * sampleRate));
        const last = Math.min(numberOfFrames, Math.round((to - timestamp) * sampleRate));
        if (first >= last) {
          sample.close();
          continue;
        }
        const shown = first > 0 || last < numberOfFrames ? sample.trim(first, last) : sample;
        if (shown !== sample) sample.close();
        shown.setTimestamp(Math.max(timestamp, from) - from + at);
        // Encoders count samples and ignore timestamps, so gaps are filled with silence.
        if (reached !== null && shown.timestamp - reached > NEAR) yield silence(shown, reached);
        reached = shown.timestamp + shown.duration;
        yield shown;
      }
    }
  };
}

/** A silent sample that fills the gap before another, in its format. */
function silence(sample: AudioSample, from: number): AudioSample {
  const { format, numberOfChannels, sampleRate } = sample;
  const frames = Math.round((sample.timestamp - from) * sampleRate);
  const bytes = sample.allocationSize({ format, planeIndex: 0 });
  const planes = format.endsWith("-planar") ? numberOfChannels : 1;
  const data = new Uint8Array(Math.round((bytes * planes * frames) / sample.numberOfFrames));
  if (format.startsWith("u8")) data.fill(128);
  return new AudioSample({ data, format, numberOfChannels, sampleRate, timestamp: from });
}
