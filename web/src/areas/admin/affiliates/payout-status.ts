import type { PayoutStatus } from "#api/generated/enums.ts";
import type { BadgeTone } from "#ui/badge.tsx";

/** Labels of a payout's status, as admins see it. */
export const PAYOUT_STATUS: Record<PayoutStatus, [tone: BadgeTone, words: string]> = {
  recorded: ["outline", "by hand"],
  sending: ["warning", "sending"],
  sent: ["success", "sent"],
  failed: ["danger", "failed"],
};
