import type { ReactNode } from "react";
import type { DriveConnection } from "#api/generated/drive.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { DisconnectDrive, videos } from "./disconnect-drive.tsx";
import { useChooseDrive } from "./use-drive.ts";

type Props = { clientId: string; chosen: DriveConnection | undefined; connections: DriveConnection[] };

/** Drives that new videos do not go to. */
export function OtherDrives({ clientId, chosen, connections }: Props) {
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

function nameOf({ provider, account, address, is_platform: isOurs }: DriveConnection): string {
  if (provider !== "google-drive") return address;
  return isOurs ? `Sayso’s Google Drive (${account})` : `Google Drive of ${account}`;
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
