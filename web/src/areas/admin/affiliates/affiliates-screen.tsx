import titles from "../../../api/generated/titles.json";
import { PagedList } from "../../../ui/paged-list.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { usePagedList } from "../../../api/use-paged-list.ts";
import type { AffiliateSummary } from "../../../api/generated/AffiliateSummary.ts";
import { Badge } from "../../../ui/badge.tsx";
import { useTitle } from "../../../lib/use-title.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { admin } from "../../../api/portal-endpoints.ts";
import type { AffiliatePage } from "../../../api/generated/AffiliatePage.ts";

/** Who may sign in as a partner. */
export default function AffiliatesScreen() {
  useTitle(titles.adminAffiliates);
  const list = useAffiliates();
  return (
    <main>
      <h1 className="mb-5 text-4xl">Affiliates</h1>
      <PagedList
        list={list}
        what="the affiliates"
        nouns={["affiliate", "affiliates"]}
        empty={
          <EmptyState
            title="No affiliates yet"
            text="Partners appear here as soon as they have an account."
          />
        }
      >
        {(affiliates) => (
          <ul
            aria-label="Affiliates, newest first"
            className="rounded-card border border-hairline bg-surface"
          >
            {affiliates.map((affiliate) => (
              <AffiliateRow key={affiliate.id} affiliate={affiliate} />
            ))}
          </ul>
        )}
      </PagedList>
    </main>
  );
}

function AffiliateRow({ affiliate }: { affiliate: AffiliateSummary }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-1 border-b border-hairline px-5 py-2.5 text-[0.9375rem] last:border-b-0">
      <p className="min-w-0 flex-1 basis-64 font-semibold wrap-anywhere">{affiliate.email}</p>
      <time
        dateTime={new Date(affiliate.created_at).toISOString()}
        className="text-sm text-muted tabular-nums"
      >
        since {formatDateTime(affiliate.created_at)}
      </time>
      <span className="w-32 text-right">
        {affiliate.disabled ? (
          <Badge tone="danger">disabled</Badge>
        ) : affiliate.can_sign_in ? (
          <Badge tone="success">can sign in</Badge>
        ) : (
          <Badge tone="outline">no password</Badge>
        )}
      </span>
    </li>
  );
}

/** Partners' accounts, newest first, a page at a time. */
function useAffiliates() {
  return usePagedList({
    queryKey: ["admin", "affiliates"],
    url: admin.affiliates,
    itemsOf: (page: AffiliatePage) => page.affiliates,
  });
}
