// Partners: who applies, who is one, and what admins decide.
import { addApplication, application } from "../../support/affiliates.ts";
import { nodeClient } from "../../support/stripe/node-client.ts";
import { ADMIN, EVERYONE, adminLook, json, nobody, page, type Context, type Table } from "./roles.ts";

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

export const AFFILIATE_ROUTES: Table = {
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
      return json("/api/public/affiliates", application());
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
