import { formatDate } from "../../../lib/format.ts";
import type { ReferralStanding } from "./check-statement.ts";

/** What is known of a client as a month was computed, and whether it counts. */
export function referralWords({ activity, paid, unpaidSince, endedAt }: ReferralStanding): string {
  if (activity === "self-referral") return "Your own purchase, which does not count";
  const words = [
    paid ? `Paid from ${formatDate(paid.from)} to ${formatDate(paid.until)}` : "Nothing paid for this month",
    paid?.isRefunded && "returned or disputed",
    unpaidSince !== null && `unpaid since ${formatDate(unpaidSince)}`,
    endedAt !== null && `ended ${formatDate(endedAt)}`,
    activity !== "active" && "does not count",
  ];
  return words.filter(Boolean).join(", ");
}
