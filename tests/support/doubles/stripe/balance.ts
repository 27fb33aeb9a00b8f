// The account's balance and its transactions. Payments are available at once, without fees.
import type { Json } from "./render.ts";
import type { Handler, Route } from "./resource.ts";
import type { Stored } from "./store.ts";
import type { World } from "./world.ts";

type Movement = {
  id: string;
  amount: number;
  category: string;
  created: number;
  currency: string;
  description: string | null;
  source: Stored;
  type: string;
};

const transactionOf = (id: string) => id.replace(/^[a-z]+_/, "txn_");

/** Everything that moved the balance, the newest first. */
export function movements(world: World): Movement[] {
  const { store } = world;
  const of = (
    source: Stored & { currency: string },
    amount: number,
    type: string,
    category: string,
    more: Partial<Movement> = {},
  ): Movement => ({
    id: transactionOf(source.id),
    amount,
    category,
    created: source.created,
    currency: source.currency,
    description: null,
    source,
    type,
    ...more,
  });
  const all = [
    ...store
      .all("charge")
      .filter(({ paid }) => paid)
      .map((one) => of(one, one.amount, "charge", "charge", { description: one.description })),
    ...store.all("refund").map((one) => of(one, -one.amount, "refund", "refund")),
    ...store
      .all("dispute")
      .filter(({ status }) => !status.startsWith("warning"))
      .flatMap((one) => {
        const taken = of(one, -one.amount, "adjustment", "dispute");
        if (one.status !== "won") return [taken];
        const back = { id: `${taken.id}won`, created: one.closed_at ?? one.created };
        return [taken, of(one, one.amount, "adjustment", "dispute_reversal", back)];
      }),
    ...store.all("transfer").map((one) => of(one, -one.amount, "transfer", "transfer")),
    ...store
      .all("transfer_reversal")
      .map((one) => of(one, one.amount, "transfer_refund", "transfer_reversal")),
  ];
  return all.toSorted((one, other) => other.created - one.created);
}

/** The sum of all movements, by currency. */
function sums(world: World): Map<string, number> {
  const found = new Map<string, number>([["gbp", 0]]);
  for (const { currency, amount } of movements(world))
    found.set(currency, (found.get(currency) ?? 0) + amount);
  return found;
}

export const available = (world: World, currency: string): number => sums(world).get(currency) ?? 0;

const balance: Handler = (world) => ({ plain: balanceOf(world) });

function balanceOf(world: World): Json {
  const amounts = [...sums(world)].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }));
  const none = amounts.map(({ currency }) => ({ amount: 0, currency, source_types: { card: 0 } }));
  return { object: "balance", available: amounts, livemode: world.settings.livemode, pending: none };
}

export const balanceRoutes: Route[] = [["GET", "/v1/balance", balance]];
