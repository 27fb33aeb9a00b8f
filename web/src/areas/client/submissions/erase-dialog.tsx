import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { SubmissionDetail } from "../../../api/generated/SubmissionDetail.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useErase } from "./use-submissions.ts";

type Props = { clientId: string; detail: SubmissionDetail; onErased: () => void; onClose: () => void };

/** Says exactly what deleting means before it happens. */
export function EraseDialog({ clientId, detail, onErased, onClose }: Props) {
  const { submission, from_same_customer: all } = detail;
  const [everything, setEverything] = useState(false);
  const { mutate, isPending } = useErase(clientId, submission.id, onErased);
  return (
    <ConfirmDialog
      title="Delete for good?"
      keep="Keep it"
      busy={isPending}
      confirm={
        <>
          <Trash2 className="size-5" aria-hidden="true" />
          {isPending ? "Deleting" : everything ? `Delete ${all} submissions` : "Delete this submission"}
        </>
      }
      onConfirm={() => mutate(everything)}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        On request of <b className="wrap-anywhere">{submission.customer_name}</b>. What happens:
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem] leading-snug">
        <li>The video is removed from your folder and from our storage, every trace within five minutes.</li>
        <li>Name, email and consent are erased everywhere.</li>
        <li>This cannot be undone. The credit is not returned.</li>
        <li>Emails already in your inbox stay there. Delete them yourself.</li>
        <li>A record that something was erased is kept, without the email address.</li>
      </ul>
      {all > 1 && (
        <fieldset className="mt-4 flex flex-col gap-2 text-[0.9375rem]">
          <legend className="mb-1.5 font-semibold">What to delete</legend>
          <Choice label="This submission only" chosen={!everything} onChoose={() => setEverything(false)} />
          <Choice
            label={`Everything from this customer: ${all} submissions`}
            chosen={everything}
            onChoose={() => setEverything(true)}
          />
        </fieldset>
      )}
    </ConfirmDialog>
  );
}

function Choice({ label, chosen, onChoose }: { label: string; chosen: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-control border border-hairline px-3 py-2 hover:bg-sunken has-checked:border-control">
      <input
        type="radio"
        name="what"
        checked={chosen}
        onChange={onChoose}
        className="size-5 shrink-0 accent-ink"
      />
      {label}
    </label>
  );
}
