import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { showToast } from "../../../ui/toasts/toast.ts";

/** Where payouts go. */
export const PayoutAccountCard = () => (
  <Card title="Payout account">
    <p className="mb-4 text-[0.9375rem] text-muted">
      Until accounts can be connected here, we ask you by email where your payouts go.
    </p>
    <Button
      variant="outlined"
      onClick={() => void showToast("plain", "Stripe Connect integration coming soon!")}
    >
      Connect Stripe Account
    </Button>
  </Card>
);
