import { formatDistanceToNowStrict } from "date-fns";
import { Link } from "react-router";
import type { Arrivals, DriveState } from "#api/generated/operations.ts";
import { formatDateTime } from "#lib/format.ts";
import { routes } from "#paths.ts";
import { Badge } from "#ui/badge.tsx";

/** Delivery times of the newest videos, as far as known. */
export function ArrivalTimes({ arrivals }: { arrivals: Arrivals }) {
  const { count, p50_ms: half, p95_ms: most } = arrivals;
  if (half === null || most === null)
    return <p className="text-[0.9375rem] text-muted">No delivery has been timed yet.</p>;
  return (
    <p className="text-[0.9375rem]">
      {count === 1 ? "Last delivery" : `Last ${count} deliveries`}: half within{" "}
      <b className="font-semibold tabular-nums">{duration(half)}</b>, 95% within{" "}
      <b className="font-semibold tabular-nums">{duration(most)}</b>.
    </p>
  );
}

/** The drives of businesses, those in trouble first. */
export function DriveList({ drives }: { drives: DriveState[] }) {
  if (drives.length === 0)
    return <p className="text-[0.9375rem] text-muted">No client has connected a drive.</p>;
  return (
    <ul className="divide-y divide-hairline text-[0.9375rem] leading-snug">
      {drives.map((drive) => (
        <li
          key={drive.id}
          className="grid gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_12rem_8rem]"
        >
          <div className="min-w-0">
            <Link
              to={`${routes.clientDrive}?clientId=${drive.client_id}`}
              className="font-semibold wrap-anywhere underline decoration-control underline-offset-4 hover:decoration-ink"
            >
              {drive.company_name}
            </Link>
            <p className="text-sm wrap-anywhere text-muted">
              {drive.provider === "google-drive"
                ? `${drive.is_platform ? "Sayso’s Google Drive" : "Google Drive"}, ${drive.account}`
                : drive.address}
            </p>
            {drive.fault && <p className="mt-1 wrap-anywhere text-danger">{drive.fault}</p>}
          </div>
          <p className="text-sm tabular-nums">
            {drive.last_video_at === null ? (
              <span className="text-muted">No video yet</span>
            ) : (
              <>
                Last video{" "}
                <time
                  dateTime={new Date(drive.last_video_at).toISOString()}
                  title={formatDateTime(drive.last_video_at)}
                >
                  {formatDistanceToNowStrict(drive.last_video_at, { addSuffix: true })}
                </time>
              </>
            )}
          </p>
          <p className="md:text-right">
            <DriveBadge drive={drive} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function DriveBadge({ drive }: { drive: DriveState }) {
  if (drive.fault) return <Badge tone="danger">failing</Badge>;
  return drive.nearly_full_at === null ? (
    <Badge tone="success">ok</Badge>
  ) : (
    <Badge tone="warning">nearly full</Badge>
  );
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function duration(ms: number): string {
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(1)} s`;
  return ms < 120 * MINUTE ? `${Math.round(ms / MINUTE)} min` : `${Math.round(ms / (60 * MINUTE))} h`;
}
