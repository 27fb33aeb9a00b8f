import type { ClientView, Dashboard } from "#api/generated/client.ts";
import { routes } from "#paths.ts";
import { TextLink } from "#ui/text-link.tsx";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { LeavingNotice } from "#areas/client/cancellation/leaving-notice.tsx";
import { AssetsCard } from "./assets-card.tsx";
import { AccountNotice, EmailNotice } from "./account-notice.tsx";
import { HoldNotice } from "#areas/client/submissions/hold-notice.tsx";
import { DriveNotice } from "#areas/client/drive/drive-notice.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { Figures } from "./figures.tsx";
import { RecentCard } from "./recent-card.tsx";
import { WatermarkCard } from "./watermark-card.tsx";
import { ExternalLink } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CopyAddress } from "#areas/client/copy-address.tsx";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { takesNoVideos } from "./credit-state.ts";

export default function DashboardScreen() {
  return <ClientScreen title="Dashboard">{(dashboard) => <Overview dashboard={dashboard} />}</ClientScreen>;
}

/** Figures, the recording link, recent submissions, then appearance. */
function Overview({ dashboard }: { dashboard: Dashboard }) {
  const { client } = dashboard;
  return (
    <>
      <h1 className="mb-5 text-4xl wrap-anywhere sm:text-5xl">{client.company_name}</h1>
      <LeavingNotice dashboard={dashboard} />
      <AccountNotice dashboard={dashboard} />
      <EmailNotice dashboard={dashboard} />
      <DriveNotice dashboard={dashboard} />
      <HoldNotice dashboard={dashboard} />
      <div className="flex flex-col gap-5">
        <FirstSteps dashboard={dashboard} />
        <Figures dashboard={dashboard} />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <AddressCard client={client} address={dashboard.recording_url} />
          {/* Alone in its row, so that its height fits its lines. */}
          <div className="min-w-0 lg:col-span-2 lg:row-start-2">
            <RecentCard dashboard={dashboard} />
          </div>
          <div className="grid min-w-0 lg:col-start-2 lg:row-start-1">
            <AssetsCard client={client} address={dashboard.recording_url} />
          </div>
        </div>
        <WatermarkCard client={client} />
      </div>
      <p className="mt-8 text-sm text-muted">
        The{" "}
        <TextLink href={routes.terms} newTab>
          terms
        </TextLink>{" "}
        say how long videos are kept.
      </p>
    </>
  );
}

/** The address customers open: the one thing to take from here. */
function AddressCard({ client, address }: { client: ClientView; address: string }) {
  const closed = takesNoVideos(client);
  const scope = useClientScope();
  return (
    <Card title="Your recording link">
      <p className="rounded-control bg-sunken px-4 py-3 leading-snug font-semibold wrap-anywhere select-all">
        {address}
      </p>
      <div className="mt-3 flex gap-3">
        <CopyAddress address={address} variant={closed ? "outlined" : "signal"} className="flex-1" />
        <ButtonLink variant="outlined" href={address} target="_blank" rel="noopener" className="flex-1">
          <ExternalLink className="size-5" aria-hidden="true" />
          Open
          <span className="sr-only"> your recording page (opens in a new tab)</span>
        </ButtonLink>
      </div>
      <p className="mt-4 text-sm text-muted">
        {closed
          ? "Your page is not taking videos at the moment, and tells customers so."
          : "Send it to a customer. They record, you get the video."}{" "}
        There is also an{" "}
        <Link
          to={withScope(routes.clientSharing, scope.search)}
          className="underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          invitation, a QR code and a table card
        </Link>
        .
      </p>
    </Card>
  );
}
