import { type ReactNode, useRef, useState } from "react";
import type { AffiliateSummary } from "#api/generated/affiliate.ts";
import { moneyYears } from "#api/generated/facts.json";
import { daysAfterLeaving } from "#api/generated/partner-facts.json";
import { lengths } from "#api/generated/rules.json";
import { formatDate } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextArea } from "#ui/fields/text-area.tsx";
import { nameOf, useEndPartnership, useErasePartner, useTakeBack } from "./use-affiliates.ts";

type Props = { affiliate: AffiliateSummary; onClose: () => void };

/** Ends a partnership, with a reason. */
export function EndDialog({ affiliate, onClose }: Props) {
  const { mutate, isPending } = useEndPartnership(affiliate, onClose);
  return (
    <ReasonDialog
      title="End this partnership?"
      action={["End partnership", "Ending..."]}
      isPending={isPending}
      onReason={mutate}
      onClose={onClose}
    >
      The code and link of <b className="wrap-anywhere">{nameOf(affiliate)}</b> stop bringing new clients.
      Active clients count for {daysAfterLeaving} more days, and you can reinstate the partner until then. We
      tell the partner by email; the reason is only in the audit log.
    </ReasonDialog>
  );
}

/** Erases the data of a partner who has left. */
export function EraseDialog({ affiliate, onClose }: Props) {
  const { mutate, isPending } = useErasePartner(affiliate, onClose);
  return (
    <ReasonDialog
      title="Erase this partner’s data?"
      action={["Erase data", "Erasing..."]}
      isPending={isPending}
      onReason={mutate}
      onClose={onClose}
    >
      We delete the login, address, code and payout account of{" "}
      <b className="wrap-anywhere">{nameOf(affiliate)}</b> at once, and cannot bring them back. Earnings and
      payouts stay. We keep the name with payouts for {moneyYears} years after the last one.
    </ReasonDialog>
  );
}

type ReasonProps = {
  title: string;
  /** The button's label, and its label while pending. */
  action: [label: string, doing: string];
  isPending: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Confirms an action and requires a reason. */
function ReasonDialog({
  title,
  action: [label, doing],
  isPending,
  onReason,
  onClose,
  children,
}: ReasonProps) {
  const [reason, setReason] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const close = () => form.current?.closest("dialog")?.close();
  return (
    <Dialog title={title} alignsLeft dismissesToasts onClose={onClose}>
      <p className="mt-3 text-[0.9375rem]">{children}</p>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) onReason(reason);
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
            {isPending ? doing : label}
          </Button>
          <Button variant="outlined" onClick={close}>
            Keep it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function TakeBackDialog({ affiliate, onClose }: Props) {
  const { mutate, isPending } = useTakeBack(affiliate, onClose);
  const { earns_until: until } = affiliate;
  return (
    <ConfirmDialog
      title="Reinstate this partner?"
      cancelLabel="Keep it ended"
      busy={isPending}
      verb="Reinstate"
      busyVerb="Reinstating..."
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        <b className="wrap-anywhere">{nameOf(affiliate)}</b> becomes a partner again as if the partnership had
        never ended, with the same code and link. {until !== null && `Possible until ${formatDate(until)}.`}
      </p>
    </ConfirmDialog>
  );
}
