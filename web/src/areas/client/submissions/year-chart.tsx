import { BarChart } from "../../../ui/bar-chart.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { byMonth } from "./months.ts";
import { useDays } from "./use-submissions.ts";

/** The last twelve months, a bar each. Where they cannot be had, the page does without. */
export function YearChart({ clientId }: { clientId: string }) {
  const { data, isError } = useDays(clientId);
  if (isError) return null;
  if (!data) return <Skeleton className="h-40 rounded-card lg:h-32" />;
  const months = byMonth(data.days, data.today);
  const total = months.reduce((sum, month) => sum + month.value, 0);
  return (
    <section
      aria-label="The last 12 months"
      className="flex min-h-40 flex-wrap items-end gap-x-12 gap-y-4 rounded-card border border-hairline bg-surface p-5 sm:px-6 lg:min-h-32"
    >
      <p className="flex items-baseline gap-2 lg:self-center">
        <span className="font-display text-5xl leading-none font-bold tracking-tight tabular-nums">
          {total}
        </span>
        <span className="text-sm text-muted">in the last 12 months</span>
      </p>
      <div className="min-w-60 flex-1">
        <BarChart
          caption={`Submissions per month, last 12 months: ${total}`}
          unit="Submissions"
          bars={months}
          valued
        />
      </div>
    </section>
  );
}
