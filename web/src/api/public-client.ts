import type { PublicClient } from "./generated/public.ts";
import { clientBySlugAddress } from "./generated/calls/record.ts";
import { pause } from "#lib/pause.ts";

/** Two more tries, waiting at most 5 s. */
const WAITS_MS = [1000, 3000];

/** The client of a recording URL, or `null`. Throws if the server cannot be reached. */
export async function fetchClient(slug: string, signal: AbortSignal): Promise<PublicClient | null> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await fetch(clientBySlugAddress({ _slug: slug }), {
        signal,
        headers: { accept: "application/json" },
      });
      if (!answer.ok) throw new Error(`client look-up answered ${answer.status}`);
      const [client] = (await answer.json()) as PublicClient[];
      return client ?? null;
    } catch (error) {
      const wait = WAITS_MS[attempt];
      if (signal.aborted || wait === undefined) throw error;
      await pause(wait, signal);
    }
  }
}
