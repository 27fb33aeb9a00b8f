import type { CommissionView, PayoutView } from "#api/generated/affiliate.ts";
import type { PayoutArrival, PayoutStatus } from "#api/generated/enums.ts";
import facts from "#api/generated/partner-facts.json" with { type: "json" };
import { formatPounds } from "#lib/format.ts";
import type { BadgeTone } from "#ui/badge.tsx";

/** Labels of a payout's status, as its partner sees it. */
export const PAYOUT_STATUS: Record<PayoutStatus, [tone: BadgeTone, words: string]> = {
  recorded: ["success", "paid"],
  sending: ["warning", "on its way"],
  sent: ["success", "sent"],
  failed: ["warning", "delayed"],
};

const ARRIVAL_TONE: Record<PayoutArrival, BadgeTone> = {
  paid: "success",
  sending: "warning",
  delayed: "warning",
  paid_in_part: "warning",
};

export type CommissionState = {
  tone: BadgeTone;
  words: string;
  /** When it was paid; `null` until any of it has arrived. */
  paidAt: number | null;
};

/** Status of a commission: a paid one has the status of its payout. */
export function stateOf({ status, paid_at: at, payout_status: arrival }: CommissionView): CommissionState {
  if (status === "pending") return { tone: "outline", words: status, paidAt: null };
  const reached = arrival ?? "paid";
  const hasAny = reached === "paid" || reached === "paid_in_part";
  return { tone: ARRIVAL_TONE[reached], words: facts.arrivals[reached], paidAt: hasAny ? at : null };
}

/** Sentence that explains a delayed payout. */
export const delayOf = ({ taken_back: isTakenBack }: Pick<PayoutView, "taken_back">): string =>
  `${isTakenBack ? "Stripe took it back after it had reached your account there" : "The transfer did not go through"}. ` +
  "We still owe it to you, and we are looking into it.";

/** Label of lifetime earnings, which leave out payouts that failed or were reversed: those are owed again. */
export const paidOut = (delayedPence: number): string =>
  delayedPence === 0 ? "paid out so far" : `paid out so far; ${formatPounds(delayedPence)} more is delayed`;
