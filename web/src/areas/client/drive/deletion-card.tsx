import facts from "#api/generated/facts.json";
import type { ClientView } from "#api/generated/client.ts";
import { Card } from "#ui/card.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { useKeepSwitch } from "./use-drive.ts";

/** Warns before a drive is connected that videos are deleted there too. */
export const DeletionNote = () => (
  <>
    Videos there are deleted after {facts.driveMonths} months, and {facts.daysAfterCancellation} days after a
    cancelled plan runs out, unless you turn that off under How long videos stay.
  </>
);

/** The retention period, and a choice for the client's own drive. */
export function DeletionCard({ client }: { client: ClientView }) {
  const { turn } = useKeepSwitch(client);
  const keeps = client.keeps_own_drive;
  return (
    <Card
      title="How long videos stay"
      className="max-lg:order-1"
      aside={<Switch label="Never delete in my own drive" checked={keeps} onChange={turn} />}
    >
      <p className="max-w-[75ch] text-[0.9375rem] text-muted">
        Sayso keeps a video for at most {facts.driveMonths} months, and for {facts.daysAfterCancellation} days
        after a cancelled plan runs out, and emails you {facts.noticeDays} days before anything is deleted.{" "}
        {keeps
          ? "In a drive you connect yourself, videos stay until you delete them, or a customer asks you to."
          : "That includes videos in a drive you connect yourself, unless you turn on the switch."}
      </p>
    </Card>
  );
}
