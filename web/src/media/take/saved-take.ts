import { loadTools } from "#media/media-tools.ts";
import type { FormValues } from "#media/core-types.ts";
import type { RawReason } from "#media/generated/media.ts";
import { readFile, type StoredTake } from "./take-database.ts";
import { crashesOf } from "./crash-count.ts";
import type { TakeStore } from "./take-store.ts";
import { isTooShort, takeOf, type Take } from "./take.ts";

/**
 * Reads a take of an earlier visit and its progress; `resumes`: it is sent without asking. Throws if its recording is
 * unreadable. Anything else that is inconsistent, after a crash or an update of this page, is redone.
 */
export async function readSavedTake(facts: StoredTake, store: TakeStore, resumes: boolean): Promise<Take> {
  const recorded = await readFile(facts.key, "raw", facts.type);
  if (recorded.size === 0) throw new Error("nothing was kept");
  const take = takeOf(facts, recorded, store);
  const finished = await readFinished(facts, take.blob);
  const upload = finished ? (facts.upload ?? null) : null;
  const form = isForm(facts.form) ? facts.form : null;
  return {
    ...take,
    saved: { finished, upload, form, crashes: crashesOf(facts), resumes: resumes && form !== null },
  };
}

/**
 * Whether the server would accept it: a tab killed in the first moments of a recording has stored only a header, or too
 * short a video. A file that cannot be probed counts as sendable.
 */
export async function isSendable({ key, type, finished }: StoredTake): Promise<boolean> {
  if (finished) return true;
  try {
    const [recorded, tools] = await Promise.all([readFile(key, "raw", type), loadTools()]);
    const probed = await tools?.probe(recorded);
    return !probed || !("refusal" in probed || isTooShort(probed.seconds));
  } catch {
    return true;
  }
}

/**
 * Reasons that may only be due to leaving the page: between `beforeunload` and `pagehide` reads and fetches fail (seen
 * in WebKit).
 */
const DOUBTFUL: readonly (RawReason | null)[] = ["failed", "unsupported"];

async function readFinished({ key, finished, upload }: StoredTake, recorded: Blob) {
  if (typeof finished?.watermarked !== "boolean") return null;
  // Older versions of this page did not store these.
  const { soundLeftOut = false, endMissing = false } = finished;
  // An upload that has begun must continue with the same bytes.
  if (DOUBTFUL.includes(finished.unfinished) && !upload?.url && !upload?.id) return null;
  if (finished.unfinished !== null)
    return { ...finished, soundLeftOut, endMissing, blob: recorded, poster: null };
  const blob = await readFile(key, "finished", finished.type);
  return blob.size === 0 ? null : { ...finished, soundLeftOut, endMissing, blob, poster: null };
}

function isForm(form: unknown): form is FormValues {
  if (typeof form !== "object" || form === null) return false;
  const { customerName, customerEmail, consentData, consentMarketing } = form as Record<string, unknown>;
  return (
    typeof customerName === "string" &&
    typeof customerEmail === "string" &&
    typeof consentData === "boolean" &&
    typeof consentMarketing === "boolean"
  );
}
