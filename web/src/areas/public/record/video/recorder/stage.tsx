import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { CameraProblem } from "#media/camera/camera.ts";
import { reloadWithTake } from "#media/take/reload-with-take.ts";
import type { Take } from "#media/take/take.ts";
import {
  earlyVisit,
  setEarlyVisit,
  watchEarlyVisit,
  type EarlyVisit,
} from "#areas/public/record/video/early-visit.ts";
import { chooseFile, type OnFile } from "./file-picker.tsx";
import { RecorderMachine } from "./recorder-machine.ts";
import type { Business, RecorderEvents, RecorderState } from "./recorder-state.ts";
import {
  toastCameraGranted,
  toastCameraProblem,
  toastNothingRecorded,
  toastNotStored,
  toastNotLoaded,
  toastTooShort,
  toastUnreadable,
} from "#areas/public/record/video/toasts.ts";
import { StageLoading, StageSection } from "./stage-frame.tsx";
import { StageOpening, StageWelcome, type Invitation } from "./stage-welcome.tsx";
import { stageView } from "./stage-view.ts";
import { useSavedTake } from "./use-saved-take.ts";
import type { FinishingState } from "#areas/public/record/video/sending/use-finishing.ts";
import { clockTime, clockView } from "#media/recording/recording-clock.ts";
import { Announcer } from "#ui/announcer.tsx";
import { reloadPage, isBuildReplaced } from "#lib/replaced-build.ts";
import { lazyModule } from "#lib/use-lazy-module.ts";

type Props = OnFile & {
  invitation: Invitation;
  business: Business;
  take: Take | null;
  finishing: FinishingState;
  onTake: (take: Take | null) => void;
  /** Receives the function that stops the current recording, then `null`. */
  onRecording?: (stop: (() => void) | null) => void;
  /** The take is being sent and must not change. */
  frozen: boolean;
};

type EarlyPermission = Extract<EarlyVisit, { permission: unknown }>["permission"];

/** The dark part of the page: the welcome, the camera, or the take to watch. */
export function Stage({ invitation, business, take, finishing, onTake, onFile, onRecording, frozen }: Props) {
  const { recorder, state } = useRecorder(business, {
    onTake,
    onEmpty: toastNothingRecorded,
    onTooShort: toastTooShort,
    onStorageError: toastNotStored,
  });
  const saved = useSavedTake(business);
  const { offer } = saved;

  const recording = state.phase === "recording";
  const reportRecording = useEffectEvent((stop: (() => void) | null) => onRecording?.(stop));
  useEffect(() => {
    if (!recording) return undefined;
    reportRecording(() => recorder.stop());
    return () => reportRecording(null);
  }, [recording, recorder]);

  const { chunks, failed, loadChunks } = useRecorderChunks();

  useEffect(() => {
    if (take && failed) void reloadWithTake(take);
  }, [take, failed]);

  /** Opens the camera and returns the problem; `null` on success, or if the request was abandoned. */
  const tryToOpen = async (cameraId: string | null = null, permission?: EarlyPermission) => {
    const [loaded, problem] = await Promise.all([loadChunks(), recorder.open(cameraId, permission)]);
    if (problem || loaded) return problem;
    recorder.close();
    return "not-loaded";
  };

  const open = async (cameraId: string | null = null) => {
    const problem = await tryToOpen(cameraId);
    if (problem) toastProblem(problem);
  };

  const grant = async (permission?: EarlyPermission) => {
    const problem = await tryToOpen(null, permission);
    // A new version was published: before the first recording a reload can only lose input, and that is stored.
    if (problem === "not-loaded" && (await isBuildReplaced())) reloadPage();
    else if (problem) toastProblem(problem);
    else if (recorder.snapshot().phase === "live") toastCameraGranted();
  };

  const recordAgain = () => {
    onTake(null);
    void open();
  };

  const continueWithSaved = async () => {
    void loadChunks();
    const claimed = await saved.claim();
    if (claimed === "unreadable") toastUnreadable();
    else if (claimed) onTake(claimed);
  };

  const resume = useEffectEvent(() => void continueWithSaved());
  useEffect(() => {
    if (offer?.resumes) resume();
  }, [offer]);

  const showFile: OnFile["onFile"] = (file, type) => {
    void loadChunks();
    onFile(file, type);
  };

  const early = useSyncExternalStore(watchEarlyVisit, earlyVisit);
  const continueWith = useEffectEvent(async (visit: EarlyVisit) => {
    // A video that waits on this device is offered first.
    if (!offer && "permission" in visit) void grant(visit.permission);
    else if (!offer && "file" in visit) await chooseFile(visit.file, showFile);
  });
  useEffect(() => () => setEarlyVisit(undefined), []);
  useEffect(() => {
    if (early && saved.lookupDone) void continueWith(early).then(() => setEarlyVisit(undefined));
  }, [early, saved.lookupDone]);

  const cancelOpening = () => {
    setEarlyVisit(undefined);
    recorder.close();
  };

  const shown = stageView({ take, chunks, failed, reading: saved.reading, offer, early, recorder: state });
  const content = () => {
    switch (shown.name) {
      case "preview":
        return (
          <shown.chunks.TakePreview
            key={shown.take.key}
            take={shown.take}
            finishing={finishing}
            frozen={frozen}
            onRecordAgain={recordAgain}
            onFile={onFile}
          />
        );
      case "loading":
        return <StageLoading failed={shown.failed} onRetry={() => void loadChunks()} />;
      case "offer":
        return (
          <shown.offer.Stage
            facts={shown.offer.facts}
            begun={shown.offer.begun}
            onContinue={() => void continueWithSaved()}
            onDiscard={saved.discard}
          />
        );
      case "opening":
        return <StageOpening onCancel={cancelOpening} />;
      case "welcome":
        return (
          <StageWelcome
            invitation={invitation}
            problem={shown.problem}
            onGrant={() => void grant()}
            onFile={showFile}
          />
        );
      case "camera":
        return (
          <shown.chunks.CameraView
            recorder={recorder}
            state={shown.state}
            watermark={business.watermark}
            questions={invitation.questions}
            onCamera={(id) => void open(id)}
          />
        );
    }
  };
  return (
    <StageSection>
      <Announcer urgent message={messageFor(state, take)} />
      {content()}
    </StageSection>
  );
}

function toastProblem(problem: CameraProblem | "not-loaded"): void {
  if (problem === "not-loaded") toastNotLoaded();
  else toastCameraProblem(problem);
}

/** Announces each phase of the recorder in a few words. */
function messageFor(state: RecorderState, take: Take | null): string {
  if (take) {
    const length = take.seconds === null ? "" : ` ${clockTime(take.seconds)} long.`;
    return take.source === "camera" ? `Recording stopped.${length}` : "Video chosen.";
  }
  switch (state.phase) {
    case "countdown":
      return `Recording starts in ${state.left}`;
    case "recording":
      return clockView(state.elapsedMs).autoStoppingIn === null ? "Recording" : "5 seconds left";
    default:
      return "";
  }
}

const loadRecorder = async () => {
  const [camera, preview] = await Promise.all([import("./camera-view.tsx"), import("./take-preview.tsx")]);
  return { ...camera, ...preview };
};

const recorderCode = lazyModule(loadRecorder);

/** Camera and preview; their code is not needed before the first tap. */
function useRecorderChunks() {
  const [chunks, setChunks] = useState(recorderCode.loaded);
  const [failed, setFailed] = useState(false);

  /** Loads the chunks once; returns whether they are loaded. Can be retried after a failure. */
  const loadChunks = useCallback(async (): Promise<boolean> => {
    setFailed(false);
    try {
      setChunks(await recorderCode.fetch());
      return true;
    } catch (error) {
      console.warn("recorder not loaded:", error);
      setFailed(true);
      return false;
    }
  }, []);

  return { chunks, failed, loadChunks };
}

/** One recorder for the lifetime of the screen; leaving it in any way releases the camera. */
function useRecorder(
  business: Business,
  events: RecorderEvents,
): { recorder: RecorderMachine; state: RecorderState } {
  const [recorder] = useState(() => new RecorderMachine(business, events));
  const state = useSyncExternalStore(recorder.subscribe, recorder.snapshot);

  useEffect(() => recorder.serve(business), [recorder, business]);
  useEffect(() => {
    const leave = () => recorder.leave();
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      recorder.close();
    };
  }, [recorder]);

  return { recorder, state };
}
