import { Announcer } from "../../../ui/announcer.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { More } from "../more.tsx";
import { Failed, State } from "../state.tsx";
import { useAddress } from "../../../use-address.ts";
import { AuditFilter, type AuditAddress } from "./audit-filter.tsx";
import { AuditItem } from "./audit-item.tsx";
import { useAudit } from "./use-audit.ts";

const ASKED = ["subject", "q", "action", "from", "to"] as const;

/** Who changed what, when, and what it was before. */
export default function AuditScreen() {
  useTitle("Audit log");
  const address = useAddress(ASKED);
  return (
    <main>
      <h1 className="mb-5 text-4xl">Audit log</h1>
      <AuditFilter address={address} />
      <Entries address={address} />
    </main>
  );
}

function Entries({ address }: { address: AuditAddress }) {
  const { asked } = address;
  const found = useAudit(asked);
  if (!found.data) {
    return found.isError && !found.isFetching ? (
      <Failed what="the audit log" error={found.error} onRetry={found.refetch} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    );
  }
  const entries = found.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return asked.size > 0 ? (
      <State title="No change fits" text="Nobody did this, to this, in these days." />
    ) : (
      <State title="Nothing was changed yet" text="Each change by an admin leaves a line here." />
    );
  }
  return (
    <div aria-busy={found.isPlaceholderData}>
      <Announcer message={`${entries.length}${found.hasNextPage ? " or more" : ""} changes`} />
      <ol aria-label="Changes, newest first" className="rounded-card border border-hairline bg-surface">
        {entries.map((entry) => (
          <AuditItem
            key={entry.id}
            entry={entry}
            onChoose={asked.has("subject") ? null : (subject) => address.set({ subject })}
          />
        ))}
      </ol>
      <More found={found} />
    </div>
  );
}
