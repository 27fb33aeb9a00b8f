import type { Dashboard } from "../../../api/generated/Dashboard.ts";
import { ClientScreen } from "../client-screen.tsx";
import { AccountNotice } from "../dashboard/account-notice.tsx";
import { Search } from "./search.tsx";
import { SubmissionList } from "./submission-list.tsx";
import { SubmissionWindow } from "./submission-window.tsx";
import { useFilter } from "./use-filter.ts";
import { YearChart } from "./year-chart.tsx";

export default function SubmissionsScreen() {
  return (
    <ClientScreen title="Submissions">{(dashboard) => <Submissions dashboard={dashboard} />}</ClientScreen>
  );
}

/** All that customers have said, to find, watch, save and delete. */
function Submissions({ dashboard }: { dashboard: Dashboard }) {
  const { client } = dashboard;
  const filter = useFilter();
  return (
    <>
      <h1 className="mb-5 text-4xl sm:text-5xl">Submissions</h1>
      <AccountNotice dashboard={dashboard} />
      <div className="flex flex-col gap-5">
        <YearChart clientId={client.id} />
        <Search filter={filter} />
        <SubmissionList client={client} filter={filter} />
      </div>
      {filter.openId && (
        <SubmissionWindow key={filter.openId} client={client} id={filter.openId} onClose={filter.close} />
      )}
    </>
  );
}
