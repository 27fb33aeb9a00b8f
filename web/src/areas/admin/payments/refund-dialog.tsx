import { useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { useRefund, type Doubt } from "./use-payments.ts";

/** Asks whether a payment is given back. */
export function RefundDialog({ doubt, onClose }: { doubt: Doubt; onClose: () => void }) {
  const { mutate, isPending } = useRefund(doubt, onClose);
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title="Give this payment back?" onClose={onClose}>
      <p className="mt-3 text-[0.9375rem]">
        All that <b className="wrap-anywhere">{doubt.email || "somebody unknown"}</b> has paid for it
        {doubt.paid !== null && (
          <>
            , <b>{doubt.paid}</b>,
          </>
        )}{" "}
        goes back to the card, and the buyer gets an email about it.{" "}
        {doubt.kind === "subscription"
          ? "The subscription ends at once, and nothing more is charged for it."
          : "Nobody gets credits for it."}
      </p>
      <div className="mt-6 flex flex-col gap-3">
        <Button disabled={isPending} onClick={() => mutate()}>
          {isPending ? "Giving it back" : "Give it back"}
        </Button>
        <Button ref={stay} variant="outlined" onClick={() => stay.current?.closest("dialog")?.close()}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}
