import type { ReactNode } from "react";
import type { ClientSummary } from "#api/generated/admin.ts";
import { Badge } from "#ui/badge.tsx";
import { formatDate } from "#lib/format.ts";
import { ClientActions } from "./client-actions.tsx";
import { UnpaidNote } from "./unpaid-note.tsx";
import { DriveLink, ReviewLink, SlugLink } from "./client-links.tsx";
import { PLAN_LABELS, STATUS_LABELS, STATUS_TONES, formatBytes } from "./client-labels.ts";

type Props = {
  client: ClientSummary;
  onEdit: (id: string) => void;
  onStatus: (client: ClientSummary) => void;
  onReferral: (client: ClientSummary) => void;
};

/** A client as a card, for narrow screens. */
export function ClientCard({ client, onEdit, onStatus, onReferral }: Props) {
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-hairline bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-sans text-lg leading-snug font-semibold tracking-normal wrap-anywhere">
          {client.company_name}
        </h3>
        <Badge tone={STATUS_TONES[client.status]}>{STATUS_LABELS[client.status]}</Badge>
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {client.contact_name}, {client.email}
      </p>
      {!client.has_user && <p className="text-sm text-warning">No login yet</p>}
      <UnpaidNote client={client} />
      <dl className="mt-3 grid grid-cols-2 gap-x-4 text-sm tabular-nums *:border-t *:border-hairline *:py-1.5">
        <Detail name="Remaining">
          {client.counts_credits ? (
            <>
              <b className={`font-semibold ${client.credits_remaining === 0 ? "text-danger" : ""}`}>
                {client.credits_remaining}
              </b>{" "}
              of {client.credits_per_month} per month
            </>
          ) : (
            "Not counted"
          )}
        </Detail>
        <Detail name="Submissions">
          <b className="font-semibold">{client.submissions_count}</b>
        </Detail>
        <Detail name="Plan type">{PLAN_LABELS[client.plan_type]}</Detail>
        <Detail name="Storage">{formatBytes(client.storage_bytes)}</Detail>
        <Detail name="Watermark">{client.watermark_enabled ? "On" : "Off"}</Detail>
        <Detail name="Drive link">
          <DriveLink client={client} />
        </Detail>
        <Detail name="Custom slug">
          <SlugLink client={client} />
        </Detail>
        <Detail name="Review link">
          <ReviewLink client={client} />
        </Detail>
        <Detail name="Created">{formatDate(client.created_at)}</Detail>
      </dl>
      <ClientActions
        client={client}
        onEdit={onEdit}
        onStatus={onStatus}
        onReferral={onReferral}
        className="-mx-2 mt-auto -mb-2 border-t border-hairline pt-1.5"
      />
    </li>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
