import titles from "#api/generated/titles.json";
import type { ClientStatus, EmailTemplate } from "#api/generated/enums.ts";
import type { Cause, Overview, ScheduleRun } from "#api/generated/operations.ts";
import { BarChart } from "#ui/charts/bar-chart.tsx";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useTitle } from "#lib/use-title.ts";
import { STATUS_LABELS } from "#areas/admin/clients/client-labels.ts";
import { TEMPLATE_LABELS } from "#areas/admin/emails/templates.ts";
import { ErrorState } from "#ui/empty-state.tsx";
import { DAYS, lastDays } from "./last-days.ts";
import { AlertList } from "./alert-list.tsx";
import { ArrivalTimes, DriveList } from "./drive-list.tsx";
import { HealthCard } from "./health-card.tsx";
import { QueueFigures } from "./queue-figures.tsx";
import { useQuery } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import { formatDistanceToNowStrict } from "date-fns";
import { Badge } from "#ui/badge.tsx";
import { formatDateTime } from "#lib/format.ts";

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
        <ErrorState what="the overview" error={error} onRetry={refetch} />
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
              <time
                dateTime={new Date(schedule.ran_at).toISOString()}
                title={formatDateTime(schedule.ran_at)}
              >
                {formatDistanceToNowStrict(schedule.ran_at, { addSuffix: true })}
              </time>
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
