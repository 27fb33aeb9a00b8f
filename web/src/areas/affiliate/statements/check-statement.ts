import type { CommissionFacts } from "../../../api/generated/CommissionFacts.ts";
import type { ReferralActivity } from "../../../api/generated/ReferralActivity.ts";
import { once } from "../../../lib/once.ts";

/** The rules that commissions are computed by, as the Worker has them; fetched where a statement is opened. */
const loadRules = once(async () => {
  const rules = await import("./core/statement_wasm.js");
  await rules.default();
  return rules;
});

export type CheckedStatement = {
  ownClients: number;
  sponsoredClients: number;
  /** What the month comes to, and what its commissions do, in pence. */
  computedPence: number;
  statedPence: number;
  isRight: boolean;
  /** Of the partner's own referrals, in the order of the statement. */
  referrals: ReferralStanding[];
};

/** Whether a referral counts, and what said so as the month was computed; UTC milliseconds. */
export type ReferralStanding = {
  activity: ReferralActivity;
  /** The month that was paid for last. */
  paid: { from: number; until: number; isRefunded: boolean } | null;
  unpaidSince: number | null;
  endedAt: number | null;
};

/** Why a month was not computed once more: the browser has no WebAssembly, as in Lockdown Mode, or the rules did not load. */
export type Unchecked = "unsupported" | "failed";

/** Computes a month once more, in this browser. Never rejects: a statement can be read without. */
export async function checkStatement(statement: CommissionFacts): Promise<CheckedStatement | Unchecked> {
  if (typeof WebAssembly === "undefined") return "unsupported";
  try {
    return await compute(statement);
  } catch (error) {
    console.warn("This statement was not checked:", error);
    return "failed";
  }
}

async function compute(statement: CommissionFacts): Promise<CheckedStatement> {
  const { checkStatement: check } = await loadRules();
  const found = check(JSON.stringify(statement));
  if (!found) throw new Error("This statement cannot be read.");
  const { ownClients, sponsoredClients, computedPence, statedPence, isRight } = found;
  const referrals: ReferralStanding[] = [];
  for (let one = found.referral(0); one; one = found.referral(referrals.length)) {
    const { activity, paidFrom: from, paidUntil: until, isRefunded, unpaidSince, endedAt } = one;
    one.free();
    referrals.push({
      activity: activity as ReferralActivity,
      paid: from === undefined || until === undefined ? null : { from, until, isRefunded },
      unpaidSince: unpaidSince ?? null,
      endedAt: endedAt ?? null,
    });
  }
  found.free();
  return { ownClients, sponsoredClients, computedPence, statedPence, isRight, referrals };
}
