import type { Dashboard } from "../../../api/generated/Dashboard.ts";
import { ClientScreen } from "../client-screen.tsx";
import { AccountNotice } from "../dashboard/account-notice.tsx";
import { takesNoVideos } from "../dashboard/credit-state.ts";
import { CodeCard } from "./code-card.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { LinkCard } from "./link-card.tsx";
import { TableCards } from "./table-cards.tsx";

export default function SharingScreen() {
  return <ClientScreen title="Sharing">{(dashboard) => <WaysToShare dashboard={dashboard} />}</ClientScreen>;
}

/** Every way to the recording page: by link, by code, by mail, on the table. */
function WaysToShare({ dashboard }: { dashboard: Dashboard }) {
  const { client, recording_url: address } = dashboard;
  return (
    <>
      <h1 className="mb-3 text-4xl sm:text-5xl">Ask your customers</h1>
      <AccountNotice dashboard={dashboard} />
      <p className="mb-6 max-w-[52ch] text-lg text-muted">
        {takesNoVideos(client)
          ? "Your page takes no videos now. Keep your link for later: customers who open it cannot record."
          : "Whoever opens your link can leave you a video. Send it, print it, put it on the counter."}
      </p>
      <div className="flex flex-col gap-5">
        <LinkCard client={client} address={address} />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <CodeCard client={client} address={address} />
          <InvitationCard client={client} address={address} />
        </div>
        <TableCards client={client} address={address} />
      </div>
    </>
  );
}
