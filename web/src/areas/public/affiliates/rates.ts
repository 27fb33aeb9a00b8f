import facts from "../../../api/generated/partner-facts.json";
import { formatPence } from "../../../lib/format.ts";

/** What the partners' pages state of money. It comes from the Rust constants that commissions are computed by. */
export const rates = {
  clients: facts.bandClients,
  first: formatPence(facts.firstRatePence),
  second: formatPence(facts.secondRatePence),
  override: formatPence(facts.overrideRatePence),
  minPayout: formatPence(facts.minPayoutPence),
  daysAfterLeaving: facts.daysAfterLeaving,
  discount: facts.discount,
  prices: facts.prices,
};

/** What so many active clients bring a month. */
export const monthlyOf = (clients: number): string =>
  formatPence(
    Math.min(clients, facts.bandClients) * facts.firstRatePence +
      Math.max(clients - facts.bandClients, 0) * facts.secondRatePence,
  );
