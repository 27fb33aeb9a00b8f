import titles from "#api/generated/titles.json";
import type { ClientStatus, EmailTemplate } from "#api/generated/enums.ts";
import type {
  Cause,
  Overview,
  ScheduleRun,
  AlertSummary,
  Arrivals,
  DriveState,
  TranscriptionDay,
} from "#api/generated/operations.ts";
import { BarChart } from "#ui/charts/bar-chart.tsx";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useTitle } from "#lib/use-title.ts";
import { STATUS_LABELS } from "#areas/admin/clients/client-labels.ts";
import { TEMPLATE_LABELS } from "#areas/admin/emails/templates.ts";
import { ErrorState } from "#ui/empty-state.tsx";
import { DAYS, lastDays } from "./last-days.ts";
import { HealthCard } from "./health-card.tsx";
import { useQuery } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import { formatDistanceToNowStrict } from "date-fns";
import { Badge } from "#ui/badge.tsx";
import { formatDateTime } from "#lib/format.ts";
import { Time } from "#ui/time.tsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { adminRoutes, failedUploadsPath } from "#admin-paths.ts";
import { routes } from "#paths.ts";

/** Status of the whole product, with its problems. */
export default function OperationsScreen() {
  useTitle(titles.adminOperations);
  const { data, error, isFetching, refetch } = useOverview();
  return (
    <main>
      <h1 className="mb-5 text-4xl">Operations</h1>
      {data ? (
        <OverviewPanels overview={data} />
      ) : error && !isFetching ? (
        <ErrorState subject="the overview" error={error} onRetry={refetch} />
      ) : (
        <div aria-busy="true" aria-label="Loading" className="flex flex-col gap-5">
          <Skeleton className="h-32 rounded-card" />
          <Skeleton className="h-80 rounded-card" />
        </div>
      )}
    </main>
  );
}

function OverviewPanels({ overview }: { overview: Overview }) {
  const bars = lastDays(overview.days, overview.today);
  const total = bars.reduce((sum, bar) => sum + bar.value, 0);
  return (
    <div className="flex flex-col gap-5">
      <HealthCard />
      <Card title="Alerts">
        <AlertList alerts={overview.alerts} />
      </Card>
      <QueueFigures overview={overview} />
      <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title="Failures by cause">
          <Causes causes={overview.failures} none="No deliveries have failed." />
        </Card>
        <Card
          title="Email failures"
          aside={<EmailsToday sent={overview.emails_today} limit={overview.emails_a_day} />}
        >
          <Causes
            causes={overview.email_failures.map(({ name, count }) => ({
              name: TEMPLATE_LABELS[name as EmailTemplate] ?? name,
              count,
            }))}
            none="Every email was sent."
          />
        </Card>
        {overview.transcriptions.length > 0 && (
          <Card title={`Transcriptions, last ${DAYS} days`}>
            <TranscriptionDays days={overview.transcriptions} />
          </Card>
        )}
        <Card
          title="Submissions per day"
          aside={
            <p className="text-sm text-muted">
              <b className="font-display text-2xl font-bold text-ink tabular-nums">{total}</b> in the last{" "}
              {DAYS} days
            </p>
          }
        >
          <BarChart
            caption={`Submissions per day of all clients, last ${DAYS} days: ${total}`}
            unit="Submissions"
            bars={bars}
            className="h-36"
          />
        </Card>
        <Card title="Clients by status">
          <Causes
            causes={overview.clients.map(({ name, count }) => ({
              name: STATUS_LABELS[name as ClientStatus] ?? name,
              count,
            }))}
            none="There are no clients yet."
          />
        </Card>
      </div>
      <Card title="Clients’ drives">
        <div className="flex flex-col gap-4">
          <ArrivalTimes arrivals={overview.arrivals} />
          <DriveList drives={overview.drives} />
        </div>
      </Card>
      <Card title="Schedules">
        <Schedules schedules={overview.schedules} />
      </Card>
    </div>
  );
}

/** Emails sent today, of the mail service's daily limit. */
function EmailsToday({ sent, limit }: { sent: number; limit: number | null }) {
  return (
    <p className="text-sm text-muted">
      <b className="font-display text-2xl font-bold text-ink tabular-nums">{sent}</b>
      {limit === null ? " sent today" : ` of ${limit} sent today`}
    </p>
  );
}

/** Calls of the speech recognition by UTC day, with their price. */
function TranscriptionDays({ days }: { days: TranscriptionDay[] }) {
  return (
    <ul className="flex flex-col gap-1 text-[0.9375rem] tabular-nums">
      {days.map(({ day, calls, microdollars }) => (
        <li key={day} className="flex flex-wrap justify-between gap-x-4">
          <span>{day}</span>
          <span>
            {calls} for ${(microdollars / 1_000_000).toFixed(4)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** `2 hours ago`. */
const formatAgo = (at: number) => formatDistanceToNowStrict(at, { addSuffix: true });

const REFETCH_MS = 30_000;

/** Status overview, polled every 30 seconds. */
function useOverview() {
  return useQuery({
    queryKey: ["admin", "overview"],
    queryFn: ({ signal }) => admin.overviewGet(signal),
    refetchInterval: REFETCH_MS,
  });
}

/** Names with how often, as bars that can be compared; the most frequent first. */
function Causes({ causes, none }: { causes: Cause[]; none: string }) {
  if (causes.length === 0) return <p className="text-[0.9375rem] text-muted">{none}</p>;
  const most = Math.max(...causes.map((cause) => cause.count), 1);
  return (
    <ul className="flex flex-col gap-3">
      {causes.map((cause) => (
        <li key={cause.name} className="text-[0.9375rem] leading-snug">
          <p className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{cause.name}</span>
            <b className="shrink-0 font-semibold tabular-nums">{cause.count}</b>
          </p>
          <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-ink forced-color-adjust-none forced-colors:bg-[CanvasText]"
              style={{ width: `${(cause.count / most) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Each schedule with its last run. */
function Schedules({ schedules }: { schedules: ScheduleRun[] }) {
  return (
    <ul className="divide-y divide-hairline text-[0.9375rem] leading-snug">
      {schedules.map((schedule) => (
        <li
          key={schedule.name}
          className="grid gap-x-6 gap-y-0.5 py-2.5 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,14rem)_11rem_minmax(0,1fr)_6rem]"
        >
          <p className="min-w-0">
            <b className="block font-semibold wrap-anywhere">{schedule.title}</b>
            <span className="text-sm text-muted">{schedule.pace}</span>
          </p>
          <p className="text-sm tabular-nums">
            {schedule.ran_at === null ? (
              <span className="text-muted">Never ran</span>
            ) : (
              <Time at={schedule.ran_at} format={formatAgo} title={formatDateTime(schedule.ran_at)} />
            )}
          </p>
          <p className="min-w-0 text-sm wrap-anywhere">{schedule.result}</p>
          <p className="md:text-right">
            {schedule.ran_at !== null && (
              <Badge tone={schedule.ok ? "success" : "danger"}>{schedule.ok ? "ok" : "failed"}</Badge>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Alerts that were emailed to admins; open ones first. */
function AlertList({ alerts }: { alerts: AlertSummary[] }) {
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
            <Time at={alert.began_at} className="whitespace-nowrap" />
            {alert.ended_at !== null && (
              <>
                {" to "}
                <Time at={alert.ended_at} className="whitespace-nowrap" />
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

const total = (causes: Cause[]) => causes.reduce((sum, cause) => sum + cause.count, 0);

function QueueFigures({ overview }: { overview: Overview }) {
  const failures = total(overview.failures);
  const mails = total(overview.email_failures);
  return (
    <section
      aria-label="Queue and failures"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-hairline bg-hairline lg:grid-cols-4"
    >
      <Figure name="Queue depth" value={overview.queue_depth}>
        {overview.queue_depth === 1 ? "job queued or running" : "jobs queued or running"}
      </Figure>
      <Figure
        name="Oldest job"
        value={overview.oldest_job_at === null ? "–" : formatDistanceToNowStrict(overview.oldest_job_at)}
      >
        {overview.oldest_job_at === null ? "the queue is empty" : "since it was queued"}
      </Figure>
      <Figure name="Failed deliveries" value={failures} bad={failures > 0}>
        {failures === 0 ? "none" : <FigureLink to={failedUploadsPath}>View them</FigureLink>}
      </Figure>
      <Figure name="Failed emails" value={mails} bad={mails > 0}>
        {mails === 0 ? (
          "none"
        ) : (
          <FigureLink to={`${adminRoutes.adminEmails}?status=failed`}>View them</FigureLink>
        )}
      </Figure>
    </section>
  );
}

type FigureProps = { name: string; value: number | string; bad?: boolean; children: ReactNode };

function Figure({ name, value, bad = false, children }: FigureProps) {
  return (
    <div className="bg-surface p-4 sm:p-5">
      <h2 className="font-sans text-[0.9375rem] font-semibold tracking-normal">{name}</h2>
      <p
        className={`mt-1 flex min-h-11 items-center font-display leading-none font-bold tracking-tight tabular-nums ${typeof value === "number" ? "text-4xl" : "text-2xl"} ${bad ? "text-danger" : ""}`}
      >
        {value}
      </p>
      <p className="text-sm text-muted">{children}</p>
    </div>
  );
}

function FigureLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-ink underline decoration-control underline-offset-4 hover:decoration-ink">
      {children}
    </Link>
  );
}

/** Delivery times of the newest videos, as far as known. */
function ArrivalTimes({ arrivals }: { arrivals: Arrivals }) {
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
function DriveList({ drives }: { drives: DriveState[] }) {
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
                <Time
                  at={drive.last_video_at}
                  format={formatAgo}
                  title={formatDateTime(drive.last_video_at)}
                />
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
