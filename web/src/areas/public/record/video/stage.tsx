import { useEffect, useEffectEvent } from "react";
import type { Take } from "../../../../media/take.ts";
import type { OnFile } from "./file-picker.tsx";
import { RecorderAnnouncer } from "./recorder-announcer.tsx";
import type { Business } from "./recorder-machine.ts";
import {
  sayCameraGranted,
  sayCameraProblem,
  sayNothingRecorded,
  sayNotKept,
  sayNotLoaded,
  sayUnreadable,
} from "./say.ts";
import { StageLoading } from "./stage-loading.tsx";
import { StageOpening, StageWelcome, type Invitation } from "./stage-welcome.tsx";
import { useEarlierTake } from "./use-earlier-take.ts";
import type { FinishingState } from "./use-finishing.ts";
import { useRooms } from "./use-rooms.ts";
import { useRecorder } from "./use-recorder.ts";

type Props = OnFile & {
  invitation: Invitation;
  business: Business;
  take: Take | null;
  finishing: FinishingState;
  onTake: (take: Take | null) => void;
  /** Hears how to end a recording for as long as there is one under way, then `null`. */
  onRecording?: (stop: (() => void) | null) => void;
  /** While the take is on its way nothing here may change it. */
  frozen: boolean;
};

/** The dark room: welcome, camera, or the take to look at. */
export function Stage({ invitation, business, take, finishing, onTake, onFile, onRecording, frozen }: Props) {
  const { recorder, state } = useRecorder(business, {
    onTake,
    onNothing: sayNothingRecorded,
    onKeepingTrouble: sayNotKept,
  });
  const earlier = useEarlierTake(business.clientId);

  const recording = state.phase === "recording";
  const tellRecording = useEffectEvent((stop: (() => void) | null) => onRecording?.(stop));
  useEffect(() => {
    if (!recording) return undefined;
    tellRecording(() => recorder.stop());
    return () => tellRecording(null);
  }, [recording, recorder]);

  const { rooms, failed, fetchRooms } = useRooms();

  const open = async (cameraId: string | null = null): Promise<boolean> => {
    const [loaded, problem] = await Promise.all([fetchRooms(), recorder.open(cameraId)]);
    if (problem === "not-loaded" || (!problem && !loaded)) {
      recorder.close();
      sayNotLoaded();
    } else if (problem) sayCameraProblem(problem);
    return loaded && recorder.snapshot().phase === "live";
  };

  const grant = async () => {
    if (await open()) sayCameraGranted();
  };

  const recordAgain = () => {
    onTake(null);
    void open();
  };

  const goOn = async () => {
    void fetchRooms();
    const claimed = await earlier.claim();
    if (claimed) onTake(claimed);
    else sayUnreadable();
  };

  const show = (change: () => void) => {
    void fetchRooms();
    change();
  };

  return (
    <section aria-label="Your video" className="min-w-0 lg:sticky lg:top-6">
      <RecorderAnnouncer state={state} take={take} />
      {take && rooms ? (
        <rooms.TakePreview
          key={take.key}
          take={take}
          finishing={finishing}
          frozen={frozen}
          onRecordAgain={recordAgain}
          onFile={onFile}
        />
      ) : take ? (
        <StageLoading failed={failed} onRetry={() => void fetchRooms()} />
      ) : state.phase === "closed" && earlier.offer ? (
        <earlier.offer.Stage
          facts={earlier.offer.facts}
          onGoOn={() => void goOn()}
          onDiscard={earlier.discard}
        />
      ) : state.phase === "closed" ? (
        <StageWelcome
          invitation={invitation}
          problem={state.problem}
          onGrant={() => void grant()}
          onFile={(file, type) => show(() => onFile(file, type))}
        />
      ) : state.phase === "opening" || !rooms ? (
        <StageOpening onCancel={() => recorder.close()} />
      ) : (
        <rooms.CameraView
          recorder={recorder}
          state={state}
          watermark={business.watermark}
          onCamera={(id) => void open(id)}
        />
      )}
    </section>
  );
}
