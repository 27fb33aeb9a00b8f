import { useRef } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { useRefund, type Doubt } from "./use-payments.ts";

export function RefundDialog({ doubt, onClose }: { doubt: Doubt; onClose: () => void }) {
  const { mutate, isPending } = useRefund(doubt, onClose);
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title="Refund this payment?" alignsLeft onClose={onClose}>
      <p className="mt-3 text-[0.9375rem]">
        Everything that <b className="wrap-anywhere">{doubt.email || "an unknown buyer"}</b> has paid for it
        {doubt.paid !== null && (
          <>
            , <b>{doubt.paid}</b>,
          </>
        )}{" "}
        goes back to the card, and we email the buyer.{" "}
        {doubt.kind === "subscription"
          ? "The subscription ends at once, and we charge nothing more for it."
          : "Nobody gets credits for it."}
      </p>
      <div className="mt-6 flex flex-col gap-3">
        <Button disabled={isPending} onClick={() => mutate()}>
          {isPending ? "Refunding" : "Refund it"}
        </Button>
        <Button ref={stay} variant="outlined" onClick={() => stay.current?.closest("dialog")?.close()}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}
