import type { CommissionFacts, PaidMonth, ReferralFacts, ReferralView } from "#api/generated/affiliate.ts";
import facts from "#api/generated/partner-facts.json" with { type: "json" };
import { formatDate } from "#lib/format.ts";
import {
  counts,
  type AdjustmentReason,
  type CheckedStatement,
  type ReferralState,
  type Unchecked,
} from "./check-statement.ts";

/** Id and company of a client named in a statement, from the dashboard. */
export type NamedReferral = Pick<ReferralView, "id" | "company_name">;

/** Replaces the name of a client missing from the dashboard: it has another referrer now, or was deleted. */
export const NO_LONGER = "No longer your referral";

export const companyOf = (referrals: NamedReferral[], id: string): string =>
  referrals.find((one) => one.id === id)?.company_name ?? NO_LONGER;

export type ReferralRow = {
  company: string;
  words: string;
  /** Commission in pence; `null` if unchecked. */
  pence: number | null;
};

/** The partner's own clients in the order of the statement, each with its state and, if checked, its commission. */
export function referralRows(
  { own, asOf }: CommissionFacts,
  check: CheckedStatement | Unchecked,
  referrals: NamedReferral[],
): ReferralRow[] {
  let active = 0;
  return own.referrals.map((referral, index) => {
    const state = typeof check === "string" ? undefined : check.referrals[index];
    if (state && counts(state)) active += 1;
    const rate = active <= facts.bandClients ? facts.firstRatePence : facts.secondRatePence;
    return {
      company: companyOf(referrals, referral.id),
      words: wordsOf(state ?? stated(referral, asOf)),
      // A partner who left too long ago earns nothing.
      pence: state && typeof check !== "string" ? (counts(state) && check.ownClients > 0 ? rate : 0) : null,
    };
  });
}

/** A sentence for each client that an adjustment is about; empty if unknown. */
export function adjustmentLines(
  payoutId: string | null,
  check: CheckedStatement | Unchecked,
  referrals: NamedReferral[],
): string[] {
  const reasons = typeof check === "string" ? [] : check.adjustments;
  return reasons.filter((reason) => reason.payoutId === payoutId).flatMap((one) => linesOf(one, referrals));
}

function linesOf({ changes, sponsored: [before, after] }: AdjustmentReason, referrals: NamedReferral[]) {
  const own = changes.map(
    ({ id, state }) =>
      `${companyOf(referrals, id)}: ${counts(state) ? "counts by now. " : ""}${wordsOf(state)}`,
  );
  const sponsored = `Active clients of partners you sponsor: ${after} instead of ${before}`;
  return before === after ? own : [...own, sponsored];
}

type Stated = Omit<ReferralState, "activity"> & { activity: ReferralState["activity"] | null };

function wordsOf({ activity, paid, unpaidSince, endedAt }: Stated): string {
  if (activity === "self-referral") return "Your own purchase, which does not count";
  const words = [
    paid ? `Paid from ${formatDate(paid.from)} to ${formatDate(paid.until)}` : "Nothing paid for this month",
    paid?.isRefunded && "returned or disputed",
    unpaidSince !== null && `unpaid since ${formatDate(unpaidSince)}`,
    endedAt !== null && `ended ${formatDate(endedAt)}`,
    activity !== null && activity !== "active" && "does not count",
  ];
  return words.filter(Boolean).join(", ");
}

/** The newest subscription at that time, whether or not it counts. */
function stated({ isSelfReferral, subscriptions }: ReferralFacts, asOf: number): Stated {
  const newest = subscriptions.at(-1);
  const last = newest?.paid
    .filter(({ paidAt, periodStart }) => paidAt < asOf && periodStart < asOf)
    .reduce<PaidMonth | undefined>(
      (latest, one) => (latest && latest.periodStart > one.periodStart ? latest : one),
      undefined,
    );
  const before = (at: number | null | undefined) => (at != null && at < asOf ? at : null);
  return {
    activity: isSelfReferral ? "self-referral" : null,
    paid: last ? { from: last.periodStart, until: last.periodEnd, isRefunded: last.isRefunded } : null,
    unpaidSince: before(newest?.unpaidSince),
    endedAt: before(newest?.endedAt),
  };
}
