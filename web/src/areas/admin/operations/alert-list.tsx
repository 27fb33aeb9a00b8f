import type { AlertSummary } from "#api/generated/operations.ts";
import { formatDateTime } from "#lib/format.ts";
import { Badge } from "#ui/badge.tsx";

/** Alerts that were emailed to admins; open ones first. */
export function AlertList({ alerts }: { alerts: AlertSummary[] }) {
  if (alerts.length === 0)
    return (
      <p className="max-w-[64ch] text-[0.9375rem] text-muted">
        No alerts. Each admin gets an email when jobs stop, many fail, a schedule is overdue or a permission
        is about to end, and another when it is over.
      </p>
    );
  return (
    <ul className="divide-y divide-hairline text-[0.9375rem] leading-snug">
      {alerts.map((alert) => (
        <li
          key={alert.id}
          className="grid gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_14rem_5rem]"
        >
          <div className="min-w-0">
            <p className="font-semibold">{alert.title}</p>
            <p className="text-sm wrap-anywhere text-muted">{alert.detail}</p>
            {alert.forward_error && (
              <p className="mt-1 text-sm wrap-anywhere text-danger">Not forwarded: {alert.forward_error}</p>
            )}
          </div>
          <p className="text-sm tabular-nums">
            <Moment at={alert.began_at} />
            {alert.ended_at !== null && (
              <>
                {" to "}
                <Moment at={alert.ended_at} />
              </>
            )}
          </p>
          <p className="md:text-right">
            {alert.ended_at === null ? <Badge tone="danger">now</Badge> : <Badge tone="success">over</Badge>}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Moment({ at }: { at: number }) {
  return (
    <time className="whitespace-nowrap" dateTime={new Date(at).toISOString()}>
      {formatDateTime(at)}
    </time>
  );
}
