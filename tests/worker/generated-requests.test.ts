// Generated requests, as no client would send them: no answer is a 5xx.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import * as fc from "fast-check";
import { addClient } from "../support/people/owner/clients.ts";
import { thorough } from "../support/runtime/thorough.ts";
import { addUser, signIn, type User } from "../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../support/runtime/worker.ts";
import { TABLE } from "./authz/table.ts";

/** The invariant asks for 1,000; an ordinary run tries the first 25 of them. */
const REQUESTS = thorough ? 1000 : 25;
const SEED = 20261120;
const AT_ONCE = 25;

let sayso: Sayso;
/** Ids that exist, so that more than the look-up is reached; the last two are a client's. */
const known = ["demo", "wpms", "support_url", "sayso-demo", "", ""];
let users: { admin: User; owner: User };
before(async () => {
  sayso = await startWorker();
  const client = await addClient(sayso);
  known.splice(4, 2, client.id, client.custom_slug);
  users = {
    admin: await addUser(sayso, { roles: ["admin"] }),
    owner: await addUser(sayso, { clientId: client.id }),
  };
});
after(() => sayso.close());

/** Names of fields on the wire, from the types that both sides share. */
async function fieldNames(): Promise<string[]> {
  const folder = new URL("../../web/src/api/generated/", import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".ts"));
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/\b([a-z]\w+)\??: /gi)].map((found) => found[1] ?? ""),
  );
  return [...new Set([...names, "clientId", "customerName", "consentData", "privacyConsent", "companyName"])];
}

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "",
      "true",
      "0",
      "-1",
      "1e400",
      "null",
      "a@b.example",
      "../x",
      "%00",
      "\u0000",
      "'; DROP TABLE clients; --",
      "🦀",
      "https://a.example/x",
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6000, minLength: 5000 }) },
);
const segment = fc.oneof(
  fc.nat({ max: known.length - 1 }).map((index) => known[index] ?? ""),
  text.map((value) => encodeURIComponent(value.toWellFormed()).slice(0, 500) || "x"),
  fc.constantFrom("%zz", "%2e%2e", "..%2f..", "%00", "-", "a".repeat(3000)),
);
const HEADERS = [
  "content-type",
  "range",
  "idempotency-key",
  "upload-offset",
  "upload-length",
  "upload-metadata",
  "tus-resumable",
  "if-none-match",
  "cookie",
  "origin",
  "cf-connecting-ip",
];
const header = fc.oneof(
  text.map((value) => value.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 500)),
  fc.constantFrom(
    "1.0.0",
    "bytes=0-",
    "bytes=-1,5-2",
    "bytes=9-99999999999999999999",
    "application/json",
    "application/offset+octet-stream",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    crypto.randomUUID(),
  ),
);
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const bodies = (names: string[]) => {
  const name = fc.constantFrom(...names);
  const json = fc.dictionary(name, fc.oneof(text, fc.jsonValue({ maxDepth: 3 })), { maxKeys: 12 });
  return fc.oneof(
    fc.constant(undefined),
    json.map((value) => ({ type: "application/json", body: JSON.stringify(value) })),
    fc.jsonValue().map((value) => ({ type: "application/json", body: JSON.stringify(value) })),
    text.map((value) => ({ type: "application/json", body: value.toWellFormed() })),
    fc
      .array(fc.tuple(fc.oneof(name, fc.constantFrom("video", "logo", "file")), text), { maxLength: 8 })
      .map((parts) => ({
        type: "multipart/form-data; boundary=x",
        body: `${parts.map(([key, value]) => part(key, value.toWellFormed())).join("")}--x--\r\n`,
      })),
    fc
      .uint8Array({ maxLength: 3000 })
      .map((bytes) => ({ type: "multipart/form-data; boundary=x", body: bytes as BodyInit })),
  );
};

describe("INV55 generated requests", async () => {
  const routes = Object.keys(TABLE);
  const places = Math.max(...routes.map((route) => route.split("{}").length - 1));
  const body = bodies(await fieldNames());
  const request = fc.record({
    segments: fc.array(segment, { minLength: places, maxLength: places }),
    query: fc.array(
      fc.tuple(
        fc.constantFrom(
          "before",
          "q",
          "sort",
          "order",
          "state",
          "status",
          "plan",
          "slug",
          "_slug",
          "clientId",
          "expires",
          "signature",
          "download",
          "customer",
        ),
        text,
      ),
      { maxLength: 4 },
    ),
    headers: fc.dictionary(fc.constantFrom(...HEADERS), header, { maxKeys: 4 }),
    who: fc.nat({ max: 2 }),
    sent: body,
  });
  // The same for each route, since making them takes as long as sending them; with the ids that exist by then.
  let generated: ReturnType<typeof sample> | undefined;
  const sample = () => fc.sample(request, { numRuns: REQUESTS, seed: SEED });

  for (const route of routes) {
    const [method = "GET", pattern = "/"] = route.split(" ");

    test(`INV55 ${route} answers ${REQUESTS} generated requests without a 5xx`, async () => {
      await sayso.change("DELETE FROM rate_limit_events");
      // Anew for each route: some of them end sessions.
      const cookies = [
        "",
        await signIn(sayso, users.admin, "admin"),
        await signIn(sayso, users.owner, "client"),
      ];
      const wanted = (generated ??= sample());
      const send = async (one: (typeof wanted)[number]) => {
        const left = [...one.segments];
        const path = pattern.replaceAll("{}", () => left.shift() ?? "x");
        const query = new URLSearchParams(
          one.query.map(([key, value]) => [key, value.toWellFormed()]),
        ).toString();
        const cookie = cookies[one.who];
        const hasBody = method !== "GET" && method !== "HEAD" && one.sent;
        const answer = await sayso.fetch(`${path}${query ? `?${query}` : ""}`, {
          method,
          headers: {
            origin: sayso.origin,
            // Nobody reads the answers: packing them would be a tenth of the work.
            "accept-encoding": "identity",
            ...(hasBody ? { "content-type": hasBody.type } : {}),
            ...(cookie ? { cookie } : {}),
            ...one.headers,
          },
          ...(hasBody ? { body: hasBody.body } : {}),
        });
        await answer.arrayBuffer();
        return answer.status;
      };
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        const some = wanted.slice(at, at + AT_ONCE);
        const statuses = await Promise.all(some.map(send));
        const bad = statuses.findIndex((status) => status >= 500);
        if (bad !== -1) {
          const causes = sayso.log().filter((line) => line.cause);
          assert.fail(
            `seed ${SEED}, ${statuses[bad]}: ${JSON.stringify(some[bad])} ${JSON.stringify(causes.at(-1))}`,
          );
        }
      }
    });
  }
});
