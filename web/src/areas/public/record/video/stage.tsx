import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import type { Take } from "../../../../media/take.ts";
import { CameraView } from "./camera-view.tsx";
import { RecorderAnnouncer } from "./recorder-announcer.tsx";
import { sayCameraGranted, sayCameraProblem, sayNothingRecorded } from "./say.ts";
import { StageOpening, StageWelcome } from "./stage-welcome.tsx";
import { TakePreview } from "./take-preview.tsx";
import { useRecorder } from "./use-recorder.ts";

type Props = {
  client: PublicClient;
  take: Take | null;
  onTake: (take: Take | null) => void;
  /** While the take is on its way nothing here may change it. */
  frozen: boolean;
};

/** The dark room: welcome, camera, or the take to look at. */
export function Stage({ client, take, onTake, frozen }: Props) {
  const { recorder, state } = useRecorder({ onTake, onNothing: sayNothingRecorded });

  const grant = async () => {
    const problem = await recorder.open();
    if (problem) sayCameraProblem(problem);
    else if (recorder.snapshot().phase === "live") sayCameraGranted();
  };

  const recordAgain = async () => {
    onTake(null);
    const problem = await recorder.open();
    if (problem) sayCameraProblem(problem);
  };

  return (
    <section aria-label="Your video" className="lg:sticky lg:top-6">
      <RecorderAnnouncer state={state} take={take} />
      {take ? (
        <TakePreview
          key={take.key}
          take={take}
          frozen={frozen}
          onRecordAgain={() => void recordAgain()}
          onFile={onTake}
        />
      ) : state.phase === "closed" ? (
        <StageWelcome client={client} problem={state.problem} onGrant={() => void grant()} onFile={onTake} />
      ) : state.phase === "opening" ? (
        <StageOpening onCancel={() => recorder.close()} />
      ) : (
        <CameraView recorder={recorder} state={state} />
      )}
    </section>
  );
}
