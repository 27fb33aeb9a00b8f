// The code that finishes a recording, on a line that comes and goes.
import { isBuildReplaced } from "#lib/replaced-build.ts";
import { whenOnline } from "#lib/online.ts";
import { pause } from "#lib/pause.ts";

/** A part of the code could not be fetched. */
export class CodeMissing extends Error {}

/** As long as its code may take to come, at each try: what is made here is sent on the same line. */
export const FETCHING_MS = 60_000;
const CODE_WAITS_MS = [1000, 3000, 6000, 10_000, 20_000, 20_000];

/** A connection that is gone for a moment costs nobody their watermark: the code is asked for again. */
export async function withCode<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  for (const wait of CODE_WAITS_MS) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CodeMissing) || (await isBuildReplaced())) throw error;
      await pause(wait, signal);
      await whenOnline(signal);
    }
  }
  return run();
}
