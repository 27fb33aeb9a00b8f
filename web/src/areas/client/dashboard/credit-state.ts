import type { ClientStatus } from "#api/generated/enums.ts";
import { formatDate, formatIsoDate } from "#lib/format.ts";
import type { ClientView } from "#api/generated/client.ts";

export type CreditState = {
  /** `blocked`: the record page accepts no videos. */
  tone: "warning" | "blocked";
  title: string;
  text: string;
  /** Screens where the client can fix it. */
  at: ("billing" | "support")[];
};

type Client = Pick<
  ClientView,
  "status" | "credits_remaining" | "counts_credits" | "next_reset_date" | "cancelled_at" | "suspended_by_plan"
>;

/** Whether the record page refuses videos. */
export const takesNoVideos = (
  client: Pick<ClientView, "status" | "credits_remaining" | "counts_credits">,
): boolean => client.status !== "active" || (client.counts_credits && client.credits_remaining <= 0);

/**
 * Returns the problem with a client's credits or account, or `null` if all is well. Warns from `low` credits down.
 * `graceEndsAt`: end of the grace period after a failed payment. A reset date before `today` means that the payment has
 * not arrived yet.
 */
export function creditState(
  client: Client,
  low: number,
  graceEndsAt: number | null = null,
  today = "",
): CreditState | null {
  // After a cancellation `LeavingNotice` shows the end of access and how to continue.
  const isLeaving = client.cancelled_at !== null;
  if (client.status === "suspended" && client.suspended_by_plan) {
    return {
      tone: "blocked",
      title: "Your recording page is not taking videos",
      text: isLeaving
        ? "Your plan was not paid for, and is cancelled."
        : "Your plan has not been paid for. Pay, or change the card, and everything works again at once.",
      at: ["billing"],
    };
  }
  if (client.status === "active" && graceEndsAt !== null && !isLeaving) {
    return {
      tone: "warning",
      title: "Your last payment failed",
      text: `Everything keeps working until ${formatDate(graceEndsAt)}. Please pay, or change the card, by then.`,
      at: ["billing"],
    };
  }
  if (client.status !== "active") {
    return {
      tone: "blocked",
      title: "Your recording page is not taking videos",
      text: INACTIVE[client.status],
      at: ["support"],
    };
  }
  if (!client.counts_credits) return null;
  const left = client.credits_remaining;
  if (left > low) return null;
  const reset =
    client.next_reset_date && client.next_reset_date >= today && client.cancelled_at === null
      ? ` Your credits reset on ${formatIsoDate(client.next_reset_date)}.`
      : "";
  if (left <= 0) {
    return {
      tone: "blocked",
      title: "Your recording page is not taking videos",
      text: `You have ${left} credits left, and each video takes one.${reset} To start again sooner, get an upgrade or a top-up.`,
      at: ["billing", "support"],
    };
  }
  return {
    tone: "warning",
    title: left === 1 ? "Only 1 credit left" : `Only ${left} credits left`,
    text: `Each video takes one. At 0 your recording page stops taking videos.${reset} For more videos, get an upgrade or a top-up.`,
    at: ["billing", "support"],
  };
}

const INACTIVE: Record<Exclude<ClientStatus, "active">, string> = {
  pending_onboarding: "Your account is still being set up. Contact support to ask how it is going.",
  pending_invite: "Your account has not been activated yet. Contact support to have it activated.",
  suspended: "Your account is suspended. Contact support to have it reactivated.",
};
