import { Check } from "lucide-react";
import { useRef } from "react";
import type { OnboardingRequestSummary } from "#api/generated/site.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { useForClient } from "./use-onboarding-requests.ts";

/** Confirms using a set-up for an existing client, with the consequences. */
export function UseDialog({ setup, onClose }: { setup: OnboardingRequestSummary; onClose: () => void }) {
  const { mutate, isPending } = useForClient(onClose);
  const stay = useRef<HTMLButtonElement>(null);
  const client = setup.payment?.client ?? "the client";
  return (
    <Dialog title={`Use for ${client}?`} alignsLeft onClose={onClose}>
      <p className="mt-3 text-[0.9375rem]">
        <b className="wrap-anywhere">{client}</b> becomes <b className="wrap-anywhere">{setup.company}</b> and
        goes live. The invitation to the portal goes to the address that paid,{" "}
        <b className="wrap-anywhere">{setup.payment?.email}</b>.
      </p>
      <div className="mt-6 flex flex-col gap-3">
        <Button variant="signal" disabled={isPending} onClick={() => mutate(setup.id)}>
          <Check className="size-5" aria-hidden="true" />
          {isPending ? "Setting up" : "Set up and invite"}
        </Button>
        <Button ref={stay} variant="outlined" onClick={() => stay.current?.closest("dialog")?.close()}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}
