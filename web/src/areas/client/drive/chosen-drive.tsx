import type { DriveConnection } from "#api/generated/drive.ts";
import { useSession } from "#auth/use-session.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { formatDateTime } from "#lib/format.ts";
import { DriveFacts, permissionEnd, type Fact } from "#ui/drives/drive-facts.tsx";
import { DriveFault } from "#ui/drives/drive-fault.tsx";
import { OpenFolder } from "#ui/drives/open-folder.tsx";
import { DisconnectDrive } from "./disconnect-drive.tsx";
import { useTestDrive } from "./use-drive.ts";

type Props = {
  clientId: string;
  connection: DriveConnection;
  parked: number;
  testVariant: ButtonVariant;
};

/** The drive that new videos go to, and how it does. */
export function ChosenDrive({ clientId, connection, parked, testVariant }: Props) {
  const { mutate: test, isPending } = useTestDrive(clientId);
  const { area } = useSession();
  const { fault, fault_at: since, share_fault: shareFault } = connection;
  return (
    <Card
      title={titleOf(connection)}
      aside={fault ? <Badge tone="danger">Needs attention</Badge> : <Badge tone="success">In use</Badge>}
    >
      <ConnectionFacts connection={connection} />
      {fault && <DriveFault fault={fault} since={since} />}
      {shareFault && area === "admin" && (
        <p className="mt-4">
          <b>Not shared as it should be.</b> {shareFault} We try again every hour.
        </p>
      )}
      <Parked count={parked} />
      <div className="mt-5 flex flex-wrap gap-3 *:flex-auto sm:*:flex-none">
        <OpenFolder link={connection.link} />
        <Button variant={testVariant} disabled={isPending} onClick={() => test(connection.id)}>
          {isPending ? "Sending a test file" : "Send a test file"}
        </Button>
        <DisconnectDrive clientId={clientId} connection={connection} />
      </div>
    </Card>
  );
}

/** Videos that could not be delivered. */
export function Parked({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-4">
      <b>{count === 1 ? "1 video is" : `${count} videos are`} waiting</b> with us until your drive works.
      Nothing is lost.
    </p>
  );
}

function ConnectionFacts({ connection }: { connection: DriveConnection }) {
  const {
    provider,
    address,
    account,
    is_platform: isPlatform,
    shared_with: sharedWith,
    videos: count,
    last_video_at: lastVideoAt,
    expires_at: expires,
  } = connection;
  const facts: Fact[] = [
    ...(provider === "google-drive" ? [] : [["Folder", address] satisfies Fact]),
    isPlatform ? ["Shared with", sharedWith ?? "nobody yet"] : ["Signed in as", account || "an access token"],
    ["Videos there", String(count)],
    ["Last video", lastVideoAt === null ? "None yet" : formatDateTime(lastVideoAt)],
    ...permissionEnd(expires),
  ];
  return <DriveFacts facts={facts} />;
}

const titleOf = ({ provider, address, is_platform: isPlatform }: DriveConnection) =>
  provider !== "google-drive" ? new URL(address).host : isPlatform ? "Sayso’s Google Drive" : "Google Drive";
