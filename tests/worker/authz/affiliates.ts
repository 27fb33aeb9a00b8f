// Partners: applications, partners, and decisions of admins.
import type { SubmitReply } from "#api/generated/public.ts";
import { proofOfWork } from "#media/challenge/proof-of-work.ts";
import { call } from "../../support/people/owner/users.ts";
import { addApplication, addPartner, application } from "../../support/people/partner/affiliates.ts";
import { addPartners, monthFromNow, monthKey } from "../../support/people/partner/referrals.ts";
import { nodeClient } from "../../support/doubles/stripe/node-client.ts";
import {
  ADMIN,
  EVERYONE,
  PARTNER,
  adminLook,
  json,
  nobody,
  page,
  type Context,
  type Table,
} from "./roles.ts";

/** An application with a promotion code that its partner may share. */
async function configured(c: Context): Promise<string> {
  const code = await promotionCode(c);
  return (await addApplication(c.sayso, { code })).id;
}

async function promotionCode({ stripe }: Context): Promise<string> {
  const api = nodeClient(stripe);
  const coupon = await api.coupons.create({ amount_off: 1000, currency: "gbp", duration: "forever" });
  return (await api.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id } })).code;
}

/** Partner A: who signs in as affiliate A. A caller's own account is a partner too. */
async function partnerOf({ sayso, user, role }: Context): Promise<string> {
  const partner = partnerIds.get(sayso) ?? (await addPartners(sayso, 1))[0] ?? "";
  partnerIds.set(sayso, partner);
  if (role === "affiliate A")
    await sayso.change("UPDATE affiliates SET user_id = ? WHERE id = ?", user.id, partner);
  else if (
    role.startsWith("affiliate") &&
    !(await sayso.row("SELECT 1 FROM affiliates WHERE user_id = ?", user.id))
  )
    await addPartner(sayso, user.id);
  return partner;
}

const partnerIds = new Map<Context["sayso"], string>();

export const AFFILIATE_ROUTES: Table = {
  "GET /partners": page("/partners"),
  "GET /affiliates/terms": page("/affiliates/terms"),
  "GET /affiliates/apply": page("/affiliates/apply"),
  "GET /affiliates/success": page("/affiliates/success"),
  "GET /affiliates/login": page("/affiliates/login"),
  "GET /affiliates/dashboard": page("/affiliates/dashboard"),
  "GET /affiliates/security": page("/affiliates/security"),
  "GET /clients/admin/affiliates": page("/clients/admin/affiliates"),
  "GET /api/public/get_affiliate_by_sponsor_name": {
    may: EVERYONE,
    call: () => ({ path: "/api/public/get_affiliate_by_sponsor_name?_sponsor_name=Pat%20Marlow" }),
  },
  "POST /api/public/affiliates": {
    may: EVERYONE,
    call: async ({ sayso }) => {
      await sayso.change("DELETE FROM rate_limit_events WHERE kind = 'mail'");
      const body = application();
      const asked = await call(sayso, "POST", "/api/public/affiliates", { body });
      const { challenge = "" } = (await asked.json()) as SubmitReply;
      return json("/api/public/affiliates", { ...body, challenge: await proofOfWork(challenge ?? "") });
    },
  },
  "GET /api/admin/affiliates": adminLook("/api/admin/affiliates"),
  "PUT /api/admin/affiliates/{}": {
    may: ADMIN,
    onCookie: true,
    call: async (c) =>
      json(`/api/admin/affiliates/${(await addApplication(c.sayso)).id}`, {
        stripe_coupon_id: await promotionCode(c),
        notes: "",
      }),
    unknown: async (c) =>
      json(`/api/admin/affiliates/${nobody()}`, { stripe_coupon_id: await promotionCode(c), notes: "" }),
  },
  "DELETE /api/admin/affiliates/{}": {
    may: ADMIN,
    onCookie: true,
    call: async ({ sayso }) => ({ path: `/api/admin/affiliates/${(await addApplication(sayso)).id}` }),
    unknown: () => ({ path: `/api/admin/affiliates/${nobody()}` }),
  },
  "GET /api/affiliate/dashboard": {
    may: PARTNER,
    call: async (c) => ({ path: `/api/affiliate/dashboard?affiliateId=${await partnerOf(c)}` }),
    unknown: () => ({ path: `/api/affiliate/dashboard?affiliateId=${nobody()}` }),
  },
  "GET /api/affiliate/statements/{}": {
    may: PARTNER,
    call: async (c) => {
      const id = await partnerOf(c);
      await c.sayso.change(
        `INSERT INTO commission_snapshots (month_period, affiliate_id, as_of, facts, active_clients, taken_at)
         VALUES ('2026-01-01', ?, 0, '{"leftAt":null,"referrals":[]}', 0, 0) ON CONFLICT DO NOTHING`,
        id,
      );
      return { path: `/api/affiliate/statements/2026-01?affiliateId=${id}` };
    },
    unknown: () => ({ path: `/api/affiliate/statements/2026-01?affiliateId=${nobody()}` }),
  },
  "POST /api/affiliate/departure": {
    may: PARTNER,
    onCookie: true,
    call: async (c) =>
      json(`/api/affiliate/departure?affiliateId=${await partnerOf(c)}`, { reason: "By agreement." }),
    unknown: () => json(`/api/affiliate/departure?affiliateId=${nobody()}`, { reason: "By agreement." }),
  },
  "DELETE /api/admin/affiliates/{}/departure": {
    may: ADMIN,
    onCookie: true,
    call: async (c) => ({ path: `/api/admin/affiliates/${await partnerOf(c)}/departure` }),
    unknown: () => ({ path: `/api/admin/affiliates/${nobody()}/departure` }),
  },
  "POST /api/affiliate/payout-account": {
    may: ["affiliate A"],
    onCookie: true,
    call: async (c) => ({ path: `/api/affiliate/payout-account?affiliateId=${await partnerOf(c)}` }),
    unknown: () => ({ path: `/api/affiliate/payout-account?affiliateId=${nobody()}` }),
  },
  "POST /api/affiliate/payout-account/check": {
    may: ["affiliate A"],
    onCookie: true,
    call: async (c) => ({ path: `/api/affiliate/payout-account/check?affiliateId=${await partnerOf(c)}` }),
    unknown: () => ({ path: `/api/affiliate/payout-account/check?affiliateId=${nobody()}` }),
  },
  "PUT /api/affiliate/address": {
    may: ["affiliate A"],
    onCookie: true,
    call: async (c) =>
      json(`/api/affiliate/address?affiliateId=${await partnerOf(c)}`, { address: "1 High Street" }),
    unknown: () => json(`/api/affiliate/address?affiliateId=${nobody()}`, { address: "1 High Street" }),
  },
  "GET /api/affiliate/export": {
    may: PARTNER,
    call: async (c) => ({ path: `/api/affiliate/export?affiliateId=${await partnerOf(c)}` }),
    unknown: () => ({ path: `/api/affiliate/export?affiliateId=${nobody()}` }),
  },
  "POST /api/affiliate/erasure": {
    may: PARTNER,
    onCookie: true,
    spends: true,
    call: async (c) => {
      const id = await partnerOf(c);
      await c.sayso.change("UPDATE affiliates SET left_at = 1 WHERE id = ?", id);
      return json(`/api/affiliate/erasure?affiliateId=${id}`, {
        password: c.user.password,
        reason: "Asked.",
      });
    },
    unknown: () => json(`/api/affiliate/erasure?affiliateId=${nobody()}`, { reason: "Asked." }),
  },
  "GET /api/admin/owed": adminLook("/api/admin/owed"),
  "GET /api/admin/payouts": adminLook("/api/admin/payouts"),
  "POST /api/admin/payouts/{}/settlement": {
    may: ADMIN,
    onCookie: true,
    call: async ({ sayso }) => {
      const [partner = ""] = await addPartners(sayso, 1);
      const id = nobody();
      await sayso.change(
        `INSERT INTO payouts (id, affiliate_id, month_period, amount_pence, paid_at, status, destination)
         VALUES (?, ?, ?, 2500, 1, 'failed', 'acct_1')`,
        id,
        partner,
        monthKey(monthFromNow(-1)),
      );
      return json(`/api/admin/payouts/${id}/settlement`, { method: "manual", reference: "FP 1" });
    },
    unknown: () => json(`/api/admin/payouts/${nobody()}/settlement`, { method: "manual", reference: "FP 1" }),
  },
  "GET /api/admin/commissions": adminLook("/api/admin/commissions"),
  "POST /api/admin/affiliates/{}/payouts": {
    may: ADMIN,
    onCookie: true,
    call: async ({ sayso }) => {
      const [id = ""] = await addPartners(sayso, 1);
      await sayso.change(
        `INSERT INTO affiliate_commissions (affiliate_id, month_period, seq, commission_type, rate_per_client, active_clients_count,
                                            commission_amount)
         VALUES (?, ?, 0, 'direct', 500, 5, 2500)`,
        id,
        monthKey(monthFromNow(-2)),
      );
      return json(`/api/admin/affiliates/${id}/payouts`, {
        month: monthKey(monthFromNow(-2)),
        reference: "",
      });
    },
    unknown: () =>
      json(`/api/admin/affiliates/${nobody()}/payouts`, { month: monthKey(monthFromNow(-2)), reference: "" }),
  },
  "GET /api/admin/clients/{}/referral": {
    may: ADMIN,
    call: ({ client }) => ({ path: `/api/admin/clients/${client.id}/referral` }),
    unknown: () => ({ path: `/api/admin/clients/${nobody()}/referral` }),
  },
  "PUT /api/admin/clients/{}/referral": {
    may: ADMIN,
    onCookie: true,
    call: ({ client }) =>
      json(`/api/admin/clients/${client.id}/referral`, { code: "", note: "Came by itself." }),
    unknown: () => json(`/api/admin/clients/${nobody()}/referral`, { code: "", note: "Came by itself." }),
  },
  "POST /functions/v1/calculate-monthly-commissions": {
    may: ADMIN,
    onCookie: true,
    call: async ({ sayso }) => {
      await addPartners(sayso, 1);
      return json("/functions/v1/calculate-monthly-commissions", {});
    },
  },
  "POST /functions/v1/create-affiliate-account": {
    may: ADMIN,
    onCookie: true,
    call: async (c) => json("/functions/v1/create-affiliate-account", { affiliateId: await configured(c) }),
    unknown: () => json("/functions/v1/create-affiliate-account", { affiliateId: nobody() }),
  },
  "POST /functions/v1/notify-admin-new-affiliate": {
    may: [],
    onCookie: true,
    call: () => json("/functions/v1/notify-admin-new-affiliate", application()),
  },
  "POST /functions/v1/send-affiliate-password-reset": {
    may: EVERYONE,
    call: async ({ sayso }) => {
      await sayso.change("DELETE FROM rate_limit_events WHERE kind = 'mail'");
      return json("/functions/v1/send-affiliate-password-reset", { email: `${nobody()}@people.example` });
    },
  },
};
