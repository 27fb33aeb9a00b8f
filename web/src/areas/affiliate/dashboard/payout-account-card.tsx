import type { ReactNode } from "react";
import type { AffiliateDashboard } from "../../../api/generated/AffiliateDashboard.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { showToast } from "../../../ui/toasts/toast.ts";
import { useConnectAccount, useReturnFromStripe } from "./use-payout-account.ts";

/** So much of an account's id tells it from others. */
const SHOWN_CHARACTERS = 20;

/** Where payouts go. */
export function PayoutAccountCard({ dashboard }: { dashboard: AffiliateDashboard }) {
  const { payoutAccount: account, canConnect } = dashboard;
  const { mutate: connect, isPending } = useConnectAccount();
  const isChecking = useReturnFromStripe(connect);
  if (account?.canReceive)
    return (
      <Card title="Payout account" aside={<Badge tone="success">Connected</Badge>}>
        <AccountId id={account.id} />
        <Words>Payouts go to your Stripe account, and from there to your bank.</Words>
      </Card>
    );
  if (account)
    return (
      <Card title="Payout account" aside={<Badge tone="warning">Not finished</Badge>}>
        <AccountId id={account.id} />
        <Words>Stripe still needs a few details before money can reach you.</Words>
        <Button className="mt-4" disabled={isPending || isChecking} onClick={() => connect()}>
          {isChecking ? "Asking Stripe..." : isPending ? "Opening Stripe..." : "Finish on Stripe"}
        </Button>
      </Card>
    );
  return (
    <Card title="Payout account">
      <Words>
        {canConnect
          ? "Stripe pays you. It asks for your name and your bank account, which we never see."
          : "Until accounts can be connected here, we ask you by email where your payouts go."}
      </Words>
      <Button
        variant="outlined"
        className="mt-4"
        disabled={isPending}
        onClick={() =>
          canConnect ? connect() : void showToast("plain", "Stripe Connect integration coming soon!")
        }
      >
        {isPending ? "Opening Stripe..." : "Connect Stripe Account"}
      </Button>
    </Card>
  );
}

const AccountId = ({ id }: { id: string }) => (
  <p className="mb-1 font-semibold tabular-nums wrap-anywhere">
    {id.length > SHOWN_CHARACTERS ? `${id.slice(0, SHOWN_CHARACTERS)}…` : id}
  </p>
);

const Words = ({ children }: { children: ReactNode }) => (
  <p className="text-[0.9375rem] text-muted">{children}</p>
);
