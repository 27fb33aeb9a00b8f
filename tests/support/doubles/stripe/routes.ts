// All calls of the API that the double answers.
import { accountRoutes } from "./account.ts";
import { balanceTransactionRoutes } from "./balance-transactions.ts";
import { balanceRoutes } from "./balance.ts";
import { billingPortalRoutes } from "./billing-portal.ts";
import { chargeRoutes } from "./charge.ts";
import { checkoutRoutes } from "./checkout.ts";
import { checkoutSessionRoutes } from "./checkout-session-calls.ts";
import { connectedAccountRoutes } from "./connected-account.ts";
import { couponRoutes } from "./coupon.ts";
import { creditNoteRoutes } from "./credit-note.ts";
import { customerRoutes } from "./customer.ts";
import { disputeRoutes } from "./dispute.ts";
import { unknownRoute } from "./errors.ts";
import { eventRoutes } from "./event.ts";
import { invoiceItemRoutes } from "./invoice-item.ts";
import { invoiceRoutes } from "./invoice-calls.ts";
import { paymentIntentRoutes } from "./payment-intent-calls.ts";
import { paymentLinkRoutes } from "./payment-link.ts";
import { paymentMethodRoutes } from "./payment-method-calls.ts";
import { priceRoutes } from "./price.ts";
import { productRoutes } from "./product.ts";
import { promotionCodeRoutes } from "./promotion-code.ts";
import { refundRoutes } from "./refund.ts";
import type { Handler, Route } from "./resource.ts";
import { subscriptionRoutes } from "./subscription-calls.ts";
import { taxRateRoutes } from "./tax-rate.ts";
import { transferRoutes } from "./transfer.ts";
import { webhookEndpointRoutes } from "./webhook-endpoint.ts";

const ROUTES: Route[] = [
  ...accountRoutes,
  ...balanceRoutes,
  ...balanceTransactionRoutes,
  ...billingPortalRoutes,
  ...chargeRoutes,
  ...checkoutRoutes,
  ...checkoutSessionRoutes,
  ...connectedAccountRoutes,
  ...couponRoutes,
  ...creditNoteRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...invoiceItemRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentLinkRoutes,
  ...paymentMethodRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...promotionCodeRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...taxRateRoutes,
  ...transferRoutes,
  ...webhookEndpointRoutes,
];

/** Finds a call's handler and the variable parts of its path. Earlier routes win: `upcoming` is not an id. */
export function routeOf(method: string, path: string): { handler: Handler; ids: string[] } {
  const parts = path.split("/");
  for (const [of, pattern, handler] of ROUTES) {
    const wanted = pattern.split("/");
    const fits =
      of === method &&
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith(":") || part === parts[at]);
    if (fits)
      return { handler, ids: parts.filter((_, at) => wanted[at]?.startsWith(":")).map(decodeURIComponent) };
  }
  throw unknownRoute(method, path);
}
