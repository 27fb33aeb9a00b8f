// Not part of the first load: needed only once there is a take.
import { pause } from "#lib/pause.ts";
import { loadLateTools, loadTools, type MediaTools } from "#media/media-tools.ts";
import { learnFrameRate } from "#media/recording/frame-rate.ts";
import { limits } from "#media/generated/fallback.json";
import { countCrash, crashesOfFile } from "#media/take/crash-count.ts";
import { withReadableFile } from "#media/take/readable-file.ts";
import type { Take } from "#media/take/take.ts";
import { CodeMissing, FETCHING_MS, withCode } from "./missing-code.ts";
import { finish } from "./finish.ts";
import type { Finished } from "./finished.ts";
import { withTurn } from "./turn.ts";

export { prefetchFinisher } from "./finish.ts";

const COUNTING_MS = 4000;
const TURNING_MS = 6000;

/** Finishes a take, from the copy on the device if its file cannot be read any more. */
export async function finishReadable(
  take: Take,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Finished> {
  const readable = await withReadableFile(take).catch(() => take);
  return finishTake(readable, signal, onProgress);
}

/** Finishes a take, and counts a page that dies over it. */
async function finishTake(
  take: Take,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Finished> {
  const tools = await toolsFor(signal);
  const file = take.source === "file" ? take.blob : null;
  const crashes = Math.max(take.saved?.crashes ?? 0, file ? crashesOfFile(file) : 0);
  const finished = await countCrash(
    take.store,
    crashes,
    () => finish(take, crashes, tools, signal, onProgress),
    pause(COUNTING_MS),
    file,
  );
  // A file that crashed the page twice is not decoded again.
  if (tools && take.opening && finished.unfinished !== "crashed") {
    void learnFrameRate(finished.blob, take.opening, tools).catch(() => undefined);
  }
  return finished;
}

/** Waits for tools that are late or failed to load: nothing can be finished without them. */
async function toolsFor(signal: AbortSignal): Promise<MediaTools | null> {
  const tools = await loadTools();
  if (tools || typeof WebAssembly !== "object") return tools;
  return withCode(signal, toolsOrMissing).catch(() => {
    signal.throwIfAborted();
    return null;
  });
}

async function toolsOrMissing(): Promise<MediaTools> {
  try {
    const tools = await Promise.race([loadLateTools(), pause(FETCHING_MS)]);
    if (tools) return tools;
  } catch (error) {
    // Code that arrived but cannot compile will not compile later.
    if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError) throw error;
  }
  throw new CodeMissing("the media tools");
}

/**
 * Fixes the rotation in a raw recording's header to match its preview, if the container allows it. Detecting rotation
 * decodes a frame, and a crash here is counted, whatever the finisher's result was.
 */
export async function upright(finished: Finished, { opening, saved, store }: Take): Promise<Finished> {
  const crashes = saved?.crashes ?? 0;
  // A file that crashed the page twice is not decoded again.
  if (!opening || finished.unfinished === "crashed" || crashes >= limits.maxCrashes) return finished;
  const checkTurn = () => Promise.race([withTurn(finished.blob, opening), pause(TURNING_MS)]);
  const blob = await countCrash(store, crashes, checkTurn, pause(COUNTING_MS)).catch(() => undefined);
  return blob ? { ...finished, blob } : finished;
}
