import { texts } from "#api/generated/rules.json";
import titles from "#api/generated/titles.json";
import type { ClientView } from "#api/generated/client.ts";
import type { ClientDrive } from "#api/generated/drive.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { OpenFolder } from "#ui/drives/open-folder.tsx";
import { DeletionCard } from "./deletion-card.tsx";
import { DownloadEverything } from "./download-everything.tsx";
import { ChosenDrive, Parked } from "./chosen-drive.tsx";
import { GoogleDriveCard, PlatformFolderForm, SharedDriveForm, isOwnGoogle } from "./google-drive-card.tsx";
import { OtherDrives } from "./other-drives.tsx";
import { useDrive } from "./use-drive.ts";
import { VideoMoves } from "./video-moves.tsx";
import { WebDavForm } from "./webdav-form.tsx";

export default function DriveScreen() {
  return <ClientScreen title={titles.clientDrive}>{({ client }) => <Drives client={client} />}</ClientScreen>;
}

/** The drive videos are delivered to, and cards to connect another one. */
function Drives({ client }: { client: ClientView }) {
  const { id: clientId, email } = client;
  const { data: drive, isError, refetch } = useDrive(clientId);
  return (
    <>
      <h1 className="mb-3 text-4xl sm:text-5xl">Where your videos arrive</h1>
      <p className="mb-6 max-w-[52ch] text-lg text-muted">
        In our folder, or straight to yours. Either way you can watch, download and delete them here.
      </p>
      {!drive && !isError ? (
        <Skeleton className="h-56" />
      ) : (
        // Columns of equal height on wide screens, whichever cards there are. A phone shows first the card that changes
        // the drive.
        <div className="flex flex-col gap-5 lg:-mb-5 lg:block lg:columns-2 lg:gap-x-5 lg:*:mb-5 lg:*:break-inside-avoid">
          {drive ? (
            <Arrival clientId={clientId} drive={drive} />
          ) : (
            <div role="alert" className="flex flex-col items-start gap-3">
              <p>We could not load your drive.</p>
              <Button variant="outlined" onClick={() => void refetch()}>
                Try again
              </Button>
            </div>
          )}
          <DeletionCard client={client} />
          <DownloadEverything clientId={clientId} keepsOwnDrive={client.keeps_own_drive} />
          {drive && <WaysToConnect clientId={clientId} email={email} drive={drive} />}
        </div>
      )}
    </>
  );
}

/** The drive in use. A folder in Sayso's own drive still counts after its connection ended: videos wait for it. */
const chosenOf = ({ connections }: ClientDrive) =>
  connections.find((connection) => connection.chosen && (!connection.ended || connection.is_platform));

type NextStep = "test" | "move" | "google" | "webdav" | null;

/** The most urgent step: fix the drive, move earlier videos, or connect a drive. */
function nextStep(drive: ClientDrive): NextStep {
  const chosen = chosenOf(drive);
  if (chosen?.fault) return isOwnGoogle(chosen) && drive.can_connect_google ? "google" : "test";
  if (drive.elsewhere > 0) return "move";
  if (chosen) return null;
  return drive.can_connect_google ? "google" : "webdav";
}

const variantFor = (isNext: boolean) => (isNext ? "signal" : "outlined");

/** The drive in use, and the others that hold videos. */
function Arrival({ clientId, drive }: { clientId: string; drive: ClientDrive }) {
  const chosen = chosenOf(drive);
  const next = nextStep(drive);
  return (
    <>
      {chosen ? (
        <ChosenDrive
          clientId={clientId}
          connection={chosen}
          parked={drive.parked}
          testVariant={variantFor(next === "test")}
        />
      ) : (
        <BuiltInFolder drive={drive} />
      )}
      <VideoMoves clientId={clientId} drive={drive} isWorking={!chosen?.fault} />
      <OtherDrives clientId={clientId} chosen={chosen} connections={drive.connections} />
    </>
  );
}

type WaysProps = { clientId: string; email: string; drive: ClientDrive };

function WaysToConnect({ clientId, email, drive }: WaysProps) {
  const chosen = chosenOf(drive);
  const next = nextStep(drive);
  return (
    <>
      {drive.can_connect_google && (
        <GoogleDriveCard
          clientId={clientId}
          again={chosen !== undefined && isOwnGoogle(chosen)}
          variant={variantFor(next === "google")}
        />
      )}
      {drive.platform_account !== null && (
        <PlatformFolderForm
          clientId={clientId}
          account={drive.platform_account}
          email={email}
          current={chosen}
        />
      )}
      {drive.service_account !== null && (
        <SharedDriveForm clientId={clientId} serviceAccount={drive.service_account} />
      )}
      {drive.can_connect && <WebDavForm clientId={clientId} variant={variantFor(next === "webdav")} />}
    </>
  );
}

function BuiltInFolder({ drive }: { drive: ClientDrive }) {
  if (drive.provider === null) {
    return (
      <Card title="No drive" aside={<Badge tone="danger">Needs attention</Badge>}>
        <p className="max-w-[60ch]">{texts.noDrive}</p>
        <Parked count={drive.parked} />
      </Card>
    );
  }
  return (
    <Card title="Sayso’s own folder" aside={<Badge tone="success">In use</Badge>}>
      <p className="max-w-[60ch]">
        New videos go to a folder that opens for you, and for whoever has a link from our emails.
      </p>
      <Parked count={drive.parked} />
      <div className="mt-5">
        <OpenFolder link={drive.link} />
      </div>
    </Card>
  );
}
