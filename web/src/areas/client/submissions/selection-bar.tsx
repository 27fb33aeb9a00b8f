import { Ban, Inbox } from "lucide-react";
import { useState } from "react";
import type { SubmissionSummary } from "../../../api/generated/SubmissionSummary.ts";
import { Button } from "../../../ui/button.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { useTake } from "./use-submissions.ts";

type Props = {
  clientId: string;
  chosen: Pick<SubmissionSummary, "id" | "hold">[];
  onDone: () => void;
};

/** What can be done with those that are selected; it stays in sight while the list is scrolled. */
export function SelectionBar({ clientId, chosen, onDone }: Props) {
  const ids = chosen.map(({ id }) => id);
  const held = chosen.filter(({ hold }) => hold !== null).map(({ id }) => id);
  const [asked, setAsked] = useState(false);
  const { mutate: take, isPending } = useTake(clientId, onDone);
  return (
    <div className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-10 mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-control bg-surface p-3 shadow-float sm:pl-5 md:bottom-4">
      <output className="px-1 font-semibold tabular-nums">{ids.length} selected</output>
      <div className="flex flex-wrap gap-2">
        <Button variant="outlined" onClick={onDone}>
          Cancel
        </Button>
        {held.length > 0 && (
          <Button variant="signal" disabled={isPending} onClick={() => take(held)}>
            <Inbox className="size-5" aria-hidden="true" />
            {`Take ${held.length} for ${held.length === 1 ? "1 credit" : `${held.length} credits`}`}
          </Button>
        )}
        <Button variant="danger" disabled={ids.length === 0} onClick={() => setAsked(true)}>
          <Ban className="size-5" aria-hidden="true" />
          Not a testimonial
        </Button>
      </div>
      {asked && (
        <RejectDialog
          clientId={clientId}
          ids={ids}
          held={held.length}
          onRejected={onDone}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
