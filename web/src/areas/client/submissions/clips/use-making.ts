import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Recipe } from "#api/generated/clips.ts";
import type { RawReason } from "#media/generated/media.ts";
import { refusalText } from "#auth/toasts.ts";
import { clipTime } from "#media/clip/clip-plan.ts";
import { ClipError, makeClip, type ClipLook } from "#media/clip/make-clip.ts";
import { posterOf, type Poster } from "#media/poster-pictures.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { beginStill, endStill } from "../still-crashes.ts";
import { storeDraft } from "./clip-draft.ts";
import { storeClip, type MadeClip } from "./use-clips.ts";
import { NO_ENCODER, UNREADABLE, type Film } from "./use-film.ts";

export type Making =
  | { kind: "idle" }
  | { kind: "making"; share: number }
  | { kind: "saving" }
  /** `isMade`: only the saving failed. */
  | { kind: "failed"; text: string; isMade: boolean };

const NO_PICTURE =
  "This browser does not let pages read their own pictures, so the clip has none. Chrome does.";
const FAILED = "The clip could not be made. Close other tabs and apps, and try again.";

const TEXTS: Record<RawReason, string> = {
  unsupported: NO_ENCODER,
  undecodable: UNREADABLE,
  failed: FAILED,
  stalled: FAILED,
  crashed: FAILED,
  skipped: FAILED,
  "too-large": FAILED,
};

type Props = { clientId: string; submissionId: string; film: Film; onMade: () => void };

/** Makes a clip and stores it. What was made is kept until it is stored. */
export function useMaking({ clientId, submissionId, film, onMade }: Props) {
  const queries = useQueryClient();
  const [state, setState] = useState<Making>({ kind: "idle" });
  const stop = useRef(new AbortController());
  const made = useRef<MadeClip | null>(null);
  useEffect(() => () => stop.current.abort(), []);

  const save = async (clip: MadeClip) => {
    setState({ kind: "saving" });
    try {
      await storeClip(clientId, submissionId, clip);
    } catch (error) {
      return setState({ kind: "failed", text: refusalText(error), isMade: true });
    }
    storeDraft(submissionId, null);
    await queries.invalidateQueries({ queryKey: ["client", "clips", clientId, submissionId] });
    void showToast("success", "Clip made");
    return onMade();
  };

  const make = async (recipe: Recipe, look: ClipLook) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setState({ kind: "making", share: 0 });
    const key = `clip-${submissionId}`;
    const crashes = beginStill(key) ? 0 : 1;
    try {
      const request = { film: film.blob, keep: recipe.keep, look, crashes };
      const blob = await makeClip(request, film.tools, signal, (share) =>
        setState({ kind: "making", share }),
      );
      const poster = await posterAt(blob, (clipTime(recipe.keep, recipe.poster_ms) ?? 0) / 1000);
      signal.throwIfAborted();
      made.current = {
        clipId: crypto.randomUUID().replaceAll("-", ""),
        recipe: { ...recipe, mark: look.mark },
        film: blob,
        poster,
      };
    } catch (error) {
      if (signal.aborted) return setState({ kind: "idle" });
      console.warn("no clip:", error);
      const text =
        error instanceof ClipError ? TEXTS[error.reason] : error instanceof NoPicture ? NO_PICTURE : FAILED;
      return setState({ kind: "failed", text, isMade: false });
    } finally {
      endStill(key);
    }
    return save(made.current);
  };

  return {
    state,
    make: (recipe: Recipe, look: ClipLook) => void make(recipe, look),
    saveAgain: () => void (made.current && save(made.current)),
    cancel: () => stop.current.abort(),
  };
}

class NoPicture extends Error {}

/** The pictures of a moment of a clip: of its own film, which has nothing that was cut off. */
async function posterAt(film: Blob, seconds: number): Promise<Poster> {
  const video = document.createElement("video");
  const url = URL.createObjectURL(film);
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = "auto";
    video.src = url;
    await event(video, "loadeddata");
    // Seeking to where it is would not be answered in every browser.
    video.currentTime = Math.max(0.001, Math.min(seconds, video.duration - 0.05));
    await event(video, "seeked");
    const poster = await posterOf(video, { width: video.videoWidth, height: video.videoHeight });
    if (!poster) throw new NoPicture("no picture");
    return poster;
  } finally {
    video.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
}

const event = (video: HTMLVideoElement, name: string) =>
  new Promise<void>((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true });
    video.addEventListener("error", () => reject(new Error("the clip does not play")), { once: true });
  });
