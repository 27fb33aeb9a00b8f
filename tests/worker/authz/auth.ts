// Signing in, sessions, passwords and second factors.
import { addUser, call, cookieOf, linkIn, totpCode } from "../../support/people/owner/users.ts";
import { mailTo } from "../../support/runtime/worker.ts";

import { EVERYONE, SIGNED_IN, type Context, type Call, page, json, nobody, type Table } from "./roles.ts";

async function resetToken({ sayso }: Context): Promise<string> {
  const user = await addUser(sayso);
  // Clears the limits on emails, which are not tested here.
  await sayso.change("DELETE FROM rate_limit_events WHERE kind = 'mail'");
  await sayso.fetch("/api/auth/reset", {
    method: "POST",
    ...json("", { area: "client", email: user.email }),
  });
  const mail = await mailTo(sayso, user.email);
  return linkIn(mail).token;
}

/** Another session of the user, which can be ended. */
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
  return json(path, { code: secret ? totpCode(secret) : "000000" });
}

export const AUTH_ROUTES: Table = {
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
      await sayso.change("DELETE FROM rate_limit_events WHERE kind = 'mail'");
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
      // Confirming would turn a session for a single step into a full one.
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
};
