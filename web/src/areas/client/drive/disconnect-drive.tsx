import type { DriveConnection } from "#api/generated/drive.ts";
import { DisconnectButton } from "#ui/drives/disconnect-button.tsx";
import { useDisconnectDrive } from "./use-drive.ts";

type Props = { clientId: string; connection: DriveConnection };

export function DisconnectDrive({ clientId, connection }: Props) {
  const { mutate, isPending } = useDisconnectDrive(clientId);
  return (
    <DisconnectButton
      question="Disconnect this drive?"
      busy={isPending}
      onDisconnect={(close) => mutate(connection.id, { onSuccess: close })}
    >
      {connection.is_platform ? "Its folder stays shared with you." : "We delete its login details."}{" "}
      {videos(connection)}
      {connection.videos > 0 &&
        " They stay there, but you can no longer watch or delete them here. To keep them here, choose another drive and move them first."}
      {connection.chosen && " New videos go to Sayso’s own folder."}
    </DisconnectButton>
  );
}

/** How many videos a drive holds, in words. */
export const videos = ({ videos: count }: DriveConnection) =>
  count === 0 ? "It holds no videos." : count === 1 ? "It holds 1 video." : `It holds ${count} videos.`;
