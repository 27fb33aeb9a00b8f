// Partners with Stripe accounts, and payouts by admins.
import assert from "node:assert/strict";
import type {
  AffiliateDashboard,
  Payout,
  PayoutAccount,
  PayoutLine,
  Payouts,
} from "#api/generated/affiliate.ts";
import { addPartner, type Affiliate } from "./affiliates.ts";
import { startPaymentWorld, type PaymentWorld } from "../owner/payments.ts";
import { addReferrals, calculate, monthFromNow, monthKey, paying } from "./referrals.ts";
import { addUser, call, signIn } from "../owner/users.ts";
import { until } from "../../runtime/worker.ts";

/** The month to pay out, on any day of the year, and a partner's balance for it, in pence. */
export const MONTH = monthFromNow(-2);
export const OWED = 3500;

export type PayoutPartner = Affiliate & { cookie: string };
export type ConnectedPartner = PayoutPartner & { account: string };

/** An answer's status and its JSON. */
export async function answered<T>(answer: Response): Promise<T & { http: number; code?: string }> {
  return { http: answer.status, ...((await answer.json()) as T) };
}

/** Opens Stripe's page and submits its form; returns the redirect's URL. */
export async function fill(url: string, action: "finish" | "later") {
  const page = await fetch(url, { redirect: "manual" });
  assert.equal(page.status, 200);
  const back = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ action }),
  });
  return new URL(back.headers.get("location") ?? "");
}

/** A Worker that pays partners through Stripe, with a funded account. */
export async function startPayoutWorld(): Promise<PaymentWorld> {
  const world = await startPaymentWorld({ connects: true });
  for (let buyer = 0; buyer < 3; buyer += 1) await world.buy();
  await world.eventsApplied();
  return world;
}

/** Calls of partners and admins. */
export function payoutCalls(world: () => PaymentWorld) {
  /** A partner who is owed £35 for that month, and its session. */
  async function partner({ clients = 7 } = {}): Promise<PayoutPartner> {
    const user = await addUser(world().sayso, { roles: ["affiliate"] });
    const found = await addPartner(world().sayso, user.id);
    await world().sayso.change(
      "UPDATE affiliates SET approved_at = ?, created_at = ? WHERE id = ?",
      1,
      1,
      found.id,
    );
    await addReferrals(
      world().sayso,
      found.id,
      Array.from({ length: clients }, () => paying(MONTH)),
    );
    const answer = await calculate(world().sayso, await world().admin(), MONTH);
    assert.equal(answer.status, 200);
    return { ...found, cookie: await signIn(world().sayso, user, "affiliate") };
  }

  const post = async <T>(path: string, cookie: string, body?: unknown) =>
    answered<T>(await call(world().sayso, "POST", path, { cookie, ...(body !== undefined && { body }) }));

  const begin = ({ cookie }: PayoutPartner) => post<{ url: string }>("/api/affiliate/payout-account", cookie);
  const check = ({ cookie }: PayoutPartner) =>
    post<PayoutAccount>("/api/affiliate/payout-account/check", cookie);
  const dashboard = async ({ cookie }: PayoutPartner) =>
    (await (
      await call(world().sayso, "GET", "/api/affiliate/dashboard", { cookie })
    ).json()) as AffiliateDashboard;

  /** A partner whose account can receive transfers, and its id. */
  async function connected(): Promise<ConnectedPartner> {
    const found = await partner();
    await fill((await begin(found)).url, "finish");
    const { id, canReceive } = await check(found);
    assert.ok(canReceive);
    return { ...found, account: id };
  }

  const pay = async (
    { id }: { id: string },
    method: "manual" | "transfer" = "transfer",
    seen: { seen_pence?: number; seen_account?: string } = {},
  ) =>
    post<Payout>(`/api/admin/affiliates/${id}/payouts`, await world().admin(), {
      month: monthKey(MONTH),
      method,
      ...seen,
    });
  const settle = async (payout: string, method: "manual" | "transfer", reference = "") =>
    post<PayoutLine>(`/api/admin/payouts/${payout}/settlement`, await world().admin(), { method, reference });
  const lineOf = async (payout: string): Promise<PayoutLine | undefined> => {
    const answer = await call(world().sayso, "GET", "/api/admin/payouts", { cookie: await world().admin() });
    return ((await answer.json()) as Payouts).rows.find(({ id }) => id === payout);
  };
  const reaches = (payout: string, wanted: string) =>
    until(`payout is ${wanted}`, async () => (await lineOf(payout))?.status === wanted);
  const transfersOf = async (payout: string) =>
    (await world().api.transfers.list({ transfer_group: payout })).data;
  const paidOf = async ({ id }: PayoutPartner) =>
    (
      await world().sayso.row(
        "SELECT sum(commission_amount) AS pence FROM affiliate_commissions WHERE affiliate_id = ? AND status = 'paid'",
        id,
      )
    )?.pence;

  /** Makes the next attempt of a payout's transfer due. */
  async function again(payout: string) {
    await world().sayso.change(
      "UPDATE job_queue SET due_at = 0 WHERE subject_id = ? AND status <> 'done'",
      payout,
    );
    await world().sayso.schedule(new Date());
  }
  const attempts = async (payout: string) =>
    (
      await world().sayso.rows(
        "SELECT outcome FROM job_attempts WHERE subject_id = ? AND outcome IS NOT NULL",
        payout,
      )
    ).length;

  return {
    partner,
    begin,
    check,
    dashboard,
    connected,
    pay,
    settle,
    lineOf,
    reaches,
    transfersOf,
    paidOf,
    again,
    attempts,
  };
}
