// The account itself, and its balance.
import type { Json } from "./render.ts";
import type { Handler, Route } from "./resource.ts";
import type { World } from "./world.ts";

const ACCOUNT_ID = "acct_1SaysoTestAccount";

const account: Handler = (world) => ({
  plain: {
    id: ACCOUNT_ID,
    object: "account",
    business_profile: { mcc: null, name: "Sayso", support_email: null, support_url: null, url: null },
    business_type: "company",
    capabilities: { card_payments: "active", transfers: "active" },
    charges_enabled: true,
    country: "GB",
    default_currency: "gbp",
    details_submitted: true,
    email: "owner@sayso.example",
    metadata: {},
    payouts_enabled: true,
    settings: {
      dashboard: {
        display_name: world.settings.livemode ? "Sayso" : "Sayso (test payments)",
        timezone: "Europe/London",
      },
      payments: { statement_descriptor: "SAYSO" },
    },
    type: "standard",
  },
});

const balance: Handler = (world) => ({ plain: balanceOf(world) });

/** What was paid and not refunded, by currency; nothing is ever paid out. */
function balanceOf(world: World): Json {
  const sums = new Map<string, number>([["gbp", 0]]);
  for (const { currency, paid, amount, amount_refunded } of world.store.all("charge"))
    if (paid) sums.set(currency, (sums.get(currency) ?? 0) + amount - amount_refunded);
  const amounts = [...sums].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }));
  const none = amounts.map(({ currency }) => ({ amount: 0, currency, source_types: { card: 0 } }));
  return { object: "balance", available: amounts, livemode: world.settings.livemode, pending: none };
}

export const accountRoutes: Route[] = [
  ["GET", "/v1/account", account],
  ["GET", `/v1/accounts/${ACCOUNT_ID}`, account],
  ["GET", "/v1/balance", balance],
];
