// How long tests record, in every engine.

/** Long enough for a recording that can be sent, however late a busy machine brings its first frame. */
export const SENDABLE_MS = 2500;
/** By the page's clock; earlier recordings cannot be stopped. */
export const MAY_STOP_MS = 3000;
