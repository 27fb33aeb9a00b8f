import type { AffiliateLine } from "../../../api/generated/AffiliateLine.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { momentOf } from "../../client/submissions/submission-facts.ts";
import { More } from "../more.tsx";
import { Failed, State } from "../state.tsx";
import { useAffiliates } from "./use-affiliates.ts";

/** Who may sign in as a partner. */
export default function AffiliatesScreen() {
  useTitle("Affiliates");
  const found = useAffiliates();
  const affiliates = found.data?.pages.flatMap((page) => page.affiliates);
  return (
    <main>
      <h1 className="mb-5 text-4xl">Affiliates</h1>
      {!affiliates ? (
        found.isError && !found.isFetching ? (
          <Failed what="the affiliates" error={found.error} onRetry={found.refetch} />
        ) : (
          <Skeleton className="h-96 rounded-card" />
        )
      ) : affiliates.length === 0 ? (
        <State title="No affiliates yet" text="Partners stand here from the moment they have an account." />
      ) : (
        <>
          <ul
            aria-label="Affiliates, newest first"
            className="rounded-card border border-hairline bg-surface"
          >
            {affiliates.map((affiliate) => (
              <Line key={affiliate.id} affiliate={affiliate} />
            ))}
          </ul>
          <More found={found} />
        </>
      )}
    </main>
  );
}

function Line({ affiliate }: { affiliate: AffiliateLine }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-1 border-b border-hairline px-5 py-2.5 text-[0.9375rem] last:border-b-0">
      <p className="min-w-0 flex-1 basis-64 font-semibold wrap-anywhere">{affiliate.email}</p>
      <time
        dateTime={new Date(affiliate.created_at).toISOString()}
        className="text-sm text-muted tabular-nums"
      >
        since {momentOf(affiliate.created_at)}
      </time>
      <span className="w-32 text-right">
        {affiliate.disabled ? (
          <Badge tone="danger">shut</Badge>
        ) : affiliate.can_sign_in ? (
          <Badge tone="success">can sign in</Badge>
        ) : (
          <Badge tone="outline">no password</Badge>
        )}
      </span>
    </li>
  );
}
