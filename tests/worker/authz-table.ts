// Every route of the product and who may use it. `authz.test.ts` fails for a route of `worker/src/router.rs` that has
// no row here, and for a row whose route is gone.
import { readFile } from "node:fs/promises";
import { form, goodFields, video, type ClientRow } from "../support/clients.ts";
import { plantSubmission } from "../support/jobs.ts";
import { failedForward, plantSetup, setupForm, signUpToken, webhookForm } from "../support/site.ts";
import { addSubmission } from "../support/submissions.ts";
import { create, created, idOf, tusHeaders, uploaded } from "../support/tus.ts";
import { addUser, call, cookieOf, linkIn, totpCode, type User } from "../support/users.ts";
import { until, type Sayso } from "../support/worker.ts";

export const ROLES = [
  "anonymous",
  "client A",
  "client B",
  "affiliate A",
  "affiliate B",
  "admin",
  "suspended",
  "setting a password",
  "setting up a second factor",
  "disabled",
  "revoked",
] as const;
export type Role = (typeof ROLES)[number];

const EVERYONE: readonly Role[] = ROLES;
/** Whoever is signed in, with whatever account. */
const SIGNED_IN: readonly Role[] = [
  "client A",
  "client B",
  "affiliate A",
  "affiliate B",
  "admin",
  "suspended",
];
/** For what belongs to client A. */
const OWNER: readonly Role[] = ["client A", "admin"];

export type Context = { sayso: Sayso; client: ClientRow; user: User; role: Role };
export type Call = {
  path: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** Where preparing the call has replaced the caller's session. */
  cookie?: string;
};

export type Row = {
  /** Who gets a success. */
  may: readonly Role[];
  /** A call that succeeds for them; made anew for each cell. */
  call: (c: Context) => Call | Promise<Call>;
  /** The same for something that does not exist: whoever may not gets the same answer as for what does. */
  unknown?: (c: Context) => Call | Promise<Call>;
  /** A change that stands on the session's cookie: a foreign or missing `Origin` is refused. */
  onCookie?: boolean;
  /** A look that is noted when an admin takes it. */
  audited?: boolean;
  /** It ends the session, or changes the account, so that each cell needs users of its own. */
  spends?: boolean;
};

const page = (path: string): Row => ({ may: EVERYONE, call: () => ({ path }) });
const json = (path: string, body: unknown): Call => ({
  path,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const nobody = () => crypto.randomUUID();

const ADMIN: readonly Role[] = ["admin"];
/** A look at something in the admin area. */
const adminLook = (path: string): Row => ({ may: ADMIN, call: () => ({ path }) });

async function sentMail({ sayso }: Context): Promise<string> {
  const id = nobody();
  await sayso.change(
    "INSERT INTO emails (id, template, subject_id, recipient, params, state, created_at) VALUES (?1, 'welcome', ?1, 'a@b.example', '{}', 'sent', 1)",
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

async function resetToken({ sayso }: Context): Promise<string> {
  const user = await addUser(sayso);
  // Any address: the limits on mails are not what this is about.
  await sayso.change("DELETE FROM attempts WHERE kind = 'mail'");
  await sayso.fetch("/api/auth/reset", {
    method: "POST",
    ...json("", { area: "client", email: user.email }),
  });
  const mail = await until("the mail", async () =>
    (await sayso.mails()).find((m) => [m.to].flat().includes(user.email)),
  );
  return linkIn(mail).token;
}

async function logoForm(clientId: string): Promise<FormData> {
  const data = new FormData();
  data.set("clientId", clientId);
  data.set("assetType", "logo");
  data.set("file", new File([await readFile(new URL("../support/logo.png", import.meta.url))], "logo.png"));
  return data;
}

async function failed({ sayso, client }: Context): Promise<string> {
  const { submissionId, jobId } = await plantSubmission(sayso, client);
  await sayso.change("UPDATE job_queue SET status = 'failed' WHERE id = ?", jobId);
  await sayso.change("UPDATE submissions SET status = 'drive_upload_failed' WHERE id = ?", submissionId);
  return submissionId;
}

/** The user's sessions, but for the one that asks: one that may be ended. */
async function otherSession({ sayso, user }: Context): Promise<string> {
  const id = nobody();
  await sayso.change(
    `INSERT INTO sessions (id, token_hash, user_id, area, kind, device, created_at, used_at, rotated_at, expires_at)
     VALUES (?1, ?1, ?2, 'client', 'full', '', 1, 1, 1, ?3)`,
    id,
    user.id,
    Date.now() + 1000_000,
  );
  return id;
}

/** Confirms a second factor that was begun in a session. */
async function secondFactor({ sayso, user }: Context, path: string, cookie: string): Promise<Call> {
  const begun = await call(sayso, "POST", "/api/auth/totp", { cookie, body: { password: user.password } });
  const { secret } = (await begun.json()) as { secret?: string };
  return json(path, { code: secret ? totpCode(secret, -1) : "000000" });
}

/** By `METHOD /path`, as the router's arms read with their parameters as `{}`. */
export const TABLE: Record<string, Row & { callAs?: (c: Context, cookie: string) => Promise<Call> }> = {
  "GET /": page("/"),
  "GET /terms": page("/terms"),
  "GET /privacy": page("/privacy"),
  "GET /ios-debug": page("/ios-debug"),
  "GET /record/{}": { may: EVERYONE, call: ({ client }) => ({ path: `/record/${client.custom_slug}` }) },
  "GET /record/{}/video": {
    may: EVERYONE,
    call: ({ client }) => ({ path: `/record/${client.custom_slug}/video` }),
  },
  // The portals' pages are the same empty shell for everybody; what they show comes by the calls below.
  "GET /clients": page("/clients"),
  "GET /clients/login": page("/clients/login"),
  "GET /clients/dashboard": page("/clients/dashboard"),
  "GET /clients/submissions": page("/clients/submissions"),
  "GET /clients/sharing": page("/clients/sharing"),
  "GET /clients/sharing/card": page("/clients/sharing/card"),
  "GET /clients/security": page("/clients/security"),
  "GET /clients/support": page("/clients/support"),
  "GET /client/{}": { may: EVERYONE, call: ({ client }) => ({ path: `/client/${client.custom_slug}` }) },
  "GET /clients/admin/login": page("/clients/admin/login"),
  "GET /affiliates/login": page("/affiliates/login"),
  "GET /affiliates/security": page("/affiliates/security"),

  "GET /api/auth/session": page("/api/auth/session"),
  "POST /api/auth/login": {
    may: EVERYONE,
    spends: true,
    call: async ({ sayso }) => {
      const { email, password } = await addUser(sayso);
      return json("/api/auth/login", { area: "client", email, password });
    },
  },
  "POST /api/auth/logout": {
    may: EVERYONE,
    spends: true,
    onCookie: true,
    call: () => ({ path: "/api/auth/logout" }),
  },
  "POST /api/auth/reset": {
    may: EVERYONE,
    call: async ({ sayso }) => {
      await sayso.change("DELETE FROM attempts WHERE kind = 'mail'");
      return json("/api/auth/reset", { area: "client", email: `${nobody()}@people.example` });
    },
  },
  "POST /api/auth/link": {
    may: EVERYONE,
    spends: true,
    call: async (c) => json("/api/auth/link", { token: await resetToken(c) }),
  },
  "POST /api/auth/password": {
    may: [...SIGNED_IN, "setting a password"],
    spends: true,
    onCookie: true,
    call: ({ user }) => json("/api/auth/password", { password: "another plum 5", current: user.password }),
  },
  "GET /api/auth/sessions": { may: SIGNED_IN, call: () => ({ path: "/api/auth/sessions" }) },
  "DELETE /api/auth/sessions": {
    may: SIGNED_IN,
    spends: true,
    onCookie: true,
    call: () => ({ path: "/api/auth/sessions" }),
  },
  "DELETE /api/auth/sessions/{}": {
    may: SIGNED_IN,
    spends: true,
    onCookie: true,
    call: async (c) => ({ path: `/api/auth/sessions/${await otherSession(c)}` }),
    unknown: () => ({ path: `/api/auth/sessions/${nobody()}` }),
  },
  "POST /api/auth/totp": {
    may: [...SIGNED_IN, "setting up a second factor"],
    spends: true,
    onCookie: true,
    call: ({ user }) => json("/api/auth/totp", { password: user.password }),
  },
  "POST /api/auth/totp/confirm": {
    may: [...SIGNED_IN, "setting up a second factor"],
    spends: true,
    onCookie: true,
    call: () => json("/api/auth/totp/confirm", { code: "000000" }),
    callAs: (c, cookie) => secondFactor(c, "/api/auth/totp/confirm", cookie),
  },
  "DELETE /api/auth/totp": {
    may: SIGNED_IN,
    spends: true,
    onCookie: true,
    call: () => json("/api/auth/totp", { code: "000000" }),
    callAs: async (c, cookie) => {
      // Confirming would make a full session of one for a single step.
      if (c.role.startsWith("setting")) return json("/api/auth/totp", { code: "000000" });
      const confirm = await secondFactor(c, "/api/auth/totp/confirm", cookie);
      const headers = { ...confirm.headers, cookie, origin: c.sayso.origin };
      const answer = await c.sayso.fetch(confirm.path, {
        method: "POST",
        headers,
        body: confirm.body ?? null,
      });
      const { recovery_codes: codes = [] } = (await answer.json()) as { recovery_codes?: string[] };
      return {
        ...json("/api/auth/totp", { code: codes[0] ?? "000000" }),
        cookie: cookieOf(answer) ?? cookie,
      };
    },
  },

  "GET /api/client/dashboard": {
    may: OWNER,
    audited: true,
    call: ({ client }) => ({ path: `/api/client/dashboard?clientId=${client.id}` }),
    unknown: () => ({ path: `/api/client/dashboard?clientId=${nobody()}` }),
  },
  "GET /api/client/{}/days": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/days` }),
    unknown: () => ({ path: `/api/client/${nobody()}/days` }),
  },
  "PATCH /api/client/{}/watermark": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/watermark`, { watermark_enabled: true }),
    unknown: () => json(`/api/client/${nobody()}/watermark`, { watermark_enabled: true }),
  },
  "GET /api/client/{}/submissions": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/submissions` }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions` }),
  },
  "GET /api/client/{}/submissions/{}": {
    may: OWNER,
    call: async (c) => ({
      path: `/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}`,
    }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}` }),
  },
  "DELETE /api/client/{}/submissions/{}": {
    may: OWNER,
    onCookie: true,
    call: async (c) => ({
      path: `/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}`,
    }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}` }),
  },
  "GET /api/client/{}/submissions/{}/video": {
    may: OWNER,
    call: async (c) => {
      const id = await addSubmission(c.sayso, c.client, { withVideo: true });
      return { path: `/api/client/${c.client.id}/submissions/${id}/video` };
    },
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}/video` }),
  },

  "GET /api/public/get_client_by_slug": {
    may: EVERYONE,
    call: ({ client }) => ({ path: `/api/public/get_client_by_slug?_slug=${client.custom_slug}` }),
  },
  "OPTIONS /api/uploads": page("/api/uploads"),
  "OPTIONS /api/uploads/{}": page("/api/uploads/x"),
  "POST /api/uploads": {
    may: EVERYONE,
    call: async ({ sayso, client }) => {
      await sayso.change("DELETE FROM uploads WHERE status = 'open'");
      const probe = await create(sayso, client.id, 10);
      await probe.body?.cancel();
      const metadata = `clientId ${Buffer.from(client.id).toString("base64")},filetype ${Buffer.from("video/webm").toString("base64")}`;
      return {
        path: "/api/uploads",
        headers: tusHeaders({ "upload-length": "10", "upload-metadata": metadata }),
      };
    },
  },
  // An upload's random id is the right to it.
  "HEAD /api/uploads/{}": {
    may: EVERYONE,
    call: async (c) => ({ path: await openUpload(c), headers: tusHeaders() }),
  },
  "PATCH /api/uploads/{}": {
    may: EVERYONE,
    call: async (c) => ({
      path: await openUpload(c),
      headers: tusHeaders({ "content-type": "application/offset+octet-stream", "upload-offset": "0" }),
      body: "0123456789",
    }),
  },
  "DELETE /api/uploads/{}": {
    may: EVERYONE,
    call: async (c) => ({ path: await openUpload(c), headers: tusHeaders() }),
  },

  "GET /clients/admin": page("/clients/admin"),
  "GET /clients/admin/operations": page("/clients/admin/operations"),
  "GET /clients/admin/emails": page("/clients/admin/emails"),
  "GET /clients/admin/audit": page("/clients/admin/audit"),
  "GET /clients/admin/affiliates": page("/clients/admin/affiliates"),
  "GET /clients/admin/settings": page("/clients/admin/settings"),
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
  "GET /api/admin/failed-uploads": adminLook("/api/admin/failed-uploads"),
  "POST /api/admin/submissions/retry-all": {
    may: ADMIN,
    onCookie: true,
    call: () => ({ path: "/api/admin/submissions/retry-all" }),
  },
  "GET /api/admin/overview": adminLook("/api/admin/overview"),
  "GET /api/admin/emails": adminLook("/api/admin/emails"),
  "POST /api/admin/emails/{}/resend": {
    may: ADMIN,
    onCookie: true,
    call: async (c) => ({ path: `/api/admin/emails/${await sentMail(c)}/resend` }),
    unknown: () => ({ path: `/api/admin/emails/${nobody()}/resend` }),
  },
  "GET /api/admin/audit": adminLook("/api/admin/audit"),
  "GET /api/admin/affiliates": adminLook("/api/admin/affiliates"),
  "GET /api/admin/settings": adminLook("/api/admin/settings"),
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

  "GET /demo": page("/demo"),
  "GET /onboarding": page("/onboarding"),
  "GET /thank-you": page("/thank-you"),
  "GET /sign-up/confirm": page("/sign-up/confirm"),
  "GET /{}": page("/wpms"),
  "GET /sitemap.xml": page("/sitemap.xml"),
  "GET /robots.txt": page("/robots.txt"),
  "GET /manifest.webmanifest": page("/manifest.webmanifest"),
  "GET /favicon.ico": page("/favicon.ico"),
  "GET /apple-touch-icon.png": page("/apple-touch-icon.png"),
  "GET /site/{}": page("/site/icon-192.png"),
  "GET /site/logos/{}": page("/site/logos/wpms.svg"),
  "POST /webhooks/testimonials/{}": {
    may: EVERYONE,
    call: async ({ sayso }) => {
      await sayso.change("UPDATE clients SET credits_remaining = 50 WHERE id = 'wpms'");
      return { path: "/webhooks/testimonials/wpms", body: webhookForm({}, await video()) };
    },
  },
  "POST /functions/v1/subscribe-getresponse": {
    may: EVERYONE,
    call: async ({ sayso }) => {
      await sayso.change("DELETE FROM attempts WHERE kind = 'mail'");
      return json("/functions/v1/subscribe-getresponse", {
        email: `${nobody()}@visitors.example`,
        firstName: "Vera",
        surname: "Visitor",
        company: "Corner Shop",
      });
    },
  },
  "POST /api/public/sign-ups/confirm": {
    may: EVERYONE,
    call: async ({ sayso }) => json("/api/public/sign-ups/confirm", { token: await signUpToken(sayso) }),
  },
  "POST /functions/v1/client-onboarding": {
    may: EVERYONE,
    call: async ({ sayso }) => {
      await sayso.change("DELETE FROM attempts WHERE kind = 'mail'");
      return { path: "/functions/v1/client-onboarding", body: setupForm() };
    },
  },

  "GET /clients/admin/setups": page("/clients/admin/setups"),
  "GET /clients/admin/sign-ups": page("/clients/admin/sign-ups"),
  "GET /clients/admin/automation": page("/clients/admin/automation"),
  "GET /api/admin/setups": adminLook("/api/admin/setups"),
  "DELETE /api/admin/setups/{}": {
    may: ADMIN,
    onCookie: true,
    call: async ({ sayso }) => ({ path: `/api/admin/setups/${await plantSetup(sayso)}` }),
    unknown: () => ({ path: `/api/admin/setups/${nobody()}` }),
  },
  "GET /api/admin/setups/{}/logo": {
    may: ADMIN,
    call: async ({ sayso }) => ({ path: `/api/admin/setups/${await plantSetup(sayso)}/logo` }),
    unknown: () => ({ path: `/api/admin/setups/${nobody()}/logo` }),
  },
  "GET /api/admin/sign-ups": adminLook("/api/admin/sign-ups"),
  "GET /api/admin/sign-ups.csv": adminLook("/api/admin/sign-ups.csv"),
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

  "POST /functions/v1/submit-testimonial": {
    may: EVERYONE,
    call: async ({ sayso, client }) => {
      await sayso.change("DELETE FROM uploads WHERE status = 'open'");
      const uploadId = idOf(await uploaded(sayso, client.id, await video()));
      const body = form({ ...goodFields(client.id), uploadId });
      return { path: "/functions/v1/submit-testimonial", body };
    },
  },
  "POST /functions/v1/invite-client": {
    may: ["admin"],
    onCookie: true,
    call: ({ client }) => json("/functions/v1/invite-client", { clientId: client.id }),
    unknown: () => json("/functions/v1/invite-client", { clientId: nobody() }),
  },
  "POST /functions/v1/replace-asset": {
    may: OWNER,
    onCookie: true,
    call: async ({ client }) => ({ path: "/functions/v1/replace-asset", body: await logoForm(client.id) }),
    unknown: async () => ({ path: "/functions/v1/replace-asset", body: await logoForm(nobody()) }),
  },
  "POST /functions/v1/send-welcome-email": {
    may: SIGNED_IN,
    onCookie: true,
    call: ({ user }) => json("/functions/v1/send-welcome-email", { userId: user.id }),
    unknown: () => json("/functions/v1/send-welcome-email", { userId: nobody() }),
  },
  "POST /functions/v1/send-affiliate-password-reset": {
    may: EVERYONE,
    call: async ({ sayso }) => {
      await sayso.change("DELETE FROM attempts WHERE kind = 'mail'");
      return json("/functions/v1/send-affiliate-password-reset", { email: `${nobody()}@people.example` });
    },
  },

  "GET /drive/video/{}": {
    may: OWNER,
    call: async (c) => ({
      path: `/drive/video/${await addSubmission(c.sayso, c.client, { withVideo: true })}`,
    }),
    unknown: () => ({ path: `/drive/video/${nobody()}` }),
  },
  "GET /drive/folder/{}": {
    may: OWNER,
    call: ({ client }) => ({ path: `/drive/folder/${client.id}` }),
    unknown: () => ({ path: `/drive/folder/${nobody()}` }),
  },
  "GET /media/{}/{}": {
    may: EVERYONE,
    call: async ({ sayso, client }) => {
      const image = await readFile(new URL("../support/logo.png", import.meta.url));
      await sayso.media.put(`assets/${client.id}/seen.png`, image, {
        httpMetadata: { contentType: "image/png" },
      });
      return { path: `/media/${client.id}/seen.png` };
    },
  },
};

async function openUpload({ sayso, client }: Context): Promise<string> {
  await sayso.change("DELETE FROM uploads WHERE status = 'open'");
  return created(sayso, client.id, 10);
}

/** The routes of the router's source, in the notation of the table. */
export async function routesOfTheRouter(): Promise<string[]> {
  const source = await readFile(new URL("../../worker/src/router.rs", import.meta.url), "utf8");
  const arms = [...source.matchAll(/\(\s*"([A-Z]+)",\s*\[([^\]]*)\]\s*,?\s*\)\s*=>/g)];
  return arms
    .filter(([, , segments]) => !segments?.includes(".."))
    .map(([, method, segments]) => {
      const parts = (segments ?? "").split(",").map((part) => part.trim());
      return `${method} /${parts.map((part) => (part.startsWith('"') ? part.slice(1, -1) : "{}")).join("/")}`;
    });
}
