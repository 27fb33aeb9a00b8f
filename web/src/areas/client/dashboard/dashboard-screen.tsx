import type { Dashboard } from "../../../api/generated/Dashboard.ts";
import { routes } from "../../../paths.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { ClientScreen } from "../client-screen.tsx";
import { AddressCard } from "./address-card.tsx";
import { AssetsCard } from "./assets-card.tsx";
import { AccountNotice } from "./account-notice.tsx";
import { Figures } from "./figures.tsx";
import { RecentCard } from "./recent-card.tsx";
import { WatermarkCard } from "./watermark-card.tsx";

export default function DashboardScreen() {
  return <ClientScreen title="Dashboard">{(dashboard) => <Overview dashboard={dashboard} />}</ClientScreen>;
}

/** Numbers first, then the link that brings the next ones, then what has come, then how it looks. */
function Overview({ dashboard }: { dashboard: Dashboard }) {
  const { client } = dashboard;
  return (
    <>
      <h1 className="mb-5 text-4xl wrap-anywhere sm:text-5xl">{client.company_name}</h1>
      <AccountNotice dashboard={dashboard} />
      <div className="flex flex-col gap-5">
        <Figures dashboard={dashboard} />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr]">
          <div className="min-w-0 lg:col-start-2">
            <AddressCard client={client} address={dashboard.recording_url} />
          </div>
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:self-stretch">
            <RecentCard dashboard={dashboard} />
          </div>
          <div className="min-w-0 lg:col-start-2">
            <AssetsCard client={client} address={dashboard.recording_url} />
          </div>
        </div>
        <WatermarkCard client={client} />
      </div>
      <p className="mt-8 text-sm text-muted">
        The{" "}
        <TextLink href={routes.terms} newTab>
          terms of service
        </TextLink>{" "}
        say how long videos are kept.
      </p>
    </>
  );
}
