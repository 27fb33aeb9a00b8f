import { useEffect, useState } from "react";
import { fetchClient } from "../../../api/client.ts";
import type { PublicClient } from "../../../api/generated/PublicClient.ts";
import { pageData } from "../../../api/page-data.ts";

const FRESH_MS = 30_000;

/** `client: null` is the answer "there is none"; no lookup yet is `loading`. */
export type ClientLookup =
  | { state: "ready"; client: PublicClient | null }
  | { state: "loading" }
  | { state: "failed"; retry: () => void };

type Known = { client: PublicClient | null; at: number };

/** The page itself is the first answer: no call is needed to paint it. */
const known = new Map<string, Known>(
  pageData.record ? [[pageData.record.slug, { client: pageData.record.client, at: performance.now() }]] : [],
);

/** The client of a recording address. What is known stays on the screen while it is refreshed. */
export function useRecordClient(slug: string): ClientLookup {
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    const seen = known.get(slug);
    if (failed === slug || (seen && performance.now() - seen.at < FRESH_MS)) return undefined;
    const leaving = new AbortController();
    const look = async () => {
      try {
        const client = await fetchClient(slug, leaving.signal);
        known.set(slug, { client, at: performance.now() });
        redraw((count) => count + 1);
      } catch {
        if (!leaving.signal.aborted) setFailed(slug);
      }
    };
    void look();
    return () => leaving.abort();
  }, [slug, failed]);

  const seen = known.get(slug);
  if (seen) return { state: "ready", client: seen.client };
  return failed === slug ? { state: "failed", retry: () => setFailed(null) } : { state: "loading" };
}
