import { useRef, useState } from "react";
import type { PayoutLine } from "#api/generated/affiliate.ts";
import type { PayoutMethod } from "#api/generated/enums.ts";
import { formatPounds } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { PayoutMethodFields } from "./payout-method.tsx";
import { useSettlePayout } from "./use-payouts.ts";

type Props = { payout: PayoutLine; onClose: () => void };

/** Resolves a payout whose transfer has failed. */
export function SettlePayoutDialog({ payout, onClose }: Props) {
  const [method, setMethod] = useState<PayoutMethod>("transfer");
  const [reference, setReference] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const close = () => form.current?.closest("dialog")?.close();
  const { mutate, isPending } = useSettlePayout(payout, close);
  const isTransfer = method === "transfer";
  return (
    <Dialog
      title={`Settle ${formatPounds(payout.amount_pence)}?`}
      alignsLeft
      dismissesToasts
      onClose={onClose}
    >
      <p className="text-muted wrap-anywhere">{payout.name}</p>
      <p className="mt-3 text-[0.9375rem] wrap-anywhere">{payout.problem}</p>
      <p className="mt-3 text-[0.9375rem] text-muted">
        We first ask Stripe whether the transfer went through after all. If it did, nothing is paid again.
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
          canTransfer
          onMethod={setMethod}
          onReference={setReference}
        />
        <div className="mt-3 flex flex-col gap-3">
          <Button type="submit" disabled={isPending}>
            {isPending ? "Asking Stripe..." : isTransfer ? "Try again" : "Mark as paid"}
          </Button>
          <Button variant="outlined" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
