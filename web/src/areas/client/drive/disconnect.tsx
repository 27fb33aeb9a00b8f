import { useState } from "react";
import type { DriveConnection } from "../../../api/generated/DriveConnection.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { useDisconnectDrive } from "./use-drive.ts";

type Props = { clientId: string; connection: DriveConnection };

/** The button that ends a connection, and what it asks first. */
export function Disconnect({ clientId, connection }: Props) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useDisconnectDrive(clientId);
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      {asking && (
        <ConfirmDialog
          title="Disconnect this drive?"
          confirm="Disconnect"
          cancelLabel="Keep it connected"
          busy={isPending}
          onConfirm={() => mutate(connection.id, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>
            {connection.is_platform ? "Its folder stays shared with you." : "We forget what signs in to it."}{" "}
            {videos(connection)}
            {connection.videos > 0 &&
              " They stay there, but cannot be shown or deleted here any more. To keep them here, choose another drive and move them first."}
            {connection.chosen && " New videos go to Sayso’s own folder."}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** How many videos a drive holds, in words. */
export const videos = ({ videos: count }: DriveConnection) =>
  count === 0 ? "It holds no videos." : count === 1 ? "It holds 1 video." : `It holds ${count} videos.`;
