/**
 * Whether a partner who has left earns nothing more; `earnsUntil` is the last moment that counts, as in the Worker's `earns`
 * (`domain/src/commission/activity.rs`). UTC milliseconds; nothing where the partner has not left.
 */
export const isPartnershipOver = (earnsUntil: number | null, now = Date.now()): boolean =>
  earnsUntil !== null && earnsUntil < now;
