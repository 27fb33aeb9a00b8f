// The double's clock, and the work that is due when it advances: renewals, retries, cancellations.
import { expireSession } from "./checkout-session.ts";
import { collectAndSync } from "./collection.ts";
import { voidInvoice } from "./invoice-calls.ts";
import type { Subscription } from "./subscription.ts";
import { finalizeAndCollect, renew } from "./subscription-billing.ts";
import { endSubscription } from "./subscription-end.ts";
import { billPending } from "./subscription-proration.ts";
import type { World } from "./world.ts";

/** A first payment may be made up for this long. */
const INCOMPLETE_SECONDS = 23 * 3600;

type Due = { at: number; work: () => void };

function dueOfSubscription(world: World, subscription: Subscription): Due[] {
  const {
    created,
    status,
    current_period_end: end,
    cancel_at,
    cancel_at_period_end,
    ended_at,
  } = subscription;
  if (ended_at !== null) return [];
  if (status === "incomplete")
    return [{ at: created + INCOMPLETE_SECONDS, work: () => giveUp(world, subscription) }];
  const last = cancel_at_period_end ? end : cancel_at;
  // A subscription that ends with its period is not renewed first.
  return last !== null && last <= end
    ? [{ at: last, work: () => endWithPeriod(world, subscription) }]
    : [{ at: end, work: () => renew(world, subscription) }];
}

/** Collects pending items, and ends it. */
function endWithPeriod(world: World, subscription: Subscription): void {
  billPending(world, subscription);
  endSubscription(world, subscription);
}

/** Expires a subscription whose first invoice was not paid. */
function giveUp(world: World, subscription: Subscription): void {
  for (const invoice of world.store.all("invoice"))
    if (invoice.subscription === subscription.id && invoice.status === "open") voidInvoice(world, invoice);
  world.change(
    subscription,
    { status: "incomplete_expired", ended_at: world.now() },
    "customer.subscription.updated",
  );
}

function due(world: World): Due[] {
  const { store } = world;
  return [
    ...store.all("subscription").flatMap((subscription) => dueOfSubscription(world, subscription)),
    ...store.all("invoice").flatMap((invoice): Due[] => {
      const { automatically_finalizes_at: finalized, next_payment_attempt: at, status } = invoice;
      if (status === "draft" && finalized)
        return [{ at: finalized, work: () => finalizeAndCollect(world, invoice) }];
      return at === null || status !== "open"
        ? []
        : [{ at, work: () => void collectAndSync(world, invoice) }];
    }),
    ...store
      .all("checkout.session")
      .filter(({ status }) => status === "open")
      .map((session) => ({ at: session.expires_at, work: () => void expireSession(world, session) })),
  ];
}

/** Does everything that is due until a moment, in seconds, each at its own time and in that order. */
export function advance(world: World, to: number): void {
  for (;;) {
    const [next] = due(world).toSorted((a, b) => a.at - b.at);
    if (!next || next.at > to) break;
    world.moment = Math.max(next.at, world.moment ?? next.at);
    next.work();
  }
  world.moment = undefined;
  world.store.state.ahead += Math.max(0, to - world.store.now());
}
