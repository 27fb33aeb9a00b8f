import { texts, lengths } from "#api/generated/rules.json";
import titles from "#api/generated/titles.json";
import type { ClientView } from "#api/generated/client.ts";
import type { ClientDrive, VideoMoves as Moves, DriveConnection } from "#api/generated/drive.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { OpenFolder } from "#ui/drives/open-folder.tsx";
import { DeletionCard, DeletionNote } from "./deletion-card.tsx";
import { DownloadEverything } from "./download-everything.tsx";
import { ChosenDrive, Parked } from "./chosen-drive.tsx";
import { GoogleDriveCard, PlatformFolderForm, SharedDriveForm, isOwnGoogle } from "./google-drive-card.tsx";
import { useDrive, useConnectWebDav, useMoveVideos, useChooseDrive } from "./use-drive.ts";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { ConnectForm, useConnectForm } from "./connect-form.tsx";
import { useState, type ReactNode } from "react";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { DisconnectDrive, videos } from "./disconnect-drive.tsx";

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

type WaysToConnectProps = { clientId: string; email: string; drive: ClientDrive };

function WaysToConnect({ clientId, email, drive }: WaysToConnectProps) {
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

const EMPTY = { address: "", account: "", secret: "" };

/** Connects a folder on the business's own server. Nothing is stored until a test file was written there. */
function WebDavForm({ clientId, variant }: { clientId: string; variant: ButtonVariant }) {
  const { form, field } = useConnectForm(EMPTY, useConnectWebDav(clientId));
  return (
    <Card title="Connect Nextcloud or another WebDAV drive">
      <p className="-mt-2 mb-5 max-w-[60ch] text-muted">
        Every new video then goes straight into a folder of yours. We put a small test file there first, and
        remove it again. <DeletionNote />
      </p>
      <ConnectForm form={form} submit="Connect" variant={variant}>
        <TextField
          label="Folder address"
          hint="Nextcloud shows it under Files settings. Add the folder’s name at its end."
          placeholder="https://cloud.example.com/remote.php/dav/files/anna/Testimonials"
          type="url"
          required
          autoComplete="off"
          spellCheck={false}
          {...field("address")}
        />
        <TextField
          label="User name"
          hint="Leave it empty for an access token."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={lengths.personName}
          {...field("account")}
        />
        <PasswordField
          label="App password or token"
          hint="We keep it encrypted and never show it again."
          required
          autoComplete="off"
          {...field("secret")}
        />
      </ConnectForm>
    </Card>
  );
}

type VideoMovesProps = {
  clientId: string;
  drive: ClientDrive;
  /** The current drive accepts videos. */
  isWorking: boolean;
};

/** Videos in the client's other drives, and their move to the current one. */
function VideoMoves({ clientId, drive, isWorking }: VideoMovesProps) {
  const { elsewhere, moves } = drive;
  const { mutate, isPending } = useMoveVideos(clientId);
  const [seen, setSeen] = useState(false);
  const isMoving = moves !== null && moves.waiting > 0;
  if (isMoving && !seen) setSeen(true);
  const isOver = seen && !isMoving && elsewhere === 0 && moves?.failed === 0;
  if (elsewhere === 0 && !isMoving && !isOver) return null;
  return (
    <Card title="Earlier videos">
      <div aria-live="polite">
        {isMoving && <Moving moves={moves} />}
        {isOver && <p>All your videos are here now.</p>}
        {!isMoving && elsewhere > 0 && <Elsewhere count={elsewhere} moves={moves} />}
      </div>
      {!isMoving && elsewhere > 0 && !isWorking && (
        <p className="mt-3 max-w-[60ch] text-muted">
          You can move {elsewhere === 1 ? "it" : "them"} here once your drive works.
        </p>
      )}
      {!isMoving && elsewhere > 0 && isWorking && (
        <Button className="mt-5" disabled={isPending} onClick={() => mutate()}>
          {elsewhere === 1 ? "Move it here" : "Move them here"}
        </Button>
      )}
    </Card>
  );
}

function Moving({ moves: { waiting, moved, failed, reason } }: { moves: Moves }) {
  const all = waiting + moved + failed;
  return (
    <>
      <ProgressBar label="Moving your videos here" percent={((moved + failed) / all) * 100} />
      <p className="mt-3 text-muted">
        {moved} of {all} {moved === 1 ? "has" : "have"} arrived. You can leave this page.
      </p>
      {reason !== null && <p className="mt-3">Not every video could be moved at once: {reason}</p>}
    </>
  );
}

function Elsewhere({ count, moves }: { count: number; moves: Moves | null }) {
  return (
    <>
      <p className="max-w-[60ch]">
        {count === 1 ? (
          <>
            <b>1 video is still where it was saved before.</b> We copy it, check it, then remove the original.
          </>
        ) : (
          <>
            <b>{count} videos are still where they were saved before.</b> We copy them, check them, then
            remove the originals.
          </>
        )}
      </p>
      {moves !== null && moves.failed > 0 && (
        <p role="alert" className="mt-3 max-w-[60ch]">
          Last time, {moves.failed} could not be moved: {moves.reason}
        </p>
      )}
    </>
  );
}

type OtherDrivesProps = {
  clientId: string;
  chosen: DriveConnection | undefined;
  connections: DriveConnection[];
};

/** Drives that new videos do not go to. */
function OtherDrives({ clientId, chosen, connections }: OtherDrivesProps) {
  const others = connections.filter((connection) => connection !== chosen);
  if (!chosen && others.length === 0) return null;
  return (
    <Card title="Your other drives">
      <ul className="-my-1 divide-y divide-hairline">
        {chosen && (
          <OtherDrive name="Sayso’s own folder" state="It is always there for you.">
            <Choose clientId={clientId} connection={null} name="Sayso’s own folder" />
          </OtherDrive>
        )}
        {others.map((connection) => (
          <OtherDrive key={connection.id} name={nameOf(connection)} state={stateOf(connection)}>
            {!connection.ended && (
              <>
                <Choose clientId={clientId} connection={connection.id} name={nameOf(connection)} />
                <DisconnectDrive clientId={clientId} connection={connection} />
              </>
            )}
          </OtherDrive>
        ))}
      </ul>
    </Card>
  );
}

function OtherDrive({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{state}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}

function Choose({
  clientId,
  connection,
  name,
}: {
  clientId: string;
  connection: string | null;
  name: string;
}) {
  const { mutate, isPending } = useChooseDrive(clientId);
  return (
    <Button variant="outlined" disabled={isPending} onClick={() => mutate(connection)}>
      {isPending ? "Testing it" : "Deliver here"}
      <span className="sr-only">: {name}</span>
    </Button>
  );
}

function nameOf({ provider, account, address, is_platform: isPlatform }: DriveConnection): string {
  if (provider !== "google-drive") return address;
  return isPlatform ? `Sayso’s Google Drive (${account})` : `Google Drive of ${account}`;
}

const stateOf = (connection: DriveConnection) =>
  [
    videos(connection),
    connection.ended && "Disconnected: they cannot be shown here until you connect it again.",
    connection.unerased > 0 &&
      "Some deleted videos are still there. We remove them once we can reach the drive.",
  ]
    .filter(Boolean)
    .join(" ");
