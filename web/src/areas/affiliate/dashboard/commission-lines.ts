import type { CommissionView, MonthStatement } from "#api/generated/affiliate.ts";
import facts from "#api/generated/partner-facts.json" with { type: "json" };
import { formatPounds } from "#lib/format.ts";

/** A line of the history. */
export type CommissionLine = {
  tier: string;
  calculation: string;
  amount: string;
  /** `null` if there is no commission. */
  commission: CommissionView | null;
  isLocked: boolean;
};

const FULL = facts.bandClients;
export const FIRST = `Tier 1 (1-${FULL})`;
export const SECOND = `Tier 1 (${FULL + 1}+)`;
export const SPONSORED = "Sponsored partners";
export const ADJUSTMENT = "Adjustment";
export const UNLOCK = `Unlock by reaching ${FULL + 1}+ active referrals`;

/** The lines of a month: both bands, the second dimmed if locked, then the rest. */
export function linesOf({ commissions }: Pick<MonthStatement, "commissions">): CommissionLine[] {
  const inBand = (band: "first" | "second") => commissions.find((one) => one.band === band) ?? null;
  const second = inBand("second");
  return [
    line(FIRST, inBand("first"), facts.firstRatePence),
    second
      ? line(SECOND, second, facts.secondRatePence)
      : {
          tier: SECOND,
          calculation: product(0, facts.secondRatePence),
          amount: `${formatPounds(0)} (locked)`,
          commission: null,
          isLocked: true,
        },
    ...commissions
      .filter(({ commission_type: type }) => type === "override")
      .map((one) => line(SPONSORED, one, facts.overrideRatePence)),
    ...commissions
      .filter(({ commission_type: type }) => type === "adjustment")
      .map((one) => ({ ...line(ADJUSTMENT, one, 0), calculation: "Found after we paid the month" })),
  ];
}

const product = (clients: number, rate: number) =>
  `${clients} × ${formatPounds(rate)} = ${formatPounds(clients * rate)}`;

function line(tier: string, commission: CommissionView | null, rate: number): CommissionLine {
  return {
    tier,
    calculation: product(commission?.active_clients_count ?? 0, commission?.rate_per_client ?? rate),
    amount: formatPounds(commission?.commission_amount ?? 0),
    commission,
    isLocked: false,
  };
}

/** Pending commissions of all months, in pence. */
export const pendingOf = (months: MonthStatement[]): number =>
  months
    .flatMap(({ commissions }) => commissions)
    .filter(({ status }) => status === "pending")
    .reduce((sum, { commission_amount: pence }) => sum + pence, 0);
