import type { CameraProblem } from "#media/camera/camera.ts";
import type { Take } from "#media/take/take.ts";
import type { EarlyVisit } from "#areas/public/record/video/early-visit.ts";
import type { CameraOn, RecorderState } from "./recorder-state.ts";
import type { SavedTake } from "./use-saved-take.ts";

type Facts<Chunks> = {
  take: Take | null;
  /** The code of camera and preview, once it is loaded. */
  chunks: Chunks | null;
  /** Loading this code has failed. */
  failed: boolean;
  /** A saved take is being read. */
  reading: boolean;
  offer: SavedTake | null;
  early: EarlyVisit | undefined;
  recorder: RecorderState;
};

/** The content of the stage. */
export type StageView<Chunks> =
  | { name: "preview"; take: Take; chunks: Chunks }
  /** Camera or preview are on their way, or the preview could not be loaded. */
  | { name: "loading"; failed?: boolean }
  | { name: "offer"; offer: SavedTake }
  /** The browser asks for the camera. */
  | { name: "opening" }
  | { name: "welcome"; problem: CameraProblem | null }
  | { name: "camera"; state: CameraOn; chunks: Chunks };

/** Chooses the content of the stage: a take comes first, then a saved one, then the camera. */
export function stageView<Chunks>(facts: Facts<Chunks>): StageView<Chunks> {
  const { take, chunks, failed, reading, offer, early, recorder } = facts;
  if (take) return chunks ? { name: "preview", take, chunks } : { name: "loading", failed };
  if (reading || offer?.resumes) return { name: "loading" };
  if (offer && recorder.phase === "closed") return { name: "offer", offer };
  if (early) return "file" in early ? { name: "loading" } : { name: "opening" };
  if (recorder.phase === "closed") return { name: "welcome", problem: recorder.problem };
  if (recorder.phase === "opening" || !chunks) return { name: "opening" };
  return { name: "camera", state: recorder, chunks };
}
