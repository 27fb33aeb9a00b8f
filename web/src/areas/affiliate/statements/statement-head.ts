import type { CommissionFacts } from "../../../api/generated/CommissionFacts.ts";
import { formatMonthDay } from "../../../lib/format.ts";

/** Whose statement it is. */
export type StatementOwner = { name: string; code: string };

export type StatementHead = {
  /** Unique for each partner and month; a corrected statement has its own. */
  number: string;
  /** Lines of who states it, and of the partner. */
  from: string[];
  to: string[];
  facts: [label: string, value: string][];
  /** The sentence of a self-billing agreement; empty for none. */
  selfBilling: string;
};

const DAY_MS = 86_400_000;

/** Everything that an accountant looks for on top of a statement. */
export function headOf(
  { month, asOf, commissions, issuer, address }: CommissionFacts,
  owner: StatementOwner,
): StatementHead {
  const payouts = new Set(commissions.flatMap(({ payout_id: id }) => id ?? []));
  const waits = commissions.some(
    ({ status, commission_type: type }) => status === "pending" && type === "adjustment",
  );
  const version = payouts.size + (waits ? 1 : 0);
  const begin = Date.parse(month);
  const end = new Date(begin).setUTCMonth(new Date(begin).getUTCMonth() + 1) - DAY_MS;
  const paid = commissions.flatMap(({ paid_at: at }) => at ?? []);
  const number = `${owner.code}-${month.slice(0, 7)}${version > 1 ? `-${version}` : ""}`;
  return {
    number,
    from: [
      issuer.name,
      ...issuer.address.split(",").map((line) => line.trim()),
      issuer.vatNumber ? `VAT number ${issuer.vatNumber}` : "Not VAT registered",
    ].filter(Boolean),
    to: [owner.name, ...(address?.split("\n") ?? ["Address not given"])],
    facts: [
      ["Number", number],
      ["Issued", formatMonthDay(Math.max(asOf, ...paid))],
      ["Period", `${formatMonthDay(begin)} to ${formatMonthDay(end)} (UTC)`],
      ["Clients counted as of", `${formatMonthDay(asOf)} (UTC)`],
      ["Promo code", owner.code],
      ["Currency", "GBP"],
      ...[...payouts].map((id): [string, string] => ["Payout", id]),
    ],
    selfBilling: issuer.selfBilling,
  };
}
