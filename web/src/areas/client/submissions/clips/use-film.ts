import { useEffect, useState } from "react";
import { encodesH264 } from "#media/finish/can-finish.ts";
import { loadLateTools, type MediaTools } from "#media/media-tools.ts";
import type { FrameSize } from "#media/watermark.ts";

/** A film that is ready to be cut. */
export type Film = {
  blob: Blob;
  /** Address of its bytes in this page. */
  url: string;
  size: FrameSize;
  ms: number;
  /** Milliseconds of a frame. */
  frameMs: number;
  tools: MediaTools;
};

export type Loading =
  { kind: "loading"; share: number } | { kind: "ready"; film: Film } | { kind: "failed"; text: string };

export const NO_ENCODER =
  "This browser cannot make clips. Chrome, Edge and Safari 16.4 or newer can, on a computer and on most phones.";
export const UNREADABLE = "This browser cannot read this video. Chrome on a computer reads most of them.";
const UNLOADABLE = "The video does not load. Please check your connection, and open the editor again.";

/** Milliseconds of a frame of unknown rate. */
const FRAME_MS = 33;

/** Loads a film whole: a clip is made of it in this browser. */
export function useFilm(address: string): Loading {
  const [state, setState] = useState<Loading>({ kind: "loading", share: 0 });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let url = "";
    const show = (next: Loading) => !signal.aborted && setState(next);
    load(address, signal, (share) => show({ kind: "loading", share }))
      .then((loaded) => {
        if ("refusal" in loaded) return show({ kind: "failed", text: loaded.refusal });
        if (signal.aborted) return undefined;
        url = URL.createObjectURL(loaded.blob);
        return show({ kind: "ready", film: { ...loaded, url } });
      })
      .catch((error: unknown) => {
        if (!signal.aborted) console.warn("no film to cut:", error);
        show({ kind: "failed", text: UNLOADABLE });
      });
    return () => {
      leaving.abort();
      if (url !== "") URL.revokeObjectURL(url);
    };
  }, [address]);
  return state;
}

async function load(
  address: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Omit<Film, "url"> | { refusal: string }> {
  if (!(await encodesH264())) return { refusal: NO_ENCODER };
  const [tools, blob] = await Promise.all([loadLateTools(), fetchWhole(address, signal, onProgress)]);
  const probed = await tools.probe(blob);
  if ("refusal" in probed) return { refusal: UNREADABLE };
  const { size, seconds, frameRate } = probed;
  const frameMs = frameRate ? Math.round(1000 / frameRate) : FRAME_MS;
  return { blob, size, ms: Math.round(seconds * 1000), frameMs, tools };
}

async function fetchWhole(
  address: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const answer = await fetch(address, { signal });
  if (!answer.ok || !answer.body) throw new Error(`the video is answered with ${answer.status}`);
  const whole = Number(answer.headers.get("content-length"));
  let read = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      read += chunk.length;
      if (whole > 0) onProgress(read / whole);
      controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counted)).blob();
}
