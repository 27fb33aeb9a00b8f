// The account's balance. What is paid can be used at once.
import type { Json } from "./render.ts";
import type { Handler, Route } from "./resource.ts";
import type { World } from "./world.ts";

/** What was paid, without what was refunded or went to connected accounts, by currency. */
function sums(world: World): Map<string, number> {
  const found = new Map<string, number>([["gbp", 0]]);
  const add = (currency: string, amount: number) => found.set(currency, (found.get(currency) ?? 0) + amount);
  for (const { currency, paid, amount, amount_refunded: refunded } of world.store.all("charge"))
    if (paid) add(currency, amount - refunded);
  for (const { currency, amount, amount_reversed: reversed } of world.store.all("transfer"))
    add(currency, reversed - amount);
  return found;
}

/** What can be transferred. */
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
