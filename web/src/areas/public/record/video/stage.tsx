import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
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
import { StageEarlier } from "./stage-earlier.tsx";
import { StageLoading } from "./stage-loading.tsx";
import { StageOpening, StageWelcome } from "./stage-welcome.tsx";
import { useEarlierTake } from "./use-earlier-take.ts";
import type { FinishingState } from "./use-finishing.ts";
import { useRooms } from "./use-rooms.ts";
import { useRecorder } from "./use-recorder.ts";

type Props = OnFile & {
  client: PublicClient;
  business: Business;
  take: Take | null;
  finishing: FinishingState;
  onTake: (take: Take | null) => void;
  /** While the take is on its way nothing here may change it. */
  frozen: boolean;
};

/** The dark room: welcome, camera, or the take to look at. */
export function Stage({ client, business, take, finishing, onTake, onFile, frozen }: Props) {
  const { recorder, state } = useRecorder(business, {
    onTake,
    onNothing: sayNothingRecorded,
    onKeepingTrouble: sayNotKept,
  });
  const earlier = useEarlierTake(client.id);

  const { rooms, failed, fetchRooms } = useRooms();

  const open = async (cameraId: string | null = null): Promise<boolean> => {
    const [loaded, problem] = await Promise.all([fetchRooms(), recorder.open(cameraId)]);
    if (problem) sayCameraProblem(problem);
    else if (!loaded) {
      recorder.close();
      sayNotLoaded();
    }
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
      ) : state.phase === "closed" && earlier.facts ? (
        <StageEarlier facts={earlier.facts} onGoOn={() => void goOn()} onDiscard={earlier.discard} />
      ) : state.phase === "closed" ? (
        <StageWelcome
          client={client}
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
