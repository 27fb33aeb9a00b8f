import { Ban, Trash2 } from "lucide-react";
import facts from "#api/generated/facts.json";
import { backUpNote } from "./back-up-note.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { useEraseSelection } from "./use-submissions.ts";

type Props = {
  clientId: string;
  ids: string[];
  /** How many of them are on hold. */
  held: number;
  /** They are no testimonials; else their customers have asked. */
  rejected: boolean;
  onErased: () => void;
  onClose: () => void;
};

/** Confirms deleting a selection, with the consequences. */
export function EraseSelectionDialog({ clientId, ids, held, rejected, onErased, onClose }: Props) {
  const { mutate, isPending } = useEraseSelection(clientId, rejected, onErased);
  const one = ids.length === 1;
  const what = one ? "this submission" : `${ids.length} submissions`;
  return (
    <ConfirmDialog
      title={rejected ? (one ? "Not a testimonial?" : "Not testimonials?") : `Delete ${what} permanently?`}
      cancelLabel={one ? "Keep it" : "Keep them"}
      busy={isPending}
      icon={rejected ? Ban : Trash2}
      verb={`${rejected ? "Remove" : "Delete"} ${what}`}
      busyVerb={rejected ? "Removing" : "Deleting"}
      onConfirm={() => mutate(ids)}
      onClose={onClose}
    >
      <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem] leading-snug">
        <li>
          Videos, names, emails and consents are deleted. In a drive of your own that happens as soon as we
          can reach it. This cannot be undone.
        </li>
        <li>{backUpNote}</li>
        {held > 0 && <li>Those on hold have used no credit.</li>}
        {held < ids.length &&
          (rejected ? (
            <li>
              A credit comes back for each {held > 0 && "other "}video of the last {facts.rejectionDays} days.
            </li>
          ) : (
            <li>Credits are not returned.</li>
          ))}
        <li>Emails already in your inbox stay there. Please delete those yourself.</li>
        {rejected && (
          <li>
            For 30 days, the connection they came from can send you half as many. Your own Wi-Fi counts as one
            connection.
          </li>
        )}
      </ul>
    </ConfirmDialog>
  );
}
