import { useState } from "react";
import type { ClientSummary } from "#api/generated/admin.ts";
import { formatDate } from "#lib/format.ts";
import { graceEnd } from "./client-labels.ts";

/** Since when a payment is missing, and the consequence; hidden if none is. */
export function UnpaidNote({ client: { status, unpaid_since } }: { client: ClientSummary }) {
  const [now] = useState(Date.now);
  if (unpaid_since === null) return null;
  const end = formatDate(graceEnd(unpaid_since));
  const isOver = graceEnd(unpaid_since) <= now;
  return (
    <span className="block text-sm text-warning">
      Unpaid since {formatDate(unpaid_since)}
      <span className="block">
        {isOver
          ? `Grace ended ${end}`
          : status === "active"
            ? `Grace: page open until ${end}`
            : `Grace until ${end}`}
      </span>
    </span>
  );
}
