import type { CommissionFacts } from "#api/generated/affiliate.ts";
import type { ReferralActivity } from "#api/generated/enums.ts";
import { once } from "#lib/once.ts";

/** The Worker's commission rules as wasm; loaded when a statement is opened. */
const loadRules = once(async () => {
  const rules = await import("./core/statement_wasm.js");
  await rules.default();
  return rules;
});

export type CheckedStatement = {
  ownClients: number;
  sponsoredClients: number;
  /** The month's sum as recomputed, and as stated, in pence. */
  computedPence: number;
  statedPence: number;
  isRight: boolean;
  /** The partner's own referrals, in the order of the statement. */
  referrals: ReferralState[];
  /** Reasons of adjustments, as far as their earlier facts are stored. */
  adjustments: AdjustmentReason[];
};

/** The difference between two states of a month's facts, from which an adjustment follows. */
export type AdjustmentReason = {
  /** The payout that the adjustment is a part of; `null` while it waits. */
  payoutId: string | null;
  /** Own referrals that count since, or no longer. */
  changes: { id: string; state: ReferralState }[];
  /** Active clients of sponsored partners, before and after. */
  sponsored: [before: number, after: number];
};

/** Whether a referral counts, and the facts behind that at the time of the calculation; UTC milliseconds. */
export type ReferralState = {
  activity: ReferralActivity;
  /** The last paid month. */
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

type Rules = Awaited<ReturnType<typeof loadRules>>;
type Computed = Omit<CheckedStatement, "adjustments">;

async function compute(statement: CommissionFacts): Promise<CheckedStatement> {
  const rules = await loadRules();
  const current = computeFacts(rules, statement);
  const states = statement.paid.map(({ payoutId, asOf, own, sponsored }): State => {
    const facts = { ...statement, asOf, own, sponsored, paid: [] };
    return { payoutId, facts, computed: computeFacts(rules, facts) };
  });
  states.push({ payoutId: null, facts: statement, computed: current });
  const adjustments = states.slice(1).map((after, index) => reasonOf(states[index] ?? after, after));
  return { ...current, adjustments };
}

type State = { payoutId: string | null; facts: CommissionFacts; computed: Computed };

function reasonOf(before: State, after: State): AdjustmentReason {
  const referralStates = ({ facts, computed }: State) =>
    facts.own.referrals.flatMap(({ id }, index) => {
      const state = computed.referrals[index];
      return state ? [{ id, state }] : [];
    });
  const counted = new Set(referralStates(before).flatMap(({ id, state }) => (counts(state) ? [id] : [])));
  return {
    payoutId: after.payoutId,
    changes: referralStates(after).filter(({ id, state }) => counts(state) !== counted.has(id)),
    sponsored: [before.computed.sponsoredClients, after.computed.sponsoredClients],
  };
}

/** Whether a referral earns a commission this month. */
export const counts = ({ activity }: ReferralState): boolean => activity === "active";

function computeFacts({ checkStatement: check }: Rules, statement: CommissionFacts): Computed {
  const found = check(JSON.stringify(statement));
  if (!found) throw new Error("This statement cannot be read.");
  const { ownClients, sponsoredClients, computedPence, statedPence, isRight } = found;
  const referrals: ReferralState[] = [];
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
