import { X } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { More } from "../more.tsx";
import { Failed, State } from "../state.tsx";
import { useAddress } from "../../../use-address.ts";
import { AuditItem } from "./audit-item.tsx";
import { ClientPicker } from "./client-picker.tsx";
import { useAudit, useClientName } from "./use-audit.ts";

const ASKED = ["subject"] as const;

/** Who changed what, when, and what it was before. */
export default function AuditScreen() {
  useTitle("Audit log");
  const address = useAddress(ASKED);
  const subject = address.value("subject");
  const choose = (id: string) => address.set({ subject: id });
  return (
    <main>
      <h1 className="mb-5 text-4xl">Audit log</h1>
      <div className="mb-4 flex min-h-19 flex-wrap items-end gap-x-6 gap-y-3">
        {subject ? (
          <OneSubject id={subject} onClear={() => choose("")} />
        ) : (
          <ClientPicker onChoose={choose} />
        )}
      </div>
      <Entries subject={subject} onChoose={choose} />
    </main>
  );
}

function OneSubject({ id, onClear }: { id: string; onClear: () => void }) {
  const client = useClientName(id);
  const { data } = useAudit(id);
  const known = data?.pages.flatMap((page) => page.entries).find((entry) => entry.subject === id);
  return (
    <>
      <p className="min-w-0 self-center wrap-anywhere">
        Only <b>{client ?? (known?.subject_name || id)}</b>
      </p>
      <Button look="outlined" className="min-h-11 text-[0.9375rem]" onClick={onClear}>
        <X className="size-4.5" aria-hidden="true" />
        Show all
      </Button>
    </>
  );
}

function Entries({ subject, onChoose }: { subject: string; onChoose: (id: string) => void }) {
  const found = useAudit(subject);
  if (!found.data) {
    return found.isError && !found.isFetching ? (
      <Failed what="the audit log" error={found.error} onRetry={found.refetch} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    );
  }
  const entries = found.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return <State title="Nothing was changed yet" text="Each change by an admin leaves a line here." />;
  }
  return (
    <div aria-busy={found.isPlaceholderData}>
      <ol aria-label="Changes, newest first" className="rounded-card border border-hairline bg-surface">
        {entries.map((entry) => (
          <AuditItem key={entry.id} entry={entry} onChoose={subject ? null : onChoose} />
        ))}
      </ol>
      <More found={found} />
    </div>
  );
}
