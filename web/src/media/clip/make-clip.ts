// Makes a clip of a film with the finisher.
import type { Recipe, Stretch } from "#api/generated/clips.ts";
import { watermarkImage, type WatermarkImage } from "#media/draw-watermark.ts";
import { encodedAudio } from "#media/generated/fallback.json";
import type { AudioPlan, FinishPlan, RawReason } from "#media/generated/media.ts";
import { FinishError, runFinisher, transcodePlan } from "#media/finish/finish.ts";
import type { Rect } from "#media/finish/fit-within.ts";
import type { Overlay, Placement } from "#media/finish/placement.ts";
import type { MediaTools } from "#media/media-tools.ts";
import type { FrameSize, Watermark } from "#media/watermark.ts";
import type { ClipCue } from "./clip-cues.ts";
import { captionOverlays, stripOverlay, type Strip } from "./clip-overlays.ts";
import { frame, keepsAll, keptRuns, placed, sizeOf } from "./clip-plan.ts";

/** Everything that a clip shows. Its preview needs no more. */
export type ClipLook = {
  size: FrameSize;
  placement: Placement;
  mark: Recipe["mark"];
  overlays: Overlay[];
};

export type LookRequest = Pick<Recipe, "format" | "framing" | "background" | "captions" | "has_strip"> & {
  film: FrameSize;
  /** The watermark in the film; `null` if there is none. */
  watermark: Watermark | null;
  cues: readonly ClipCue[];
  language: string;
  strip: Strip | null;
};

/** Returns a clip’s look. The preview draws the same images as the film gets. */
export async function clipLook(
  tools: MediaTools,
  { film, watermark, cues, language, strip, ...recipe }: LookRequest,
): Promise<ClipLook> {
  const size = sizeOf(recipe.format, film);
  const inFilm = watermark && (await watermarkImage(tools, watermark, film));
  const { placement, mark } = frame({
    film,
    size,
    framing: recipe.framing,
    background: recipe.background,
    mark: inFilm && areaOf(inFilm),
  });
  const anew = mark === "anew" && watermark ? await watermarkImage(tools, watermark, size) : null;
  const area = anew ? areaOf(anew) : inFilm && placed(areaOf(inFilm), placement);
  const overlays = [
    ...(anew ? [anew] : []),
    ...(recipe.has_strip && strip ? [stripOverlay(size, strip, area)] : []),
    ...captionOverlays(size, { cues, style: recipe.captions, language }, area),
  ];
  return { size, placement, mark, overlays };
}

/** The place of a watermark in its frame. */
const areaOf = ({ image: { width, height }, x, y }: WatermarkImage): Rect => ({ x, y, width, height });

/** Why this browser makes no clip. */
export class ClipError extends Error {
  readonly reason: RawReason;

  constructor(reason: RawReason) {
    super(`no clip: ${reason}`);
    this.reason = reason;
  }
}

type ClipRequest = { film: Blob; keep: readonly Stretch[]; look: ClipLook; crashes: number };

/** Makes the film of a clip. Fails with a [`ClipError`], or on abort. */
export async function makeClip(
  { film, keep, look, crashes }: ClipRequest,
  tools: MediaTools,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Blob> {
  try {
    const { plan, seconds, truncated, present } = await transcodePlan(film, crashes, tools);
    const { bytes } = await runFinisher(
      {
        kind: "finish",
        blob: present,
        truncated,
        plan: clipPlan(plan, keep, look.size, Math.round(seconds * 1000)),
        overlays: look.overlays,
        placement: look.placement,
        halvesFrames: false,
        makesPoster: false,
      },
      tools,
      signal,
      onProgress,
      false,
    );
    return new Blob([bytes], { type: "video/mp4" });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FinishError) throw new ClipError(error.reason);
    throw error;
  }
}

type Transcode = Extract<FinishPlan, { kind: "transcode" }>;

/** The plan of a film with the runs of a clip. Sound that is cut is encoded anew: copied packets would keep what was cut. */
function clipPlan(plan: Transcode, keep: readonly Stretch[], size: FrameSize, filmMs: number): Transcode {
  if (keepsAll(keep, filmMs)) return { ...plan, ...size };
  const audio: AudioPlan = plan.audio.kind === "copy" ? (encodedAudio as AudioPlan) : plan.audio;
  return {
    ...plan,
    ...size,
    audio,
    videoRuns: keptRuns(keep, plan.videoRuns, filmMs),
    audioRuns: audio.kind === "none" ? [] : keptRuns(keep, plan.audioRuns, filmMs),
  };
}
