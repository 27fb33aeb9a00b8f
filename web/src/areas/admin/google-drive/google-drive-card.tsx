import type { PlatformAccount } from "#api/generated/drive.ts";
import * as admin from "#api/generated/calls/admin.ts";
import { useGoogleConsent } from "#auth/use-google-consent.ts";
import { formatDateTime } from "#lib/format.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { ConsentScreenNote } from "#ui/drives/consent-screen-note.tsx";
import { DisconnectButton } from "#ui/drives/disconnect-button.tsx";
import { DriveFacts, permissionEnd, type Fact } from "#ui/drives/drive-facts.tsx";
import { DriveFault } from "#ui/drives/drive-fault.tsx";
import { OpenFolder } from "#ui/drives/open-folder.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useDisconnectGoogleDrive, useGoogleDrive, useTestGoogleDrive } from "./use-google-drive.ts";

const TITLE = "Sayso’s Google Drive";

/** The Google account of the product's own, in which clients are given folders. */
export function GoogleDriveCard() {
  const { data: drive, error, isFetching, refetch } = useGoogleDrive();
  if (!drive)
    return error && !isFetching ? (
      <ErrorState subject="Sayso’s Google Drive" error={error} onRetry={refetch} />
    ) : (
      <Skeleton className="h-44 rounded-card" />
    );
  if (drive.account) return <ConnectedAccount account={drive.account} />;
  return (
    <Card title={TITLE}>
      <p className="-mt-2 mb-5 max-w-[64ch] text-[0.9375rem] text-muted">
        {drive.can_connect
          ? "Connect one Google account for clients who have no drive of their own. We make a folder for each client in it, and share that with the client’s email."
          : "Google Drive is not set up yet. The operations manual explains how."}
      </p>
      {drive.can_connect && (
        <>
          <ConsentScreenNote />
          <ConnectButton words="Connect Google Drive" variant="signal" />
        </>
      )}
    </Card>
  );
}

function ConnectButton({ words, variant }: { words: string; variant: "signal" | "outlined" }) {
  const { mutate: ask, isPending, isSuccess } = useGoogleConsent(() => admin.googleDriveAsk());
  return (
    // Disabled while the page redirects to Google.
    <Button variant={variant} disabled={isPending || isSuccess} onClick={() => ask()}>
      {isPending || isSuccess ? "Opening Google" : words}
    </Button>
  );
}

function ConnectedAccount({ account }: { account: PlatformAccount }) {
  const { mutate: test, isPending } = useTestGoogleDrive();
  const { fault, fault_at: since } = account;
  return (
    <Card
      title={TITLE}
      aside={fault ? <Badge tone="danger">Needs attention</Badge> : <Badge tone="success">Connected</Badge>}
    >
      <AccountFacts account={account} />
      {fault && <DriveFault fault={fault} since={since} />}
      <p className="mt-4 max-w-[64ch] text-[0.9375rem] text-muted">
        Connect the same account again when its permission ends. With another account, the folders of this one
        cannot be used until each client reconnects on its Drive page.
      </p>
      {account.expires_at !== null && (
        <div className="mt-4">
          <ConsentScreenNote />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-3 *:flex-auto sm:*:flex-none">
        <ConnectButton words="Connect again" variant={fault ? "signal" : "outlined"} />
        <Button variant="outlined" disabled={isPending} onClick={() => test()}>
          {isPending ? "Sending a test file" : "Send a test file"}
        </Button>
        <OpenFolder link={account.link} />
        <Disconnect account={account} />
      </div>
    </Card>
  );
}

function AccountFacts({ account }: { account: PlatformAccount }) {
  const { space_used: used, space_limit: limit, expires_at: expires } = account;
  const facts: Fact[] = [
    ["Account", account.email],
    ["Clients’ folders", String(account.folders)],
    ...(used === null || limit === null
      ? []
      : [["Space taken", `${gigabytes(used)} of ${gigabytes(limit)}`] satisfies Fact]),
    ["Connected", formatDateTime(account.connected_at)],
    ...permissionEnd(expires),
  ];
  return <DriveFacts facts={facts} />;
}

function Disconnect({ account: { email, folders } }: { account: PlatformAccount }) {
  const { mutate, isPending } = useDisconnectGoogleDrive();
  return (
    <DisconnectButton
      question="Disconnect Sayso’s Google Drive?"
      busy={isPending}
      onDisconnect={(close) => mutate(undefined, { onSettled: close })}
    >
      {folders === 0
        ? `We revoke our permission for ${email}. The files in the folder stay there.`
        : `${folders === 1 ? "1 client has its folder" : `${folders} clients have their folders`} in it. Disconnect each on the client’s Drive page first.`}
    </DisconnectButton>
  );
}

const GIGABYTE = 1024 ** 3;
const gigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;
