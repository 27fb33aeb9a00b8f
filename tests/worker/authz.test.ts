import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { missingSecurityHeaders } from "../support/runtime/security-headers.ts";
import { type Sayso } from "../support/runtime/worker.ts";
import { startCallers, type Callers } from "./authz/callers.ts";
import { ADMIN, EVERYONE, OWNER, PARTNER, ROLES, SIGNED_IN, type Call, type Role } from "./authz/roles.ts";
import { ACCESS, TABLE } from "./authz/table.ts";

let callers: Callers;
let sayso: Sayso;
before(async () => {
  callers = await startCallers();
  ({ sayso } = callers);
});
after(() => callers.close());

/** Required headers (INV53) that any answer so far lacked. */
const lacking = new Set<string>();
let answers = 0;

const send = async (method: string, call: Call, cookie: string, origin?: string | null) => {
  const answer = await callers.send(method, call, cookie, origin);
  answers += 1;
  for (const name of missingSecurityHeaders(answer)) lacking.add(`${method} ${call.path}: ${name}`);
  return answer;
};

/** The visible parts of an answer: status, body and location, without values that are random. */
const outcome = async (answer: Response) => [
  answer.status,
  (await answer.text()).replaceAll(/nonce="\w+"/g, ""),
  (answer.headers.get("location") ?? "").replaceAll(/[0-9a-f-]{36}/g, "{id}"),
];

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
          const { context, cookie } = await callers.cell(route, role);
          const call = row.callAs ? await row.callAs(context, cookie) : await row.call(context);
          sayso.server.clearLogs();
          const answer = await send(method, call, cookie);
          // A form on a page is answered by leading back to it.
          const allowed = answer.ok || answer.status === 303;
          assert.equal(allowed, row.may.includes(role), `${role}: ${answer.status}`);
          if (method === "GET" || method === "HEAD") {
            const line = sayso.log().findLast((entry) => entry.kind === "request");
            const audited = row.audited && role === "admin";
            if (!audited) assert.equal(line?.rows_written, 0, `INV46 ${role}: a GET changes nothing`);
          }
          if (allowed) {
            await answer.body?.cancel();
            continue;
          }
          assert.ok([302, 401, 403, 404].includes(answer.status), `${role}: ${answer.status}`);
          if (row.unknown) {
            const other = await send(method, await row.unknown(context), cookie);
            assert.deepEqual(
              await outcome(other),
              await outcome(answer),
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
      const { context, cookie } = await callers.cell(route, role);
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

  test("every change that not all roles may make depends on the cookie (INV46)", () => {
    const changes = Object.entries(TABLE).filter(([route]) => !/^(GET|HEAD|OPTIONS) /.test(route));
    for (const [route, row] of changes) assert.ok(row.may === ROLES || row.onCookie, route);
  });
});

test("INV53 every answer of every route to every role carried the security headers", () => {
  assert.ok(answers > Object.keys(TABLE).length * ROLES.length, `${answers} answers`);
  assert.deepEqual([...lacking], []);
});
