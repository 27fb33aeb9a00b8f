import type { PayoutView } from "../../../api/generated/PayoutView.ts";
import type { PayoutStatus } from "../../../api/generated/PayoutStatus.ts";
import { formatPounds } from "../../../lib/format.ts";
import type { BadgeTone } from "../../../ui/badge.tsx";

/** What has become of a payout, in the words of its partner. */
export const PAYOUT_STATUS: Record<PayoutStatus, [tone: BadgeTone, words: string]> = {
  recorded: ["success", "paid"],
  sending: ["warning", "on its way"],
  sent: ["success", "sent"],
  failed: ["warning", "delayed"],
};

/** Whether its money may not have arrived. */
export const isUnsettled = (status: PayoutStatus) => status === "sending" || status === "failed";

/** Says why a payout is delayed. */
export const delayOf = ({ taken_back: isTakenBack }: Pick<PayoutView, "taken_back">): string =>
  `${isTakenBack ? "It reached your account at Stripe and was taken back from there" : "The transfer did not go through"}. ` +
  "It is still owed to you, and we are looking into it.";

/** Says that lifetime earnings leave out payouts that did not arrive or were taken back: those are owed again. */
export const paidOut = (delayedPence: number): string =>
  delayedPence === 0 ? "paid out so far" : `paid out so far; ${formatPounds(delayedPence)} more is delayed`;
