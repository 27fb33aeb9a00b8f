import { Ban, Download, Inbox, Trash2 } from "lucide-react";
import { useState } from "react";
import { pages } from "#api/generated/rules.json";
import * as api from "#api/generated/calls/client.ts";
import type { SubmissionSummary } from "#api/generated/client.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EraseSelectionDialog } from "./erase-selection-dialog.tsx";
import { useTake } from "./use-submissions.ts";

type Props = {
  clientId: string;
  chosen: Pick<SubmissionSummary, "id" | "hold" | "playable">[];
  onDone: () => void;
};

/** Actions on the selected submissions; stays in view while the list scrolls. */
export function SelectionBar({ clientId, chosen, onDone }: Props) {
  const ids = chosen.map(({ id }) => id);
  const held = chosen.filter(({ hold }) => hold !== null).map(({ id }) => id);
  const playable = chosen.filter((one) => one.playable).map(({ id }) => id);
  const [begunAt] = useState(() => Date.now());
  const [asked, setAsked] = useState<"delete" | "reject">();
  const { mutate: take, isPending } = useTake(clientId, onDone);
  return (
    <div className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-10 mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-control bg-surface p-3 shadow-float sm:pl-5 md:bottom-4">
      <output className="px-1 font-semibold tabular-nums">{ids.length} selected</output>
      <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto sm:flex-wrap max-sm:*:px-2! max-sm:[&_svg]:hidden">
        <Button variant="outlined" onClick={onDone}>
          Cancel
        </Button>
        {held.length > 0 && (
          <Button variant="signal" disabled={isPending} onClick={() => take(held)}>
            <Inbox className="size-5" aria-hidden="true" />
            {`Accept ${held.length} for ${held.length === 1 ? "1 credit" : `${held.length} credits`}`}
          </Button>
        )}
        {playable.length > 0 && playable.length <= pages.selected && (
          <ButtonLink
            variant="outlined"
            href={api.archiveDownloadAddress(clientId, { until: String(begunAt), ids: playable.join() })}
            download
          >
            <Download className="size-5" aria-hidden="true" />
            Download {playable.length}
          </ButtonLink>
        )}
        <Button variant="danger" disabled={ids.length === 0} onClick={() => setAsked("delete")}>
          <Trash2 className="size-5" aria-hidden="true" />
          Delete
        </Button>
        <Button variant="outlined" disabled={ids.length === 0} onClick={() => setAsked("reject")}>
          <Ban className="size-5" aria-hidden="true" />
          Not a testimonial
        </Button>
      </div>
      {asked && (
        <EraseSelectionDialog
          clientId={clientId}
          ids={ids}
          held={held.length}
          rejected={asked === "reject"}
          onErased={onDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
