import { Ban } from "lucide-react";
import facts from "../../../api/generated/facts.json";
import { backUpNote } from "./back-up-note.ts";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { useReject } from "./use-submissions.ts";

type Props = {
  clientId: string;
  ids: string[];
  /** How many of them are on hold. */
  held: number;
  onRejected: () => void;
  onClose: () => void;
};

/** Says what happens to a selection of submissions that are no testimonials. */
export function RejectDialog({ clientId, ids, held, onRejected, onClose }: Props) {
  const { mutate, isPending } = useReject(clientId, onRejected);
  const what = ids.length === 1 ? "this submission" : `${ids.length} submissions`;
  return (
    <ConfirmDialog
      title={ids.length === 1 ? "Not a testimonial?" : "Not testimonials?"}
      cancelLabel={ids.length === 1 ? "Keep it" : "Keep them"}
      busy={isPending}
      icon={Ban}
      verb={`Remove ${what}`}
      busyVerb="Removing"
      onConfirm={() => mutate(ids)}
      onClose={onClose}
    >
      <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem] leading-snug">
        <li>Videos, names, emails and consents are deleted. This cannot be undone.</li>
        <li>{backUpNote}</li>
        {held > 0 && <li>What is on hold has taken no credit.</li>}
        {held < ids.length && (
          <li>
            A credit comes back for each {held > 0 && "other "}video of the last {facts.rejectionDays} days.
          </li>
        )}
        <li>
          Where they came from can send you half as many for 30 days. Your own Wi-Fi counts as one sender.
        </li>
      </ul>
    </ConfirmDialog>
  );
}
