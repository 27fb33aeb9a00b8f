// The account itself.
import type { Handler, Route } from "./resource.ts";

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

export const accountRoutes: Route[] = [
  ["GET", "/v1/account", account],
  ["GET", `/v1/accounts/${ACCOUNT_ID}`, account],
];
