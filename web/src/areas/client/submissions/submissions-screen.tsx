import type { ClientView, Dashboard } from "#api/generated/client.ts";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { DriveNotice } from "#areas/client/drive/drive-notice.tsx";
import { AccountNotice } from "#areas/client/dashboard/account-notice.tsx";
import { Search, useFilter } from "./submission-filter.tsx";
import { SubmissionList } from "./submission-list.tsx";
import { SubmissionWindow } from "./submission-window.tsx";
import { HoldNotice } from "./hold-notice.tsx";
import { Card } from "#ui/card.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { BarChart } from "#ui/charts/bar-chart.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { byMonth } from "./months.ts";
import { useDays, useHoldSwitch } from "./use-submissions.ts";

export default function SubmissionsScreen() {
  return (
    <ClientScreen title="Submissions">{(dashboard) => <Submissions dashboard={dashboard} />}</ClientScreen>
  );
}

/** All testimonials: search, watch, save and delete. */
function Submissions({ dashboard }: { dashboard: Dashboard }) {
  const { client } = dashboard;
  const filter = useFilter();
  return (
    <>
      <h1 className="mb-5 text-4xl sm:text-5xl">Submissions</h1>
      <AccountNotice dashboard={dashboard} />
      <DriveNotice dashboard={dashboard} />
      <HoldNotice dashboard={dashboard} />
      <div className="flex flex-col gap-5">
        <YearChart clientId={client.id} />
        <Search clientId={client.id} filter={filter} />
        <SubmissionList client={client} filter={filter} />
        <HoldCard client={client} />
      </div>
      {filter.openId && (
        <SubmissionWindow
          key={filter.openId}
          client={client}
          driveTrouble={dashboard.drive_trouble}
          id={filter.openId}
          onClose={filter.close}
        />
      )}
    </>
  );
}

/** Setting to hold every submission for review. */
function HoldCard({ client }: { client: ClientView }) {
  const { turn } = useHoldSwitch(client);
  return (
    <Card
      title="Look first"
      aside={<Switch label="Hold every testimonial" checked={client.holds_everything} onChange={turn} />}
    >
      <p className="max-w-[75ch] text-[0.9375rem] text-muted">
        {client.holds_everything
          ? "Each new testimonial is put on hold until you accept it. Only then does it use a credit and go to your folder."
          : "New testimonials go to your folder at once. If unusually many arrive, the rest are put on hold until you accept them."}
      </p>
    </Card>
  );
}

/** A bar for each of the last twelve months; omitted if they cannot be loaded. */
function YearChart({ clientId }: { clientId: string }) {
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
