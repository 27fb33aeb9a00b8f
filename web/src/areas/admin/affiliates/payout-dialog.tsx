import { type ReactNode, type Ref, useRef, useState } from "react";
import type { PayoutLine } from "#api/generated/affiliate.ts";
import type { PayoutMethod } from "#api/generated/enums.ts";
import { lengths } from "#api/generated/rules.json";
import { formatIsoMonth, formatPounds } from "#lib/format.ts";
import { DialogForm } from "#areas/admin/dialog-form.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { type Due, usePayOut, useSettlePayout } from "./use-payouts.ts";

type PayDialogProps = { line: Due; month: string; onClose: () => void };

/** Pays a partner's pending amount: by transfer if possible, else records a payment made by hand. */
export function PayDialog({ line, month, onClose }: PayDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending } = usePayOut(line, month, () => closeDialogOf(form.current));
  return (
    <PayoutDialog
      ref={form}
      title={`Pay ${formatPounds(line.total_due)}?`}
      name={line.name}
      email={line.email}
      canTransfer={line.transfer_to !== null}
      transferVerb="Transfer now"
      busyVerb="Paying..."
      busy={isPending}
      onPay={mutate}
      onClose={onClose}
    >
      {(isTransfer) => (
        <p className="mt-3 text-[0.9375rem]">
          This marks everything owed up to {formatIsoMonth(month.slice(0, 7))} as paid.{" "}
          {isTransfer ? (
            <>
              Stripe transfers it from your balance to{" "}
              <span className="wrap-anywhere">{line.transfer_to}</span>.
            </>
          ) : (
            "Send the money from your bank first: Sayso transfers nothing."
          )}
        </p>
      )}
    </PayoutDialog>
  );
}

/** Resolves a payout whose transfer has failed. */
export function SettlePayoutDialog({ payout, onClose }: { payout: PayoutLine; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending } = useSettlePayout(payout, () => closeDialogOf(form.current));
  return (
    <PayoutDialog
      ref={form}
      title={`Settle ${formatPounds(payout.amount_pence)}?`}
      name={payout.name}
      canTransfer
      transferVerb="Try again"
      busyVerb="Asking Stripe..."
      busy={isPending}
      onPay={mutate}
      onClose={onClose}
    >
      {() => (
        <>
          <p className="mt-3 text-[0.9375rem] wrap-anywhere">{payout.problem}</p>
          <p className="mt-3 text-[0.9375rem] text-muted">
            We first ask Stripe whether the transfer went through after all. If it did, nothing is paid again.
          </p>
        </>
      )}
    </PayoutDialog>
  );
}

/** Closes the dialog rather than unmounting it, so that the browser restores the focus. */
const closeDialogOf = (form: HTMLFormElement | null) => form?.closest("dialog")?.close();

type PayoutDialogProps = {
  ref: Ref<HTMLFormElement>;
  title: string;
  name: string;
  email?: string;
  canTransfer: boolean;
  transferVerb: string;
  busyVerb: string;
  busy: boolean;
  onPay: (payout: { method: PayoutMethod; reference: string }) => void;
  onClose: () => void;
  /** Consequences of the chosen method. */
  children: (isTransfer: boolean) => ReactNode;
};

/** Asks for a payout's method, and the reference of a payment by hand. */
function PayoutDialog(props: PayoutDialogProps) {
  const { ref, title, name, email, canTransfer, transferVerb, busyVerb, busy, onPay, onClose, children } =
    props;
  const [method, setMethod] = useState<PayoutMethod>(canTransfer ? "transfer" : "manual");
  const [reference, setReference] = useState("");
  const isTransfer = method === "transfer";
  return (
    <Dialog title={title} alignsLeft dismissesToasts onClose={onClose}>
      <p className="text-muted wrap-anywhere">
        {name}
        {email !== undefined && <span className="block">{email}</span>}
      </p>
      {children(isTransfer)}
      <DialogForm
        ref={ref}
        verb={isTransfer ? transferVerb : "Mark as paid"}
        busyVerb={busyVerb}
        busy={busy}
        onSubmit={() => onPay({ method, reference: isTransfer ? "" : reference })}
      >
        <div className="flex flex-col gap-3">
          {canTransfer && (
            <SelectField
              label="How"
              value={method}
              options={[
                { value: "transfer", label: "Stripe transfers it" },
                { value: "manual", label: "I paid it by hand" },
              ]}
              onChange={(value) => setMethod(value === "manual" ? "manual" : "transfer")}
            />
          )}
          {method === "manual" && (
            <TextField
              label="Transfer reference (optional)"
              name="reference"
              autoComplete="off"
              maxLength={lengths.notes}
              value={reference}
              onChange={setReference}
            />
          )}
        </div>
      </DialogForm>
    </Dialog>
  );
}
