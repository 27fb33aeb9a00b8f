import type { CommissionFacts } from "../../../api/generated/CommissionFacts.ts";
import type { PaidMonth } from "../../../api/generated/PaidMonth.ts";
import type { ReferralFacts } from "../../../api/generated/ReferralFacts.ts";
import type { ReferralView } from "../../../api/generated/ReferralView.ts";
import { formatMonthDay } from "../../../lib/format.ts";
import type { CheckedStatement, ReferralStanding, Unchecked } from "./check-statement.ts";

/** Of whoever is named in a statement: its id and its company, as the dashboard has them. */
export type NamedReferral = Pick<ReferralView, "id" | "company_name">;

/** What stands for the name of a client that the dashboard has no more: it is another partner's by now, or was deleted. */
export const NO_LONGER = "No longer your referral";

export const companyOf = (referrals: NamedReferral[], id: string): string =>
  referrals.find((one) => one.id === id)?.company_name ?? NO_LONGER;

/** Each of the partner's own clients in the order of the statement, with what is known of it and, where that was checked, whether it counts. */
export const referralRows = (
  { own, asOf }: CommissionFacts,
  check: CheckedStatement | Unchecked,
  referrals: NamedReferral[],
): { company: string; words: string }[] =>
  own.referrals.map((facts, index) => ({
    company: companyOf(referrals, facts.id),
    words: wordsOf((typeof check === "string" ? null : check.referrals[index]) ?? stated(facts, asOf)),
  }));

type Stated = Omit<ReferralStanding, "activity"> & { activity: ReferralStanding["activity"] | null };

function wordsOf({ activity, paid, unpaidSince, endedAt }: Stated): string {
  if (activity === "self-referral") return "Your own purchase, which does not count";
  const words = [
    paid
      ? `Paid from ${formatMonthDay(paid.from)} to ${formatMonthDay(paid.until)}`
      : "Nothing paid for this month",
    paid?.isRefunded && "returned or disputed",
    unpaidSince !== null && `unpaid since ${formatMonthDay(unpaidSince)}`,
    endedAt !== null && `ended ${formatMonthDay(endedAt)}`,
    activity !== null && activity !== "active" && "does not count",
  ];
  return words.filter(Boolean).join(", ");
}

/** The newest subscription as it stood then, without saying whether that counts. */
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
