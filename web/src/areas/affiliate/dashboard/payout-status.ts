import type { PayoutStatus } from "../../../api/generated/PayoutStatus.ts";
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
