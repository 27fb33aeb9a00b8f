// The admin area's routes.
import { plantSubmission } from "../../support/runtime/jobs.ts";
import { plantPurchase } from "../../support/people/owner/purchases.ts";
import { failedForward, plantSetup, signUpToken } from "../../support/people/admin/site.ts";

import { paidTopUp, unknownProduct, unownedSubscription, unownedTopUp } from "./payments.ts";
import { platformCode, withPlatform } from "./google.ts";
import { type Context, page, json, nobody, ADMIN, adminLook, type Table } from "./roles.ts";

/** A set-up of a purchase, with another email than the payer's. */
async function paidSetup({ sayso }: Context): Promise<string> {
  const [id, { checkout }] = await Promise.all([plantSetup(sayso), plantPurchase(sayso)]);
  await sayso.change("UPDATE onboarding_requests SET checkout_id = ? WHERE id = ?", checkout, id);
  return id;
}

async function sentMail({ sayso }: Context): Promise<string> {
  const id = nobody();
  await sayso.change(
    "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at) VALUES (?1, 'welcome', ?1, 'a@b.example', '{}', 'sent', 1)",
    id,
  );
  return id;
}

function clientForm(): FormData {
  const data = new FormData();
  const id = nobody().slice(0, 8);
  const fields = {
    companyName: "New Shop",
    contactName: "Ann",
    email: `${id}@shop.example`,
    creditsPerMonth: "50",
    customSlug: `new-${id}`,
  };
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

async function failed({ sayso, client }: Context): Promise<string> {
  const { submissionId, jobId } = await plantSubmission(sayso, client);
  await sayso.change("UPDATE job_queue SET status = 'failed' WHERE id = ?", jobId);
  await sayso.change("UPDATE submissions SET status = 'drive_upload_failed' WHERE id = ?", submissionId);
  return submissionId;
}

export const ADMIN_ROUTES: Table = {
  "GET /clients/admin/login": page("/clients/admin/login"),
  "GET /clients/admin": page("/clients/admin"),
  "GET /clients/admin/search": page("/clients/admin/search"),
  "GET /clients/admin/operations": page("/clients/admin/operations"),
  "GET /clients/admin/emails": page("/clients/admin/emails"),
  "GET /clients/admin/retention": page("/clients/admin/retention"),
  "GET /clients/admin/payments": page("/clients/admin/payments"),
  "GET /clients/admin/audit": page("/clients/admin/audit"),
  "GET /clients/admin/settings": page("/clients/admin/settings"),
  "GET /clients/admin/settings/google": page("/clients/admin/settings/google"),
  "GET /clients/admin/settings/payments": page("/clients/admin/settings/payments"),
  "GET /clients/admin/security": page("/clients/admin/security"),
  "GET /api/admin/clients": adminLook("/api/admin/clients"),
  "GET /api/admin/clients.csv": adminLook("/api/admin/clients.csv"),
  "GET /api/admin/clients/{}": {
    may: ADMIN,
    call: ({ client }) => ({ path: `/api/admin/clients/${client.id}` }),
    unknown: () => ({ path: `/api/admin/clients/${nobody()}` }),
  },
  "PATCH /api/admin/clients/{}": {
    may: ADMIN,
    onCookie: true,
    call: ({ client }) =>
      json(`/api/admin/clients/${client.id}`, {
        changed: { contact_name: "Owner" },
        loaded: { contact_name: "Owner" },
      }),
    unknown: () => json(`/api/admin/clients/${nobody()}`, { changed: {}, loaded: {} }),
  },
  "POST /api/admin/clients/{}/status": {
    may: ADMIN,
    onCookie: true,
    call: ({ client }) =>
      json(`/api/admin/clients/${client.id}/status`, { status: "active", loaded: "active" }),
    unknown: () => json(`/api/admin/clients/${nobody()}/status`, { status: "active", loaded: "active" }),
  },
  "GET /api/admin/slug": adminLook("/api/admin/slug?company=Corner"),
  "POST /api/admin/drive-check": {
    may: ADMIN,
    onCookie: true,
    call: ({ client }) =>
      json("/api/admin/drive-check", { client_id: client.id, drive_link: "", upload: true }),
    unknown: () => json("/api/admin/drive-check", { client_id: nobody(), drive_link: "", upload: true }),
  },
  "GET /api/admin/google-drive": adminLook("/api/admin/google-drive"),
  "POST /api/admin/google-drive": {
    may: ADMIN,
    onCookie: true,
    call: () => ({ path: "/api/admin/google-drive" }),
  },
  "POST /api/admin/google-drive/code": {
    may: ADMIN,
    onCookie: true,
    call: () => json("/api/admin/google-drive/code", { code: "none", state: "none" }),
    callAs: async (c, cookie) => json("/api/admin/google-drive/code", await platformCode(c, cookie)),
  },
  "POST /api/admin/google-drive/test": {
    may: ADMIN,
    onCookie: true,
    call: () => ({ path: "/api/admin/google-drive/test" }),
    callAs: (c, cookie) => withPlatform(c, cookie, "/api/admin/google-drive/test"),
  },
  "DELETE /api/admin/google-drive": {
    may: ADMIN,
    onCookie: true,
    call: () => ({ path: "/api/admin/google-drive" }),
    callAs: (c, cookie) => withPlatform(c, cookie, "/api/admin/google-drive"),
  },
  "GET /api/admin/failed-uploads": adminLook("/api/admin/failed-uploads"),
  "POST /api/admin/submissions/retry-all": {
    may: ADMIN,
    onCookie: true,
    call: () => ({ path: "/api/admin/submissions/retry-all" }),
  },
  "POST /api/health": { may: ADMIN, onCookie: true, call: () => ({ path: "/api/health" }) },
  "GET /api/admin/overview": adminLook("/api/admin/overview"),
  "GET /api/admin/emails": adminLook("/api/admin/emails"),
  "POST /api/admin/emails/{}/resend": {
    may: ADMIN,
    onCookie: true,
    call: async (c) => ({ path: `/api/admin/emails/${await sentMail(c)}/resend` }),
    unknown: () => ({ path: `/api/admin/emails/${nobody()}/resend` }),
  },
  "GET /api/admin/retention": adminLook("/api/admin/retention"),
  "POST /api/admin/demo-erasures": {
    may: ADMIN,
    onCookie: true,
    call: () => json("/api/admin/demo-erasures", { email: `${nobody()}@visitors.example` }),
  },
  "GET /api/admin/payments": adminLook("/api/admin/payments"),
  "POST /api/admin/subscriptions/{}/client": {
    may: ADMIN,
    onCookie: true,
    call: async (c) =>
      json(`/api/admin/subscriptions/${await unownedSubscription(c)}/client`, { client_id: c.client.id }),
    unknown: ({ client }) => json(`/api/admin/subscriptions/sub_x/client`, { client_id: client.id }),
  },
  "POST /api/admin/subscriptions/{}/refund": {
    may: ADMIN,
    onCookie: true,
    call: async (c) => ({ path: `/api/admin/subscriptions/${await unownedSubscription(c)}/refund` }),
    unknown: () => ({ path: "/api/admin/subscriptions/sub_x/refund" }),
  },
  "POST /api/admin/top-ups/{}/refund": {
    may: ADMIN,
    onCookie: true,
    call: async (c) => ({ path: `/api/admin/top-ups/${await paidTopUp(c)}/refund` }),
    unknown: () => ({ path: "/api/admin/top-ups/cs_x/refund" }),
  },
  "PUT /api/admin/plan-products/{}": {
    may: ADMIN,
    onCookie: true,
    call: async (c) => json(`/api/admin/plan-products/${await unknownProduct(c)}`, { plan: "standard" }),
    unknown: () => json("/api/admin/plan-products/prod_x", { plan: "standard" }),
  },
  "POST /api/admin/top-ups/{}/client": {
    may: ADMIN,
    onCookie: true,
    call: async (c) => json(`/api/admin/top-ups/${await unownedTopUp(c)}/client`, { client_id: c.client.id }),
    unknown: ({ client }) => json(`/api/admin/top-ups/cs_x/client`, { client_id: client.id }),
  },
  "DELETE /api/admin/sessions": {
    may: ADMIN,
    onCookie: true,
    call: ({ user }) => json("/api/admin/sessions", { email: user.email }),
  },
  "GET /api/admin/search": adminLook("/api/admin/search?q=corner"),
  "GET /api/admin/timeline/{}/{}": {
    may: ADMIN,
    call: ({ client }) => ({ path: `/api/admin/timeline/client/${client.id}` }),
    unknown: () => ({ path: `/api/admin/timeline/client/${nobody()}` }),
  },
  "GET /api/admin/audit": adminLook("/api/admin/audit"),
  "GET /api/admin/settings": adminLook("/api/admin/settings"),
  "GET /api/admin/stripe-setup": adminLook("/api/admin/stripe-setup"),
  "POST /api/admin/stripe-setup": {
    may: ADMIN,
    onCookie: true,
    call: () => ({ path: "/api/admin/stripe-setup" }),
  },
  "PUT /api/admin/settings/{}": {
    may: ADMIN,
    onCookie: true,
    call: () => json("/api/admin/settings/support_phone", { value: "", loaded: "" }),
    unknown: () => json("/api/admin/settings/no_such_key", { value: "", loaded: "" }),
  },
  "POST /functions/v1/create-client": {
    may: ADMIN,
    onCookie: true,
    call: () => ({ path: "/functions/v1/create-client", body: clientForm() }),
  },
  "POST /api/admin/submissions/{}/retry": {
    may: ["admin"],
    onCookie: true,
    call: async (c) => ({ path: `/api/admin/submissions/${await failed(c)}/retry` }),
    unknown: () => ({ path: `/api/admin/submissions/${nobody()}/retry` }),
  },
  "GET /clients/admin/setups": page("/clients/admin/setups"),
  "GET /clients/admin/sign-ups": page("/clients/admin/sign-ups"),
  "GET /clients/admin/forwarding": page("/clients/admin/forwarding"),
  "GET /api/admin/onboarding-requests": adminLook("/api/admin/onboarding-requests"),
  "DELETE /api/admin/onboarding-requests/{}": {
    may: ADMIN,
    onCookie: true,
    call: async ({ sayso }) => ({ path: `/api/admin/onboarding-requests/${await plantSetup(sayso)}` }),
    unknown: () => ({ path: `/api/admin/onboarding-requests/${nobody()}` }),
  },
  "POST /api/admin/onboarding-requests/{}/use": {
    may: ADMIN,
    onCookie: true,
    call: async (context) => ({ path: `/api/admin/onboarding-requests/${await paidSetup(context)}/use` }),
    unknown: () => ({ path: `/api/admin/onboarding-requests/${nobody()}/use` }),
  },
  "GET /api/admin/onboarding-requests/{}/logo": {
    may: ADMIN,
    call: async ({ sayso }) => ({ path: `/api/admin/onboarding-requests/${await plantSetup(sayso)}/logo` }),
    unknown: () => ({ path: `/api/admin/onboarding-requests/${nobody()}/logo` }),
  },
  "GET /api/admin/sign-ups": adminLook("/api/admin/sign-ups"),
  "GET /api/admin/sign-ups.csv": adminLook("/api/admin/sign-ups.csv"),
  "GET /api/admin/money.csv": adminLook("/api/admin/money.csv?from=2026-11-01&to=2026-11-30"),
  "GET /api/admin/commissions.csv": adminLook("/api/admin/commissions.csv?from=2026-11-01&to=2026-11-30"),
  "DELETE /api/admin/sign-ups/{}": {
    may: ADMIN,
    onCookie: true,
    call: async ({ sayso }) => ({ path: `/api/admin/sign-ups/${(await signUpToken(sayso)).split(".")[0]}` }),
    unknown: () => ({ path: `/api/admin/sign-ups/${nobody()}` }),
  },
  "POST /api/admin/sign-ups/retry-all": {
    may: ADMIN,
    onCookie: true,
    call: () => ({ path: "/api/admin/sign-ups/retry-all" }),
  },
  "POST /api/admin/sign-ups/{}/retry": {
    may: ADMIN,
    onCookie: true,
    call: async ({ sayso }) => ({
      path: `/api/admin/sign-ups/${(await signUpToken(sayso)).split(".")[0]}/retry`,
    }),
    unknown: () => ({ path: `/api/admin/sign-ups/${nobody()}/retry` }),
  },
  "GET /api/admin/forwards": adminLook("/api/admin/forwards"),
  "POST /api/admin/forwards/{}/retry": {
    may: ADMIN,
    onCookie: true,
    call: async (c) => ({ path: `/api/admin/forwards/${await failedForward(c.sayso, c.client)}/retry` }),
    unknown: () => ({ path: `/api/admin/forwards/${nobody()}/retry` }),
  },
  "POST /functions/v1/invite-client": {
    may: ["admin"],
    onCookie: true,
    call: ({ client }) => json("/functions/v1/invite-client", { clientId: client.id }),
    unknown: () => json("/functions/v1/invite-client", { clientId: nobody() }),
  },
};
