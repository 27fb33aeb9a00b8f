// Keys are derived from one secret, and replaced one by one.
import assert from "node:assert/strict";
import { after, beforeEach, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { linkSignature } from "../../support/runtime/keys.ts";
import {
  addSecondFactor,
  addUser,
  call,
  signIn,
  totpCode,
  type User,
} from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
beforeEach(async () => {
  await sayso?.close();
  sayso = await startWorker();
});
after(() => sayso.close());

/** A user with a second factor and a session, and a link to a folder: something of each key. */
async function world() {
  const client = await addClient(sayso);
  const user = await addUser(sayso, { clientId: client.id });
  const cookie = await signIn(sayso, user);
  const { secret, confirmed } = await addSecondFactor(sayso, cookie, user.password);
  assert.equal(confirmed.status, 200);
  await sayso.change("UPDATE users SET totp_last_step = 0");
  const expires = Date.now() + 3_600_000;
  const link = `/drive/folder/${client.id}?expires=${expires}&signature=${linkSignature("folder", client.id, expires)}`;
  return { user, secret, link, session: await signIn(sayso, user, "client", totpCode(secret)) };
}

/** Tells which of these are still valid. */
async function open({ user, secret, link, session }: Awaited<ReturnType<typeof world>>) {
  await sayso.change("UPDATE users SET totp_last_step = 0");
  return {
    links: (await sayso.fetch(link)).status === 200,
    factors: await factorIsGood(user, secret),
    tokens: (await call(sayso, "GET", "/api/auth/sessions", { cookie: session })).status === 200,
  };
}
const factorIsGood = async ({ email, password }: User, secret: string) =>
  (
    await call(sayso, "POST", "/api/auth/login", {
      body: { area: "client", email, password, code: totpCode(secret) },
    })
  ).status === 200;

describe("INV51 keys derived from one secret", () => {
  test("INV51 AUT05 a new version of one key ends what that key holds, and nothing else", async () => {
    const held = await world();
    const everything = { links: true, factors: true, tokens: true };
    assert.deepEqual(await open(held), everything);
    for (const [versions, ended] of [
      ["links=2", "links"],
      ["second-factors=2", "factors"],
      ["addresses=2", undefined],
      ["tokens=2", "tokens"],
    ] as const) {
      await sayso.deploy({ KEY_VERSIONS: versions });
      assert.deepEqual(await open(held), { ...everything, ...(ended && { [ended]: false }) }, versions);
    }
    await sayso.deploy({ KEY_VERSIONS: "links=3,2,1 second-factors=2,1" });
    assert.deepEqual(await open(held), everything, "links and factors may go on under the key before");
  });

  test("with a new key for addresses limits start over, and count from then on (INV51 INV44)", async () => {
    const email = "nobody@example.com";
    const wrong = async () =>
      (await call(sayso, "POST", "/api/auth/login", { body: { area: "client", email, password: "wrong" } }))
        .status;
    const tries = async () => {
      const seen: number[] = [];
      while (seen.at(-1) !== 429) seen.push(await wrong());
      return seen.length;
    };
    const before = await tries();
    await sayso.deploy({ KEY_VERSIONS: "addresses=2" });
    assert.equal(await tries(), before);
  });

  test("INV51 versions that are not understood are refused as a whole, by name", async () => {
    await adminCookie(sayso);
    for (const versions of ["links", "links=1,2", "tokens=2,1", "doors=2"]) {
      await sayso.deploy({ KEY_VERSIONS: versions });
      assert.equal((await sayso.fetch("/api/auth/session")).status, 500, versions);
    }
    assert.ok(JSON.stringify(sayso.server.getLogs()).includes("KEY_VERSIONS must be like"));
  });
});
