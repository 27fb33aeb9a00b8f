import titles from "../../../api/generated/titles.json";
import { format } from "date-fns";
import { CircleAlert, FolderOpen } from "lucide-react";
import type { ClientDrive } from "../../../api/generated/ClientDrive.ts";
import type { DriveConnection } from "../../../api/generated/DriveConnection.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ClientScreen } from "../client-screen.tsx";
import { GoogleDriveCard, SharedDriveForm } from "./google-drive-card.tsx";
import { Disconnect, OtherDrives } from "./other-drives.tsx";
import { useDrive, useTestDrive } from "./use-drive.ts";
import { VideoMoves } from "./video-moves.tsx";
import { WebDavForm } from "./webdav-form.tsx";

export default function DriveScreen() {
  return (
    <ClientScreen title={titles.clientDrive}>{({ client }) => <Drives clientId={client.id} />}</ClientScreen>
  );
}

/** Where videos arrive, and how to have them arrive elsewhere. */
function Drives({ clientId }: { clientId: string }) {
  const { data: drive, isError, refetch } = useDrive(clientId);
  return (
    <>
      <h1 className="mb-3 text-4xl sm:text-5xl">Where your videos arrive</h1>
      <p className="mb-6 max-w-[52ch] text-lg text-muted">
        In our folder, or straight in yours. Here you can watch, download and delete them either way.
      </p>
      {drive && <Connected clientId={clientId} drive={drive} />}
      {!drive && !isError && <Skeleton className="h-56" />}
      {!drive && isError && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>We could not load your drive.</p>
          <Button variant="outlined" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </>
  );
}

function Connected({ clientId, drive }: { clientId: string; drive: ClientDrive }) {
  const chosen = drive.connections.find((connection) => connection.chosen && !connection.ended);
  return (
    <div className="flex flex-col gap-5">
      {chosen ? (
        <ChosenDrive clientId={clientId} connection={chosen} parked={drive.parked} />
      ) : (
        <BuiltInFolder drive={drive} />
      )}
      <VideoMoves clientId={clientId} drive={drive} />
      {drive.can_connect_google && <GoogleDriveCard clientId={clientId} current={chosen} />}
      {drive.service_account !== null && (
        <SharedDriveForm clientId={clientId} serviceAccount={drive.service_account} />
      )}
      {drive.can_connect && <WebDavForm clientId={clientId} />}
      <OtherDrives clientId={clientId} chosen={chosen} connections={drive.connections} />
    </div>
  );
}

function BuiltInFolder({ drive }: { drive: ClientDrive }) {
  if (drive.provider === null) {
    return (
      <Card title="No drive" aside={<Badge tone="danger">Needs attention</Badge>}>
        <p className="max-w-[60ch]">
          Your drive link leads to no drive that we can deliver to. Please connect one below, or contact
          support.
        </p>
        <Parked count={drive.parked} />
      </Card>
    );
  }
  return (
    <Card title="Sayso’s own folder" aside={<Badge tone="success">In use</Badge>}>
      <p className="max-w-[60ch]">New videos are kept in a folder that opens for you alone.</p>
      <Parked count={drive.parked} />
      <div className="mt-5">
        <OpenFolder link={drive.link} />
      </div>
    </Card>
  );
}

/** Videos that could not be delivered. */
function Parked({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-4">
      <b>{count === 1 ? "1 video waits" : `${count} videos wait`}</b> with us until your drive works. Nothing
      is lost.
    </p>
  );
}

type ConnectionProps = { clientId: string; connection: DriveConnection };

/** The drive that new videos go to, and how it does. */
function ChosenDrive({ clientId, connection, parked }: ConnectionProps & { parked: number }) {
  const { mutate: test, isPending } = useTestDrive(clientId);
  const { fault, fault_at: since } = connection;
  return (
    <Card
      title={titleOf(connection)}
      aside={fault ? <Badge tone="danger">Needs attention</Badge> : <Badge tone="success">In use</Badge>}
    >
      <DriveFacts connection={connection} />
      {fault && (
        <p role="alert" className="mt-4 flex gap-3 rounded-control border border-danger px-4 py-3">
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden="true" />
          <span>
            {fault}
            {since !== null && ` Since ${moment(since)}.`}
          </span>
        </p>
      )}
      <Parked count={parked} />
      <div className="mt-5 flex flex-wrap gap-3 *:flex-auto sm:*:flex-none">
        <OpenFolder link={connection.link} />
        <Button variant="outlined" disabled={isPending} onClick={() => test(connection.id)}>
          {isPending ? "Sending a test file" : "Send a test file"}
        </Button>
        <Disconnect clientId={clientId} connection={connection} />
      </div>
    </Card>
  );
}

function DriveFacts({ connection }: { connection: DriveConnection }) {
  const {
    provider,
    address,
    account,
    videos: count,
    delivered_at: delivered,
    expires_at: expires,
  } = connection;
  const facts = [
    ...(provider === "google-drive" ? [] : [["Folder", address]]),
    ["Signed in as", account || "an access token"],
    ["Videos there", String(count)],
    ["Last arrival", delivered === null ? "None yet" : moment(delivered)],
    ...(expires === null ? [] : [["Permission ends", `${moment(expires)}. Connect it again before then.`]]),
  ];
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-sm text-muted max-sm:-mb-3 sm:text-base">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OpenFolder({ link }: { link: string }) {
  return (
    <ButtonLink variant="outlined" href={link} target="_blank" rel="noopener">
      <FolderOpen className="size-5" aria-hidden="true" />
      Open folder
      <span className="sr-only">(opens in a new tab)</span>
    </ButtonLink>
  );
}

const titleOf = ({ provider, address }: DriveConnection) =>
  provider === "google-drive" ? "Google Drive" : new URL(address).host;
const moment = (at: number) => format(at, "dd MMM yyyy, HH:mm");
