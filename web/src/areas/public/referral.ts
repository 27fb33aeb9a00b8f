import { note, recall } from "../../lib/local-storage.ts";
import { facts } from "./facts.ts";

const KEY = "sayso-referral";
const LASTS_MS = facts.referralDays * 24 * 60 * 60 * 1000;
/** What the payment page takes as a reference; everything else in a link is ignored. */
const CODE = /^[\w-]{1,200}$/;

type Touch = { code: string; at: number };

/** That of this page: a browser may keep nothing. */
let touch: Touch | null = null;

/** Remembers the partner whose link led here, unless an earlier one still holds: the first one touched wins. */
export function rememberReferral(search: string, now = Date.now()): void {
  const code = new URLSearchParams(search).get("ref") ?? "";
  if (!CODE.test(code) || referralCode(now) !== null) return;
  touch = { code, at: now };
  note(KEY, JSON.stringify(touch));
}

/** The code of the partner who led here, while that holds. */
export function referralCode(now = Date.now()): string | null {
  const { code, at } = kept() ?? touch ?? { code: "", at: 0 };
  return at <= now && now < at + LASTS_MS ? code : null;
}

/** What an earlier page kept. Anybody can write into a browser's storage: it is looked at like a link. */
function kept(): Touch | null {
  try {
    const { code, at } = JSON.parse(recall(KEY) ?? "{}") as Partial<Touch>;
    return typeof code === "string" && CODE.test(code) && typeof at === "number" ? { code, at } : null;
  } catch {
    return null;
  }
}

/** A payment link that says who led here: the partner is credited, and the partner's discount is filled in. */
export function withReferral(link: string, code: string | null): string {
  if (code === null) return link;
  const address = new URL(link);
  address.searchParams.set("client_reference_id", code);
  address.searchParams.set("prefilled_promo_code", code);
  return address.href;
}
