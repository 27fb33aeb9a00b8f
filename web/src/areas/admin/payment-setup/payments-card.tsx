import { Link } from "react-router";
import { adminRoutes } from "#admin-paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

/** Links from the settings to the payment set-up, which queries Stripe only when opened. */
export function PaymentsCard() {
  return (
    <Card title="Payments">
      <p className="-mt-2 mb-5 max-w-[64ch] text-[0.9375rem] text-muted">
        Clients pay with Stripe. The set-up compares the account with our needs and creates missing items.
      </p>
      <Link to={adminRoutes.adminPaymentSetup} className={buttonClass("outlined")}>
        Check the payment set-up
      </Link>
    </Card>
  );
}
