import { type ReactNode, useEffect, useState } from "react";
import type { PublicClient } from "#api/generated/public.ts";
import { pageData } from "#api/page-data.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { LoadingScreen } from "#ui/spinner.tsx";
import { useTitle } from "#lib/use-title.ts";
import { Blocked, blockOf } from "./blocked.tsx";
import { useRecordPath } from "./record-address.ts";
import { fetchClient } from "#api/public-client.ts";

/** Renders a record screen if the client accepts testimonials; otherwise says why not. */
export function RecordGate({ children }: { children: (client: PublicClient) => ReactNode }) {
  const slug = slugIn(useRecordPath());
  const lookup = useRecordClient(slug);
  if (lookup.state === "loading") return <LoadingScreen />;
  if (lookup.state === "failed") return <Unreachable retry={lookup.retry} />;
  if (!lookup.client) return <Unknown />;
  const block = blockOf(lookup.client.accepting);
  return block ? <Blocked client={lookup.client} block={block} /> : children(lookup.client);
}

function Unknown() {
  useTitle("Client Not Found");
  return (
    <Notice title="Client Not Found">
      <p className="text-muted">
        The client you are trying to access doesn't exist. If you believe this is an error, please contact our
        support team.
      </p>
      <ButtonLink variant="outlined" href={pageData.support_url}>
        Contact Support
      </ButtonLink>
    </Notice>
  );
}

function Unreachable({ retry }: { retry: () => void }) {
  useTitle("Sayso");
  return (
    <Notice title="We could not load this page">
      <p role="alert" className="text-muted">
        The connection dropped or our server did not respond. Check that you are online, then try again.
      </p>
      <Button onClick={retry}>Try again</Button>
    </Notice>
  );
}

/** The address's second part, as the server decodes it. */
function slugIn(path: string): string {
  const [, , slug = ""] = path.split("/");
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

const FRESH_MS = 30_000;

/** `client: null`: the server knows no such client; `loading`: no answer yet. */
type ClientLookup =
  | { state: "ready"; client: PublicClient | null }
  | { state: "loading" }
  | { state: "failed"; retry: () => void };

type CachedClient = { client: PublicClient | null; at: number };

/**
 * Page data come with the document, so that no call is needed before painting. Data that the server had cached are
 * refreshed at once.
 */
const cache = new Map<string, CachedClient>(
  pageData.record
    ? [
        [
          pageData.record.slug,
          {
            client: pageData.record.client,
            at: pageData.record.is_stale ? -Infinity : performance.now(),
          },
        ],
      ]
    : [],
);

/** Loads the client of a record URL. A known client stays on the screen while it is refreshed. */
function useRecordClient(slug: string): ClientLookup {
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    const cached = cache.get(slug);
    if (failed === slug || (cached && performance.now() - cached.at < FRESH_MS)) return undefined;
    const leaving = new AbortController();
    let later: ReturnType<typeof setTimeout> | undefined;
    const refresh = async () => {
      try {
        const client = await fetchClient(slug, leaving.signal);
        cache.set(slug, { client, at: performance.now() });
        redraw((count) => count + 1);
      } catch {
        if (leaving.signal.aborted) return;
        // Keeps showing the known client and retries later.
        if (cached) later = setTimeout(() => void refresh(), FRESH_MS);
        else setFailed(slug);
      }
    };
    void refresh();
    return () => {
      clearTimeout(later);
      leaving.abort();
    };
  }, [slug, failed]);

  const cached = cache.get(slug);
  if (cached) return { state: "ready", client: cached.client };
  return failed === slug ? { state: "failed", retry: () => setFailed(null) } : { state: "loading" };
}
