// Ends subscriptions.
import type { Subscription } from "./subscription.ts";
import type { World } from "./world.ts";

/** Fields for a scheduled cancellation. */
export function leaving(
  world: World,
  { canceled_at, cancellation_details: details, current_period_end: end, ended_at }: Subscription,
  atPeriodEnd: boolean,
  at: number | null = null,
): Pick<Subscription, "cancel_at" | "cancel_at_period_end" | "canceled_at" | "cancellation_details"> {
  const leaves = atPeriodEnd || at !== null;
  const ended = ended_at !== null;
  const reason = leaves ? "cancellation_requested" : ended ? details.reason : null;
  return {
    cancel_at: atPeriodEnd ? end : at,
    cancel_at_period_end: atPeriodEnd,
    canceled_at: leaves ? (canceled_at ?? world.now()) : ended ? canceled_at : null,
    cancellation_details: { ...details, reason },
  };
}

/** Ends it at once. Its drafts and open invoices remain, and are not processed further. */
export function endSubscription(
  world: World,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed" = "cancellation_requested",
): void {
  if (subscription.ended_at !== null) return;
  for (const invoice of world.store.all("invoice"))
    if (invoice.subscription === subscription.id && (invoice.status === "open" || invoice.status === "draft"))
      world.change(
        invoice,
        { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null },
        "invoice.updated",
      );
  Object.assign(subscription, {
    status: "canceled",
    canceled_at: subscription.canceled_at ?? world.now(),
    ended_at: world.now(),
    cancellation_details: { ...subscription.cancellation_details, reason },
  });
  world.emit("customer.subscription.deleted", subscription);
}
