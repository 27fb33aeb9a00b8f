import { storeItem, readItem } from "#lib/local-storage.ts";
import { facts } from "./facts.ts";

const KEY = "sayso-referral";
const LASTS_MS = facts.referralDays * 24 * 60 * 60 * 1000;
/** Format that the payment page accepts as a reference; anything else in a link is ignored. */
const CODE = /^[\w-]{1,200}$/;

/** Further codes are ignored until one of these turns out invalid or expires. */
const MAX_CODES = 10;

type Touch = { code: string; at: number };

/** This page's touches: the browser may store nothing. */
let touches: Touch[] = [];

/** Signs that messengers take for the end of a link. */
const STRAY = /[\s.,;:!?)\]}"'’”\u200B-\u200D\uFEFF]+$/u;

/** Remembers the partner of the link after those of earlier links: first touch wins. */
export function rememberReferral(search: string, now = Date.now()): void {
  const code = (new URLSearchParams(search).get("ref") ?? "").replace(STRAY, "");
  const held = holding(now);
  if (!CODE.test(code) || held.length >= MAX_CODES || held.some((touch) => touch.code === code)) return;
  storeTouches([...held, { code, at: now }]);
}

/** The code of the partner who led here, while that holds. */
export const referralCode = (now = Date.now()): string | null => holding(now)[0]?.code ?? null;

/** Drops an invalid code if others were touched: the next one counts instead. A lone one may be a seller's own code. */
export function dropReferral(code: string, now = Date.now()): void {
  const others = holding(now).filter((touch) => touch.code !== code);
  if (others.length > 0) storeTouches(others);
}

function storeTouches(next: Touch[]): void {
  touches = next;
  storeItem(KEY, JSON.stringify(next));
}

const holding = (now: number) =>
  (stored() ?? touches).filter(({ at }) => at <= now && now < at + LASTS_MS).slice(0, MAX_CODES);

/** Touches stored by an earlier page, in order. Users can edit a browser's storage: each is validated like a link. */
function stored(): Touch[] | null {
  try {
    const found: unknown = JSON.parse(readItem(KEY) ?? "");
    // Earlier builds stored one touch.
    return [found].flat().filter(isTouch);
  } catch {
    return null;
  }
}

function isTouch(value: unknown): value is Touch {
  const { code, at } = (value ?? {}) as Partial<Touch>;
  return typeof code === "string" && CODE.test(code) && typeof at === "number";
}

/** Payment link with the referral code: credits the partner and prefills the discount. */
export function withReferral(link: string, code: string | null): string {
  if (code === null) return link;
  const address = new URL(link);
  address.searchParams.set("client_reference_id", code);
  address.searchParams.set("prefilled_promo_code", code);
  return address.href;
}
