import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Dashboard } from "#api/generated/client.ts";
import { BarChart } from "#ui/charts/bar-chart.tsx";
import { LineChart } from "#ui/charts/line-chart.tsx";
import { formatIsoDate } from "#lib/format.ts";
import { routes } from "#paths.ts";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { lastDays } from "./last-days.ts";

/** A business's key figures, with a chart of the last days. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { search } = useClientScope();
  const { client, days, today, recent_days: count, access_ended: isOver } = dashboard;
  const series = lastDays(days, today, count, client.credits_remaining);
  const share = Math.min(
    Math.max((isOver ? 0 : client.credits_remaining) / Math.max(client.credits_per_month, 1), 0),
    1,
  );
  const received = series.reduce((sum, day) => sum + day.submissions, 0);
  return (
    <section
      aria-label="Credits and submissions"
      className="grid divide-y divide-hairline rounded-card border border-hairline bg-surface lg:grid-cols-3 lg:divide-x lg:divide-y-0"
    >
      <Figure
        label="Credits left"
        number={client.counts_credits && !isOver ? client.credits_remaining : null}
        of={
          !client.counts_credits
            ? "Not counted"
            : isOver
              ? "None: the plan has ended"
              : `of ${client.credits_per_month} per month`
        }
      >
        <div className="flex h-full flex-col justify-end">
          <div aria-hidden="true" className="h-2.5 overflow-hidden rounded-full border border-control">
            <div
              className="h-full bg-ink forced-color-adjust-none forced-colors:bg-[CanvasText]"
              style={{ width: `${share * 100}%` }}
            />
          </div>
          <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
            {client.cancelled_at !== null ? (
              <span>No new month begins.</span>
            ) : dashboard.grace_ends_at !== null ? (
              <span>A new month begins once it is paid.</span>
            ) : client.next_reset_date !== null && client.next_reset_date < dashboard.today ? (
              <span>A new month begins once we hear of its payment.</span>
            ) : client.next_reset_date ? (
              <span>
                Resets on <b className="font-semibold text-ink">{formatIsoDate(client.next_reset_date)}</b>
              </span>
            ) : (
              <span>No reset date is set yet.</span>
            )}
            <Link
              to={withScope(routes.clientBilling, search)}
              className="-my-0.5 py-0.5 font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
            >
              Plan and credits
            </Link>
          </p>
        </div>
      </Figure>
      <Figure label="Submissions" number={received} of={`in the last ${count} days`}>
        <BarChart
          caption={`Submissions per day, last ${count} days: ${received}`}
          unit="Submissions"
          bars={series.map(({ key, label, submissions }) => ({ key, label, value: submissions }))}
        />
      </Figure>
      <Figure label="Credits over time" number={null} of={`last ${count} days`}>
        <LineChart
          caption={`Credits left at the end of each day, last ${count} days: now ${client.credits_remaining}`}
          unit="Credits left"
          points={series.map(({ key, label, credits }) => ({ key, label, value: credits }))}
        />
      </Figure>
    </section>
  );
}

type FigureProps = { label: string; number: number | null; of: string; children: ReactNode };

function Figure({ label, number, of, children }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col p-5 sm:p-6">
      <h2 className="font-sans text-[0.9375rem] font-semibold tracking-normal">{label}</h2>
      <p className="mt-1 mb-4 flex min-h-14 items-baseline gap-2">
        {number !== null && (
          <span className="font-display text-5xl leading-none font-bold tracking-tight tabular-nums">
            {number}
          </span>
        )}
        <span className="text-sm text-muted">{of}</span>
      </p>
      <div className="mt-auto">{children}</div>
    </div>
  );
}
