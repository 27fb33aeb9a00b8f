import type { CommissionFacts } from "#api/generated/affiliate.ts";
import { formatDate, formatIsoMonth } from "#lib/format.ts";

export type StatementOwner = { name: string; code: string };

export type StatementHead = {
  /** Unique for each partner, month and state of its facts; `null` for a month that has no statement yet. */
  number: string | null;
  title: string;
  /** Notice on a document that is not a statement yet; empty for a statement. */
  provisional: string;
  /** Lines of who states it, and of the partner. */
  from: string[];
  to: string[];
  facts: [label: string, value: string][];
  /** The self-billing sentence; empty without an agreement, and before the statement is issued. */
  selfBilling: string;
  /** The name of its files, without the ending. */
  file: string;
};

/** Notice above a month that is still open or being recomputed. */
export const PROVISIONAL = "Provisional: not a statement";

/** The details that an accountant expects at the top of a statement. */
export function headOf(
  { month, asOf, commissions, revision, issuer, address }: CommissionFacts,
  owner: StatementOwner,
): StatementHead {
  const isoMonth = month.slice(0, 7);
  const payouts = new Set(commissions.flatMap(({ payout_id: id }) => id ?? []));
  const number = revision && numberOf(revision.number, isoMonth, owner);
  const begin = Date.parse(month);
  const end = new Date(begin).setUTCMonth(new Date(begin).getUTCMonth() + 1);
  // A month that still runs is counted up to now.
  const last = Math.min(asOf, end) - 1;
  const period = `${formatDate(begin)} to ${formatDate(Math.max(last, begin))} (UTC)`;
  return {
    number,
    title: `${number === null ? "Provisional figures" : "Statement"} of ${formatIsoMonth(isoMonth)}`,
    provisional: number === null ? PROVISIONAL : "",
    from: [
      issuer.name,
      ...issuer.address.split(",").map((line) => line.trim()),
      // Every VAT number has digits; any other text is printed as typed.
      /\d/.test(issuer.vatNumber) ? `VAT number ${issuer.vatNumber}` : issuer.vatNumber,
    ].filter(Boolean),
    to: [owner.name, ...(address?.split("\n") ?? ["Address not given"])],
    facts: [
      ...(revision && number !== null
        ? ([
            ["Number", number],
            ["Issued", formatDate(revision.issuedAt)],
            ["Period", period],
            ["Clients counted as of", `${formatDate(asOf)} (UTC)`],
          ] satisfies [string, string][])
        : ([
            ["As of", `${formatDate(asOf)} (UTC)`],
            ["Period so far", period],
          ] satisfies [string, string][])),
      ["Promo code", owner.code],
      ["Currency", "GBP"],
      ...[...payouts].map((id): [string, string] => ["Payout", id]),
    ],
    selfBilling: number === null ? "" : issuer.selfBilling,
    file: `sayso-${isoMonth}${number === null ? "-provisional" : ""}`,
  };
}

/** The first statement has no revision number; corrections count from 2. */
const numberOf = (revision: number, month: string, { code }: StatementOwner) =>
  `${code}-${month}${revision > 1 ? `-${revision}` : ""}`;
