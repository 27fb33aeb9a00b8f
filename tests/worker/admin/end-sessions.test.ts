import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { logins } from "../../support/people/owner/logins.ts";
import { addUser, call, signIn, type User } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { session } = logins(() => sayso);
const auditOf = (user: User) =>
  sayso.rows("SELECT actor, action, subject_name FROM audit_log WHERE subject = ?", user.id);

describe("an admin ends the sessions of an account", () => {
  test("refuses the next request of a client, partner or admin, nobody else's, and records the admin (INV42 AUT35)", async () => {
    const admin = await addUser(sayso, { roles: ["admin"] });
    const cookie = await signIn(sayso, admin, "admin");
    const client = await addClient(sayso);
    const bystander = await signIn(sayso, await addUser(sayso));
    const accounts = [
      [await addUser(sayso, { clientId: client.id }), "client"],
      [await addUser(sayso, { roles: ["affiliate"] }), "affiliate"],
      [await addUser(sayso, { roles: ["admin"] }), "admin"],
    ] as const;
    for (const [user, area] of accounts) {
      const open = [await signIn(sayso, user, area), await signIn(sayso, user, "client")];
      const ended = await call(sayso, "DELETE", "/api/admin/sessions", {
        cookie,
        body: { email: ` ${user.email.toUpperCase()} ` },
      });
      assert.deepEqual([ended.status, await ended.json()], [200, { ended: 2 }], area);
      for (const openSession of open) {
        assert.equal(await session(openSession), null);
        assert.equal((await call(sayso, "GET", "/api/auth/sessions", { cookie: openSession })).status, 401);
      }
      assert.deepEqual(await auditOf(user), [
        { actor: admin.email, action: "sessions.end", subject_name: user.email },
      ]);
      await signIn(sayso, user, area);
    }
    assert.ok(await session(bystander));
  });

  test("INV42 AUT35 the admin's own session stays; where nothing is ended, nothing is noted", async () => {
    const admin = await addUser(sayso, { roles: ["admin"] });
    const [cookie, other] = [await signIn(sayso, admin, "admin"), await signIn(sayso, admin, "admin")];
    const end = async (email: string) => {
      const answer = await call(sayso, "DELETE", "/api/admin/sessions", { cookie, body: { email } });
      return [answer.status, await answer.json()];
    };
    assert.deepEqual(await end(admin.email), [200, { ended: 1 }]);
    assert.ok(await session(cookie));
    assert.equal(await session(other), null);
    assert.deepEqual(await end(admin.email), [200, { ended: 0 }]);
    assert.equal((await auditOf(admin)).length, 1);
    const [status, body] = await end("nobody@people.example");
    assert.deepEqual([status, (body as { error: string }).error], [404, "Account not found."]);
  });
});
