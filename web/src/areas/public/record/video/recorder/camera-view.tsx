import { ChevronRight, Mic, TriangleAlert, X, SwitchCamera } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject, useId } from "react";
import { clockView } from "#media/recording/recording-clock.ts";
import { megabytes } from "#media/take/take.ts";
import { isMirrored, type Camera } from "#media/camera/devices.ts";
import type { Watermark } from "#media/watermark.ts";
import type { RecorderMachine } from "./recorder-machine.ts";
import type { CameraOn } from "./recorder-state.ts";
import { Shutter } from "./shutter.tsx";
import { useFrameSize } from "./use-frame-size.ts";
import { WatermarkOverlay } from "#media/watermark-overlay.tsx";
import { watchPicture, type Picture } from "#media/camera/picture-check.ts";
import { isAlmostFull } from "#media/take/storage-quota.ts";
import { telephoneMicrophone } from "#media/camera/microphone.ts";
import { SILENT_AFTER_MS, watchSound } from "#media/camera/sound-level.ts";

type Props = {
  recorder: RecorderMachine;
  state: CameraOn;
  watermark: Watermark | null;
  questions: string[];
  onCamera: (id: string) => void;
};

/** The live picture with the shutter; on a phone it is the whole screen. */
export function CameraView({ recorder, state, watermark, questions, onCamera }: Props) {
  const { phase } = state;
  const preview = useRef<HTMLVideoElement>(null);
  const [frame, watchFrame] = useFrameSize();
  const elapsedMs = phase === "recording" ? state.elapsedMs : 0;
  const { hint, meterRef } = useCameraHints(state.stream, preview, elapsedMs);
  const attach = useCallback(
    (video: HTMLVideoElement) => {
      preview.current = video;
      recorder.attach(video);
      const unwatch = watchFrame(video);
      return () => {
        recorder.attach(null);
        unwatch();
      };
    },
    [recorder, watchFrame],
  );

  useEffect(() => {
    // The camera fills a phone's screen: the page behind it must not scroll.
    document.documentElement.classList.add("camera-on");
    return () => document.documentElement.classList.remove("camera-on");
  }, []);

  const mirrored = state.camera === null || isMirrored(state.camera.facing);
  const clock = clockView(elapsedMs);

  return (
    <div className="on-stage fixed inset-0 z-40 flex flex-col bg-stage flat:flex-row text-on-stage lg:static lg:h-[min(46rem,calc(100svh-var(--around-stage,8rem)))] lg:overflow-hidden lg:rounded-card">
      <div className="relative flex h-16 shrink-0 items-center justify-center px-3 flat:h-auto flat:w-40">
        {phase === "recording" ? (
          <p
            role="timer"
            className="flex flex-wrap items-center justify-center gap-x-3 text-lg font-semibold tabular-nums"
          >
            <span aria-hidden="true" className={`size-3 rounded-full bg-stage-signal ${lampOf(elapsedMs)}`} />
            <span>{clock.label}</span>
            <span className="font-normal text-stage-muted">{megabytes(state.bytes)} MB</span>
          </p>
        ) : (
          <button
            type="button"
            aria-label="Close camera"
            onClick={() => recorder.close()}
            className="absolute top-2 left-2 grid size-12 place-items-center rounded-full transition-colors hover:bg-stage-raised"
          >
            <X className="size-6" aria-hidden="true" />
          </button>
        )}
        {phase === "live" && (
          <CameraChoice camera={state.camera} cameras={state.cameras} onCamera={onCamera} />
        )}
      </div>

      <div className="relative min-h-0 flex-1 overflow-hidden">
        {/* The whole picture, never cropped: it is recorded as shown. */}
        {/* A live picture of oneself has no captions. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={attach}
          autoPlay
          playsInline
          muted
          aria-label="Live camera preview"
          className={`absolute inset-0 size-full object-contain ${mirrored ? "-scale-x-100" : ""}`}
        />
        {watermark && frame && <WatermarkOverlay watermark={watermark} frame={frame} />}
        {phase === "countdown" && (
          <div className="absolute inset-0 grid place-content-center gap-2 bg-black/60 text-center text-white">
            <p className="text-xl font-semibold">Recording starts in...</p>
            <p
              key={state.left}
              className="animate-tick font-display text-[9rem] leading-none font-bold tabular-nums"
            >
              {state.left}
            </p>
          </div>
        )}
        {questions.length > 0 && phase !== "countdown" && <Questions questions={questions} />}
        <div className="absolute inset-x-0 bottom-4 flex flex-col items-center gap-2 px-4">
          <output>{hint && <CameraHint>{hint}</CameraHint>}</output>
          {clock.autoStoppingIn !== null && (
            <p className="rounded-full bg-[#d92d20] px-5 py-2 font-semibold text-white tabular-nums">
              Auto-stopping in {clock.autoStoppingIn} seconds
            </p>
          )}
        </div>
      </div>

      <Shutter recorder={recorder} phase={phase} clock={clock}>
        <SoundMeter meterRef={meterRef} />
      </Shutter>
    </div>
  );
}

/** One question at a time, near the lens. Not announced by screen readers: the microphone would record it. */
function Questions({ questions }: { questions: string[] }) {
  const [shown, setShown] = useState(0);
  return (
    <div className="absolute inset-x-0 top-2 flex justify-center px-4">
      <div className="flex max-w-md items-center gap-2 rounded-card bg-black/60 py-1 pr-1 pl-4 text-white">
        <p className="min-w-0 py-2 leading-snug font-semibold wrap-anywhere">{questions[shown]}</p>
        {questions.length > 1 && (
          <button
            type="button"
            aria-label={`Next question, ${shown + 1} of ${questions.length}`}
            onClick={() => setShown((shown + 1) % questions.length)}
            className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-white/15"
          >
            <ChevronRight className="size-5" aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}

/** A lamp that is dimmed every other second: an animation would draw all of the page 60 times a second. */
const lampOf = (elapsedMs: number) => (Math.floor(elapsedMs / 1000) % 2 === 0 ? "" : "opacity-45");

function CameraHint({ children }: { children: string }) {
  return (
    <span className="flex max-w-md items-center gap-2.5 rounded-card bg-stage-raised px-4 py-2.5 text-[0.9375rem] leading-snug font-semibold">
      <TriangleAlert className="size-5 shrink-0" aria-hidden="true" />
      {children}
    </span>
  );
}

/** How loud it is, beside the shutter. Its owner moves it, many times a second, past React. */
function SoundMeter({ meterRef }: { meterRef: RefObject<HTMLMeterElement | null> }) {
  return (
    <div className="flex w-24 items-center gap-2 text-stage-muted">
      <Mic className="size-5 shrink-0" aria-hidden="true" />
      <meter ref={meterRef} className="sound-meter" aria-label="Microphone level" min={0} max={1} value={0} />
    </div>
  );
}

const hints = {
  silent: "We cannot hear you. Check that your microphone is on and not covered.",
  none: "There is no picture. Check that nothing covers your camera.",
  dark: "It is very dark. Turn towards a window or a lamp.",
  telephone: (microphone: string) =>
    `${microphone} sounds like a telephone. Switch it off, then open the camera again.`,
  full: "Your device is almost full. Send your video before you close this page.",
};

/** The most important problem with sound, picture or device while the camera is on. */
function useCameraHints(
  stream: MediaStream,
  preview: RefObject<HTMLVideoElement | null>,
  recordedMs: number,
): { hint: string | null; meterRef: RefObject<HTMLMeterElement | null> } {
  const [silent, setSilent] = useState(false);
  const [picture, setPicture] = useState<Picture>("fine");
  const [full, setFull] = useState(false);
  const meterRef = useRef<HTMLMeterElement>(null);
  const telephone = useMemo(() => telephoneMicrophone(stream), [stream]);

  useEffect(
    () =>
      watchSound(stream, (sound) => {
        setSilent(sound.silent);
        if (meterRef.current) meterRef.current.value = sound.level;
      }),
    [stream],
  );
  useEffect(() => (preview.current ? watchPicture(preview.current, setPicture) : undefined), [preview]);
  useEffect(() => {
    void isAlmostFull().then(setFull);
  }, []);

  if (picture === "none") return { hint: hints.none, meterRef };
  // Silence matters only while recording.
  if (silent && recordedMs >= SILENT_AFTER_MS) return { hint: hints.silent, meterRef };
  if (picture === "dark") return { hint: hints.dark, meterRef };
  if (full) return { hint: hints.full, meterRef };
  // While it records, another microphone would end the recording.
  return { hint: telephone && recordedMs === 0 ? hints.telephone(telephone) : null, meterRef };
}

type CameraChoiceProps = { camera: Camera | null; cameras: Camera[]; onCamera: (id: string) => void };

/** A toggle for two cameras, as on most phones; a list for more. */
function CameraChoice({ camera, cameras, onCamera }: CameraChoiceProps) {
  const id = useId();
  const other = cameras.find((candidate) => candidate.id !== camera?.id);
  if (!other) return null;
  if (cameras.length === 2) {
    return (
      <button
        type="button"
        aria-label={other.facing === "back" ? "Use the back camera" : "Use the other camera"}
        onClick={() => onCamera(other.id)}
        className="absolute top-2 right-2 grid size-12 place-items-center rounded-full transition-colors hover:bg-stage-raised"
      >
        <SwitchCamera className="size-6" aria-hidden="true" />
      </button>
    );
  }
  return (
    <div className="absolute top-2 right-2 flex h-12 max-w-[60%] items-center">
      <label htmlFor={id} className="sr-only">
        Camera
      </label>
      <select
        id={id}
        value={camera?.id ?? ""}
        onChange={(event) => onCamera(event.target.value)}
        className="h-11 max-w-full truncate rounded-control border border-stage-muted bg-stage px-3 text-on-stage"
      >
        {cameras.map(({ id: value, label, facing }, index) => (
          <option key={value} value={value}>
            {label || `${NAMES[facing]} ${index + 1}`}
          </option>
        ))}
      </select>
    </div>
  );
}

const NAMES = { front: "Front camera", back: "Back camera", external: "Camera" };
