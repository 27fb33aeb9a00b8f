import type { FormValues } from "./core.ts";
import { readFile, type SpooledTake } from "./spool.ts";
import type { TakeKeeper } from "./take-keeper.ts";
import { takeOf, type Take } from "./take.ts";

/**
 * A take of an earlier visit, with what was already done about it. Throws when its recording cannot be read. What
 * else does not fit together, after a crash or another version of this page, is done anew.
 */
export async function readEarlierTake(facts: SpooledTake, keeper: TakeKeeper): Promise<Take> {
  const recorded = await readFile(facts.key, "raw", facts.type);
  if (recorded.size === 0) throw new Error("nothing was kept");
  const take = takeOf(facts, recorded, keeper);
  const finished = await readFinished(facts, take.blob);
  const upload = finished ? (facts.upload ?? null) : null;
  return { ...take, earlier: { finished, upload, form: isForm(facts.form) ? facts.form : null } };
}

async function readFinished({ key, finished }: SpooledTake, recorded: Blob) {
  if (!finished) return null;
  if (finished.unfinished !== null) return { ...finished, blob: recorded };
  const blob = await readFile(key, "finished", finished.type);
  return blob.size === 0 ? null : { ...finished, blob };
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
