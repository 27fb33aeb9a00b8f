/**
 * Whether a partner who has left has stopped earning; `earnsUntil`: the last moment that counts, as in the Worker's
 * `earns` (`domain/src/commission/activity.rs`). UTC milliseconds; `null` if the partner has not left.
 */
export const isPartnershipOver = (earnsUntil: number | null, now = Date.now()): boolean =>
  earnsUntil !== null && earnsUntil < now;
