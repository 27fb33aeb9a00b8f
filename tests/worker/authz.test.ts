import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, type ClientRow } from "../support/clients.ts";
import { missingSecurityHeaders } from "../support/security-headers.ts";
import { addUser, signIn, type Area, type User } from "../support/users.ts";
import { SERVERS, webDavServer, type WebDavServer } from "../support/webdav-servers.ts";
import { allowRedirects } from "../support/google-consent.ts";
import { startGoogleDrive, type GoogleDrive } from "../support/google-drive.ts";
import { googleSecrets } from "../support/google-owner.ts";
import { paymentSecrets } from "../support/payments.ts";
import { startStripe, type StripeDouble } from "../support/stripe.ts";
import { startWorker, type Sayso } from "../support/worker.ts";
import {
  ADMIN,
  EVERYONE,
  OWNER,
  PARTNER,
  ROLES,
  SIGNED_IN,
  type Call,
  type Context,
  type Role,
} from "./authz/roles.ts";
import { ACCESS, TABLE } from "./authz/table.ts";

let sayso: Sayso;
let client: ClientRow;
/** Who plays a role at the moment. */
const known = new Map<Role, { user: User; cookie: string }>();
let drive: WebDavServer | null = null;
let google: GoogleDrive;
let stripe: StripeDouble;
before(async () => {
  google = await startGoogleDrive();
  google.stand();
  stripe = await startStripe();
  stripe.stand();
  sayso = await startWorker({ secrets: { ...googleSecrets(google), ...paymentSecrets(stripe, true) } });
  allowRedirects(google, sayso.origin);
  drive = SERVERS.length > 0 ? await webDavServer("rclone") : null;
  client = await addClient(sayso, { credits_remaining: 1000 });
});
after(async () => {
  await sayso.close();
  await drive?.close();
  await google.close();
  await stripe.close();
});

/** A user of a role with a session. Client A's own user is one and the same, since a client has only one. */
async function become(role: Role): Promise<{ user: User; cookie: string }> {
  if (role === "anonymous") return { user: await addUser(sayso), cookie: "" };
  const area: Area = role === "admin" ? "admin" : role.startsWith("affiliate") ? "affiliate" : "client";
  const user = await addUser(sayso, { roles: area === "client" ? [] : [area] });
  if (area === "client") {
    const status = role === "suspended" ? "suspended" : "active";
    const { id } = role === "client A" ? client : await addClient(sayso, { status });
    await sayso.change("UPDATE clients SET user_id = ? WHERE id = ?", user.id, id);
  }
  const cookie = await signIn(sayso, user, area);
  if (role === "setting a password") await halve(user, "set_password");
  if (role === "setting up a second factor") await halve(user, "set_up_totp");
  if (role === "disabled") await sayso.change("UPDATE users SET disabled = 1 WHERE id = ?", user.id);
  if (role === "revoked") await sayso.change("DELETE FROM sessions WHERE user_id = ?", user.id);
  return { user, cookie };
}

/** Makes a user's sessions such that are for one step only. */
const halve = (user: User, kind: string) =>
  sayso.change("UPDATE sessions SET kind = ? WHERE user_id = ?", kind, user.id);

/** What the answers so far lacked, of those that every answer must have (INV53). */
const lacking = new Set<string>();
let answers = 0;

const send = async (
  method: string,
  { path, headers, body, cookie: own }: Call,
  cookie: string,
  origin: string | null = sayso.origin,
) => {
  const answer = await sayso.fetch(path, {
    method,
    headers: {
      ...headers,
      ...(own || cookie ? { cookie: own ?? cookie } : {}),
      ...(origin === null ? {} : { origin }),
    },
    ...(body === undefined ? {} : { body }),
  });
  answers += 1;
  for (const name of missingSecurityHeaders(answer)) lacking.add(`${method} ${path}: ${name}`);
  return answer;
};

/** What an answer tells: its status, and its body but for what is new in each. */
const told = async (answer: Response) => [
  answer.status,
  (await answer.text()).replaceAll(/nonce="\w+"/g, ""),
  (answer.headers.get("location") ?? "").replaceAll(/[0-9a-f-]{36}/g, "{id}"),
];

/** A cell's caller and context; whoever is spent by a call is somebody else the next time. */
async function cell(route: string, role: Role): Promise<{ context: Context; cookie: string }> {
  const { user, cookie } = known.get(role) ?? (await become(role));
  if (TABLE[route]?.spends) known.delete(role);
  else known.set(role, { user, cookie });
  return { context: { sayso, client, user, role, drive: drive?.address ?? "", google, stripe }, cookie };
}

test("INV40 every route and page has a row, and every row a route", () => {
  assert.deepEqual(Object.keys(ACCESS).toSorted(), Object.keys(TABLE).toSorted());
});

test("INV40 the description of the API says who may call each operation", () => {
  const steps: readonly Role[] = ["setting a password", "setting up a second factor"];
  const meant: Record<string, readonly Role[]> = {
    anyone: EVERYONE,
    "signed-in": SIGNED_IN,
    owner: OWNER,
    "link-holder": OWNER,
    partner: PARTNER,
    "partner-alone": ["affiliate A"],
    admin: ADMIN,
    nobody: [],
  };
  for (const [route, row] of Object.entries(TABLE)) {
    const access = ACCESS[route] ?? "";
    const may = row.may.filter((role) => access !== "session" || !steps.includes(role));
    assert.deepEqual(may.toSorted(), (meant[access] ?? SIGNED_IN).toSorted(), route);
  }
});

describe("INV40 who may do what", () => {
  for (const [route, row] of Object.entries(TABLE)) {
    const [method = ""] = route.split(" ");
    test(
      `INV40 AUT03 ${route}: ${row.may === ROLES ? "everyone" : row.may.join(", ") || "nobody"}`,
      { skip: row.skip ?? false },
      async () => {
        for (const role of ROLES) {
          const { context, cookie } = await cell(route, role);
          const call = row.callAs ? await row.callAs(context, cookie) : await row.call(context);
          sayso.server.clearLogs();
          const answer = await send(method, call, cookie);
          const allowed = answer.status >= 200 && answer.status < 300;
          assert.equal(allowed, row.may.includes(role), `${role}: ${answer.status}`);
          if (method === "GET" || method === "HEAD") {
            const line = sayso.log().findLast((entry) => entry.kind === "request");
            const noted = row.audited && role === "admin";
            if (!noted) assert.equal(line?.rows_written, 0, `INV46 ${role}: a GET changes nothing`);
          }
          if (allowed) {
            await answer.body?.cancel();
            continue;
          }
          assert.ok([302, 401, 403, 404].includes(answer.status), `${role}: ${answer.status}`);
          if (row.unknown) {
            const other = await send(method, await row.unknown(context), cookie);
            assert.deepEqual(
              await told(other),
              await told(answer),
              `${role}: a foreign id is like an unknown one`,
            );
          }
        }
      },
    );
  }
});

describe("INV46 a change that carries a session's cookie and a foreign or missing Origin", () => {
  for (const [route, row] of Object.entries(TABLE)) {
    const [method = ""] = route.split(" ");
    if (!row.onCookie) continue;
    test(`INV46 ${route} refuses it`, async () => {
      const role = row.may.includes("client A") ? "client A" : "admin";
      const { context, cookie } = await cell(route, role);
      for (const origin of ["https://evil.example", "null", `${sayso.origin}.evil.example`, null]) {
        const answer = await send(method, await row.call(context), cookie, origin);
        assert.equal(answer.status, 403, String(origin));
        assert.equal(((await answer.json()) as { code: string }).code, "foreign_origin");
      }
    });
  }

  test("INV40 every route with an id that some may not use says what an unknown one answers", () => {
    const restricted = Object.entries(TABLE).filter(([, row]) => row.may !== ROLES);
    for (const [route, row] of restricted) assert.ok(!route.includes("{}") || row.unknown, route);
  });

  test("INV46 every change that some may not make stands on the cookie", () => {
    const changes = Object.entries(TABLE).filter(([route]) => !/^(GET|HEAD|OPTIONS) /.test(route));
    for (const [route, row] of changes) assert.ok(row.may === ROLES || row.onCookie, route);
  });
});

test("INV53 every answer of every route to every role carried the security headers", () => {
  assert.ok(answers > Object.keys(TABLE).length * ROLES.length, `${answers} answers`);
  assert.deepEqual([...lacking], []);
});
