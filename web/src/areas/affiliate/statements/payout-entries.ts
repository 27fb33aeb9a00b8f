import type { CommissionFacts } from "#api/generated/affiliate.ts";
import facts from "#api/generated/partner-facts.json" with { type: "json" };
import { formatDate, formatIsoMonth, formatPounds } from "#lib/format.ts";

export const PAYOUTS = "Payouts";

export type PayoutEntryRow = { date: string; words: string; payout: string; amount: string };

/** A signed row for each amount of a month that was paid, reversed or failed. A payout covers earlier months too. */
export const payoutRows = ({ payouts }: CommissionFacts): PayoutEntryRow[] =>
  payouts.map(({ payoutId, monthPeriod, kind, at, amountPence }) => ({
    date: formatDate(at),
    words: `${facts.payoutEntries[kind]}, for the months up to ${formatIsoMonth(monthPeriod.slice(0, 7))}`,
    payout: payoutId,
    amount: formatPounds(amountPence),
  }));
