import { format } from "date-fns";
import { CircleAlert, FolderOpen } from "lucide-react";
import type { DriveConnection } from "../../../api/generated/DriveConnection.ts";
import { useSession } from "../../../auth/use-session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Disconnect } from "./disconnect.tsx";
import { useTestDrive } from "./use-drive.ts";

/** Of a folder that is not the business's to mend. */
const OURS =
  "Sayso’s Google Drive takes no videos at the moment. We know, and there is nothing you have to do.";
const LEFT = "Sayso is not signed in to the Google account of this folder any more.";

type Props = { clientId: string; connection: DriveConnection; parked: number };

/** The drive that new videos go to, and how it does. */
export function ChosenDrive({ clientId, connection, parked }: Props) {
  const { mutate: test, isPending } = useTestDrive(clientId);
  const { area } = useSession();
  const { fault_at: since, share_fault: shareFault } = connection;
  const fault = troubleOf(connection, area === "admin");
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
      {shareFault && area === "admin" && (
        <p className="mt-4">
          <b>Not shared as it should be.</b> {shareFault} We try again each hour.
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

/** What is wrong, in words for whoever looks. */
function troubleOf({ fault, ended, is_platform: isOurs }: DriveConnection, forAdmin: boolean): string | null {
  const trouble = fault ?? (ended ? LEFT : null);
  return trouble !== null && isOurs && !forAdmin ? OURS : trouble;
}

/** Videos that could not be delivered. */
export function Parked({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-4">
      <b>{count === 1 ? "1 video waits" : `${count} videos wait`}</b> with us until your drive works. Nothing
      is lost.
    </p>
  );
}

function DriveFacts({ connection }: { connection: DriveConnection }) {
  const {
    provider,
    address,
    account,
    is_platform: isOurs,
    shared_with: sharedWith,
    videos: count,
    delivered_at: delivered,
    expires_at: expires,
  } = connection;
  const facts = [
    ...(provider === "google-drive" ? [] : [["Folder", address]]),
    isOurs ? ["Shared with", sharedWith ?? "nobody yet"] : ["Signed in as", account || "an access token"],
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

export function OpenFolder({ link }: { link: string }) {
  return (
    <ButtonLink variant="outlined" href={link} target="_blank" rel="noopener">
      <FolderOpen className="size-5" aria-hidden="true" />
      Open folder
      <span className="sr-only">(opens in a new tab)</span>
    </ButtonLink>
  );
}

const titleOf = ({ provider, address, is_platform: isOurs }: DriveConnection) =>
  provider !== "google-drive" ? new URL(address).host : isOurs ? "Sayso’s Google Drive" : "Google Drive";
const moment = (at: number) => format(at, "dd MMM yyyy, HH:mm");
