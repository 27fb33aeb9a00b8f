// Calculates and pays the commissions of a month, and reads a partner's statement.
import assert from "node:assert/strict";
import type { AffiliateDashboard, CalculationResult, Payout } from "#api/generated/affiliate.ts";
import { adminCalls } from "../admin/admin-calls.ts";
import { calculate, payOut, paying, type ReferralOptions } from "./referrals.ts";
import type { Sayso } from "../../runtime/worker.ts";

/** So many clients with a paid month. */
export const clients = (count: number, month: Date): ReferralOptions[] =>
  Array.from({ length: count }, () => paying(month));

export function commissionCalls(sayso: () => Sayso) {
  const { get, cookie } = adminCalls(sayso);
  const dashboard = (id: string) => get<AffiliateDashboard>(`/api/affiliate/dashboard?affiliateId=${id}`);
  const compute = async (month?: Date) => {
    const answer = await calculate(sayso(), await cookie(), month);
    assert.equal(answer.status, 200, await answer.clone().text());
    return (await answer.json()) as CalculationResult;
  };
  const pay = async (id: string, month: Date, reference?: string) => {
    const answer = await payOut(sayso(), await cookie(), id, month, reference);
    return {
      ...((await answer.json()) as Omit<Payout, "status"> & { code?: string; error?: string }),
      status: answer.status,
    };
  };
  /** Refunds all payments of these subscriptions. */
  const refund = (subscriptions: string[]) =>
    sayso().change(
      "UPDATE payments SET returned_pence = amount_pence WHERE subscription_id IN (SELECT value FROM json_each(?))",
      JSON.stringify(subscriptions),
    );
  return { get, cookie, dashboard, compute, pay, refund };
}
