import { DoorOpen } from "lucide-react";
import { useRef, useState } from "react";
import type { AffiliateSummary } from "../../../api/generated/AffiliateSummary.ts";
import { daysAfterLeaving } from "../../../api/generated/partner-facts.json";
import { lengths } from "../../../api/generated/rules.json";
import { formatDate } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { nameOf, useEndPartnership, useTakeBack } from "./use-affiliates.ts";

type Props = { affiliate: AffiliateSummary; onClose: () => void };

/** Ends a partnership, with a reason. */
export function EndDialog({ affiliate, onClose }: Props) {
  const [reason, setReason] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const close = () => form.current?.closest("dialog")?.close();
  const { mutate, isPending } = useEndPartnership(affiliate, close);
  return (
    <Dialog title="End this partnership?" onClose={onClose}>
      <p className="mt-3 text-[0.9375rem]">
        The code and the link of <b className="wrap-anywhere">{nameOf(affiliate)}</b> bring no new clients any
        more. Active clients count for {daysAfterLeaving} more days, and within them the partner can be taken
        back. The partner is told by email; the reason stands in the audit log alone.
      </p>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate(reason);
        }}
        className="mt-5 flex flex-col gap-2"
      >
        <TextArea
          label="Reason"
          rows={3}
          required
          maxLength={lengths.notes}
          value={reason}
          onChange={setReason}
        />
        <div className="mt-2 flex flex-col gap-3">
          <Button variant="danger" type="submit" disabled={isPending || reason.trim() === ""}>
            <DoorOpen className="size-5" aria-hidden="true" />
            {isPending ? "Ending..." : "End partnership"}
          </Button>
          <Button variant="outlined" onClick={close}>
            Keep it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Takes a partner back who has left. */
export function TakeBackDialog({ affiliate, onClose }: Props) {
  const { mutate, isPending } = useTakeBack(affiliate, onClose);
  const { earns_until: until } = affiliate;
  return (
    <ConfirmDialog
      title="Take this partner back?"
      cancelLabel="Leave it ended"
      busy={isPending}
      confirm={isPending ? "Taking back..." : "Take back"}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        <b className="wrap-anywhere">{nameOf(affiliate)}</b> is a partner as if the partnership had never
        ended, with the same code and link. {until !== null && `Possible until ${formatDate(until)}.`}
      </p>
    </ConfirmDialog>
  );
}
