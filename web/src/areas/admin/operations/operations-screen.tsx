import type { Overview } from "../../../api/generated/Overview.ts";
import { BarChart } from "../../../ui/bar-chart.tsx";
import { Card } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { templateWords } from "../emails/templates.ts";
import { Failed } from "../state.tsx";
import { Causes } from "./causes.tsx";
import { DAYS, lastDays } from "./last-days.ts";
import { QueueFigures } from "./queue-figures.tsx";
import { Schedules } from "./schedules.tsx";
import { useOverview } from "./use-overview.ts";

/** Whether everything runs, and if not, what does not and why. */
export default function OperationsScreen() {
  useTitle("Operations");
  const { data, error, isFetching, refetch } = useOverview();
  return (
    <main>
      <h1 className="mb-5 text-4xl">Operations</h1>
      {data ? (
        <Standing overview={data} />
      ) : error && !isFetching ? (
        <Failed what="the overview" error={error} onRetry={refetch} />
      ) : (
        <div aria-busy="true" aria-label="Loading" className="flex flex-col gap-5">
          <Skeleton className="h-32 rounded-card" />
          <Skeleton className="h-80 rounded-card" />
        </div>
      )}
    </main>
  );
}

function Standing({ overview }: { overview: Overview }) {
  const bars = lastDays(overview.days, overview.today);
  const total = bars.reduce((sum, bar) => sum + bar.value, 0);
  return (
    <div className="flex flex-col gap-5">
      <QueueFigures overview={overview} />
      <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title="Failures by cause">
          <Causes causes={overview.failures} none="No delivery has failed." />
        </Card>
        <Card title="Email failures">
          <Causes
            causes={overview.email_failures.map(({ name, count }) => ({ name: templateWords(name), count }))}
            none="Every mail was sent."
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
          <Causes causes={overview.clients} none="There are no clients yet." />
        </Card>
      </div>
      <Card title="Schedules">
        <Schedules schedules={overview.schedules} />
      </Card>
    </div>
  );
}
