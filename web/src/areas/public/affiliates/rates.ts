import facts from "#api/generated/partner-facts.json";
import { formatPence } from "#lib/format.ts";

/** Figures of the partners' pages, from the Rust constants that commissions are computed with. */
export const rates = {
  clients: facts.bandClients,
  first: formatPence(facts.firstRatePence),
  second: formatPence(facts.secondRatePence),
  override: formatPence(facts.overrideRatePence),
  minPayout: formatPence(facts.minPayoutPence),
  daysAfterLeaving: facts.daysAfterLeaving,
  discount: facts.discount,
  prices: facts.prices,
  termsDate: facts.termsDate,
};

/** Monthly commission for this number of active clients. */
export const monthlyOf = (clients: number): string =>
  formatPence(
    Math.min(clients, facts.bandClients) * facts.firstRatePence +
      Math.max(clients - facts.bandClients, 0) * facts.secondRatePence,
  );
