// Loads the finisher's code over an unreliable connection.
import { isBuildReplaced } from "#lib/replaced-build.ts";
import { whenOnline } from "#lib/online.ts";
import { pause } from "#lib/pause.ts";

/** A part of the code could not be fetched. */
export class CodeMissing extends Error {}

/** Time limit per attempt to load the code: the result is sent over the same connection. */
export const FETCHING_MS = 60_000;
const CODE_WAITS_MS = [1000, 3000, 6000, 10_000, 20_000, 20_000];

/** Retries loading the code, so that a short outage does not cost the watermark. */
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
