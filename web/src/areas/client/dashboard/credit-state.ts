import { format, parseISO } from "date-fns";
import type { ClientView } from "../../../api/generated/ClientView.ts";

export type CreditState = {
  /** `blocked`: the record page takes no videos. */
  tone: "warning" | "blocked";
  title: string;
  text: string;
};

type Client = Pick<ClientView, "status" | "credits_remaining" | "next_reset_date">;

/** Whether the record page turns customers away. */
export const takesNoVideos = (client: Pick<ClientView, "status" | "credits_remaining">): boolean =>
  client.status !== "active" || client.credits_remaining <= 0;

/**
 * What a client has to know about its credits and its account, or `null` when all is well. A warning appears from
 * `low` credits down.
 */
export function creditState(client: Client, low: number): CreditState | null {
  if (client.status !== "active") {
    return {
      tone: "blocked",
      title: "Your record page takes no videos now",
      text: INACTIVE[client.status] ?? "Your account is not active. Contact support to have it opened.",
    };
  }
  const left = client.credits_remaining;
  if (left > low) return null;
  const reset = client.next_reset_date ? ` Your credits reset on ${resetDate(client.next_reset_date)}.` : "";
  if (left <= 0) {
    return {
      tone: "blocked",
      title: "Your record page takes no videos now",
      text: `You have ${left} credits left, and each video takes one.${reset} To take videos sooner, ask support for an upgrade or a top-up.`,
    };
  }
  return {
    tone: "warning",
    title: left === 1 ? "Only 1 credit left" : `Only ${left} credits left`,
    text: `Each video takes one. At 0 your record page takes no more.${reset} For more videos, ask support for an upgrade or a top-up.`,
  };
}

const INACTIVE: Record<string, string> = {
  pending_onboarding: "Your account is still being set up. Contact support to ask how far it is.",
  pending_invite: "Your account has not been opened yet. Contact support to have it opened.",
  suspended: "Your account is suspended. Contact support to have it opened again.",
};

/** `01 Dec 2026` from `2026-12-01`. */
export const resetDate = (date: string): string => format(parseISO(date), "dd MMM yyyy");
