import type { ClientView, Dashboard } from "#api/generated/client.ts";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { AccountNotice } from "#areas/client/dashboard/account-notice.tsx";
import { takesNoVideos } from "#areas/client/dashboard/credit-state.ts";
import { CodeCard } from "./code-card.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { Card } from "#ui/card.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { CopyAddress } from "#areas/client/copy-address.tsx";
import { readable } from "./invitation.ts";
import { Printer } from "lucide-react";
import { Link } from "react-router";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { SIZES, TableCard } from "./table-card.tsx";

export default function SharingScreen() {
  return <ClientScreen title="Sharing">{(dashboard) => <WaysToShare dashboard={dashboard} />}</ClientScreen>;
}

/** Ways to share the recording page: link, QR code, email, table card. */
function WaysToShare({ dashboard }: { dashboard: Dashboard }) {
  const { client, recording_url: address } = dashboard;
  return (
    <>
      <h1 className="mb-3 text-4xl sm:text-5xl">Ask your customers</h1>
      <AccountNotice dashboard={dashboard} />
      <p className="mb-6 max-w-[52ch] text-lg text-muted">
        {takesNoVideos(client)
          ? "Your page is not taking videos at the moment. Keep your link for later: customers who open it cannot record."
          : "Anyone with your link can leave you a video. Send it, print it, put it on the counter."}
      </p>
      <div className="flex flex-col gap-5">
        <LinkCard client={client} address={address} />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <CodeCard client={client} address={address} />
          <InvitationCard client={client} address={address} />
        </div>
        <TableCards client={client} address={address} />
      </div>
    </>
  );
}

/** The recording link, in large type. */
function LinkCard({ client, address }: { client: ClientView; address: string }) {
  return (
    <Card title="Link">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <TextLink
          href={address}
          newTab
          className="min-w-0 font-display text-2xl leading-tight font-bold tracking-tight wrap-anywhere sm:text-3xl"
        >
          {readable(address)}
        </TextLink>
        <CopyAddress
          address={address}
          variant={takesNoVideos(client) ? "outlined" : "signal"}
          className="flex-1 sm:flex-none"
        />
      </div>
    </Card>
  );
}

/** The card for tables and counters, small, and the way to print it. */
function TableCards({ client, address }: { client: ClientView; address: string }) {
  const scope = useClientScope();
  return (
    <Card title="Table card">
      <div className="grid items-center gap-8 sm:grid-cols-[auto_minmax(0,1fr)]">
        <div aria-hidden="true" className="table-card-thumbnail mx-auto">
          <TableCard client={client} address={address} size="a6" />
        </div>
        <div>
          <p className="max-w-[46ch]">
            For counters, tables and parcels, with your name, QR code and link. Print it on card, or send the
            PDF to a print shop.
          </p>
          <div className="mt-4 flex flex-wrap gap-3 *:flex-auto sm:*:flex-none">
            {Object.entries(SIZES).map(([size, { name, millimetres }]) => (
              <Link
                key={size}
                to={withScope(routes.clientCard, scope.search, { size })}
                className={buttonClass("outlined")}
              >
                <Printer className="size-5" aria-hidden="true" />
                {name}, {millimetres}
              </Link>
            ))}
          </div>
        </div>
      </div>
    </Card>
  );
}
