import { storeItem, readItem } from "#lib/local-storage.ts";
import { facts } from "./facts.ts";

const KEY = "sayso-referral";
const REFERRAL_MS = facts.referralDays * 24 * 60 * 60 * 1000;
/** Codes that Stripe accepts as `client_reference_id`; others are ignored. */
const CODE = /^[\w-]{1,200}$/;

/** Once this many codes are stored, new ones are ignored until one expires or proves invalid. */
const MAX_CODES = 10;

type Touch = { code: string; at: number };

/** In-memory fallback: the browser may refuse storage. */
let touches: Touch[] = [];

/** Trailing punctuation that messengers wrongly include in a link. */
const STRAY = /[\s.,;:!?)\]}"'’”\u200B-\u200D\uFEFF]+$/u;

/** Stores a link's code after those of earlier links; the first unexpired code wins. */
export function rememberReferral(search: string, now = Date.now()): void {
  const code = (new URLSearchParams(search).get("ref") ?? "").replace(STRAY, "");
  const unexpired = unexpiredTouches(now);
  if (!CODE.test(code) || unexpired.length >= MAX_CODES || unexpired.some((touch) => touch.code === code))
    return;
  storeTouches([...unexpired, { code, at: now }]);
}

/** The earliest unexpired code. */
export const referralCode = (now = Date.now()): string | null => unexpiredTouches(now)[0]?.code ?? null;

/** Drops an invalid code if another is stored, which then counts. Keeps a lone one: perhaps only Stripe knows it. */
export function dropReferral(code: string, now = Date.now()): void {
  const others = unexpiredTouches(now).filter((touch) => touch.code !== code);
  if (others.length > 0) storeTouches(others);
}

function storeTouches(next: Touch[]): void {
  touches = next;
  storeItem(KEY, JSON.stringify(next));
}

const unexpiredTouches = (now: number) =>
  (stored() ?? touches).filter(({ at }) => at <= now && now < at + REFERRAL_MS).slice(0, MAX_CODES);

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
