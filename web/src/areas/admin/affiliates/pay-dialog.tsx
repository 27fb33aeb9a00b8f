import { useRef, useState } from "react";
import type { PayoutMethod } from "#api/generated/enums.ts";
import { formatIsoMonth, formatPounds } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { PayoutMethodFields } from "./payout-method.tsx";
import { type Due, usePayOut } from "./use-commissions.ts";

type Props = { line: Due; month: string; onClose: () => void };

/** Pays a partner's pending amount: by transfer if possible, else records a payment made by hand. */
export function PayDialog({ line, month, onClose }: Props) {
  const canTransfer = line.transfer_to !== null;
  const [method, setMethod] = useState<PayoutMethod>(canTransfer ? "transfer" : "manual");
  const [reference, setReference] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const close = () => form.current?.closest("dialog")?.close();
  const { mutate, isPending } = usePayOut(line, month, close);
  const isTransfer = method === "transfer";
  return (
    <Dialog title={`Pay ${formatPounds(line.total_due)}?`} alignsLeft dismissesToasts onClose={onClose}>
      <p className="text-muted wrap-anywhere">
        {line.name}
        <span className="block">{line.email}</span>
      </p>
      <p className="mt-3 text-[0.9375rem]">
        This marks everything owed up to {formatIsoMonth(month.slice(0, 7))} as paid.{" "}
        {isTransfer ? (
          <>
            Stripe transfers it from your balance to <span className="wrap-anywhere">{line.transfer_to}</span>
            .
          </>
        ) : (
          "Send the money from your bank first: Sayso transfers nothing."
        )}
      </p>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate({ method, reference: isTransfer ? "" : reference });
        }}
        className="mt-5 flex flex-col gap-3"
      >
        <PayoutMethodFields
          method={method}
          reference={reference}
          canTransfer={canTransfer}
          onMethod={setMethod}
          onReference={setReference}
        />
        <div className="mt-3 flex flex-col gap-3">
          <Button type="submit" disabled={isPending}>
            {isPending ? "Paying..." : isTransfer ? "Transfer now" : "Mark as paid"}
          </Button>
          <Button variant="outlined" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
