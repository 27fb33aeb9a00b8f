import { Check } from "lucide-react";
import facts from "#api/generated/facts.json" with { type: "json" };
import type { OnboardingRequestSummary } from "#api/generated/site.ts";
import { Button } from "#ui/button.tsx";
import type { WaitReason } from "#api/generated/enums.ts";

const PLANS = { standard: facts.plans.standard.name, "no-setup": facts.plans.noSetup.name };

const REASONS: Record<WaitReason, (client: string) => string> = {
  "no-checkout": () => "No payment came with it.",
  "unknown-checkout": () =>
    "We can’t find its payment: Stripe has not told us about it yet, or it was made up.",
  "purchase-over": () => "Its payment was refunded, or the plan has ended: there is nothing to set up.",
  "no-client": () => "Its payment belongs to no client: assign it, or create a client.",
  "set-up-already": (client) => `${client} is set up already, and was not changed.`,
  "other-email": () => "It came from a different address than the payment. Check who sent it.",
  "email-taken": (client) =>
    `Another account signs in with the address that paid. If you use this, that account opens the portal of ${client}.`,
};

type Props = { setup: OnboardingRequestSummary; onUse: () => void };

/** The set-up's payment, why it waits, and its possible uses. */
export function PaymentLine({ setup: { payment, wait_reason: reason, company }, onUse }: Props) {
  const client = payment?.client ?? "Its client";
  return (
    <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm lg:col-start-2 lg:col-end-5">
      <div className="min-w-0">
        {payment && (
          <p className="wrap-anywhere">
            <b className="font-semibold">{payment.plan ? PLANS[payment.plan] : "Another plan"}</b>, paid by{" "}
            {payment.email}
            {payment.client !== null && <span className="text-muted"> for the client {payment.client}</span>}
          </p>
        )}
        <p className="text-muted wrap-anywhere">
          {reason === null ? `It is about to be used for ${client}.` : REASONS[reason](client)}
        </p>
      </div>
      {payment?.is_open && (
        <Button variant="outlined" className="min-h-11 px-4 text-[0.9375rem]" onClick={onUse}>
          <Check className="size-4.5 shrink-0" aria-hidden="true" />
          <span className="wrap-anywhere">
            Use for {payment.client}
            <span className="sr-only">: the set-up of {company}</span>
          </span>
        </Button>
      )}
    </div>
  );
}
