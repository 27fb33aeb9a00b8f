// Connecting Google Drive: by the consent of a business, or a folder in a Shared Drive.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { plantSubmission } from "../../support/runtime/jobs.ts";
import { addUser, call, PASSWORD, signIn, type User } from "../../support/people/owner/users.ts";
import { DRIVE_SECRETS } from "../../support/doubles/webdav-servers.ts";
import { startWorker } from "../../support/runtime/worker.ts";

let world: GoogleWorld;
before(async () => {
  world = await startGoogleWorld();
});
after(() => world.close());

describe("connecting Google Drive", () => {
  test("INV51 INV54 the permission is stored sealed, never shown, in no log line, and given back when disconnected", async () => {
    const owner = await world.owner("Sealed");
    const [, account] = world.google.accounts;
    const answer = await world.answered(owner, account);
    assert.equal((await world.drive(owner, "POST", "/google/code", answer)).status, 200);
    const row = await world.sayso.row("SELECT * FROM drive_connections WHERE client_id = ?", owner.client.id);
    const shown = await (await world.drive(owner)).text();
    const logs = world.sayso.server
      .getLogs()
      .map(({ message }) => message)
      .join("\n");
    for (const secret of [world.google.client.secret, answer.code, "refresh-token", "1//"]) {
      for (const place of [JSON.stringify(row), shown, logs]) assert.ok(!place.includes(secret), secret);
    }
    world.google.requests.splice(0);
    assert.equal((await world.drive(owner, "DELETE", `/${row?.id}`)).status, 200);
    assert.ok(world.google.requests.some(({ path, status }) => path === "/revoke" && status === 200));
    const ended = await world.sayso.row(
      "SELECT credential, key_id FROM drive_connections WHERE id = ?",
      row?.id,
    );
    assert.deepEqual([ended?.credential, ended?.key_id], [null, null]);
  });

  test("JOB10 one account of two businesses keeps its permission until the last one disconnects", async () => {
    const [, account] = world.google.accounts;
    const [first, second] = [await world.owner("One"), await world.owner("Two")];
    await world.connect(first, account);
    await world.connect(second, account);
    world.google.requests.splice(0);
    const [{ id }] = (await world.state(first)).connections;
    await world.drive(first, "DELETE", `/${id}`);
    assert.ok(!world.google.requests.some(({ path }) => path === "/revoke"));
    const [{ id: other }] = (await world.state(second)).connections;
    assert.equal((await world.drive(second, "POST", `/${other}/test`)).status, 200);
    const folders = world.google.files().filter(({ name }) => /^(One|Two) testimonials$/.test(name));
    assert.equal(folders.length, 2, "each has a folder of its own");
    await world.drive(second, "DELETE", `/${other}`);
    assert.ok(world.google.requests.some(({ path }) => path === "/revoke"));
  });

  test("a Google authorisation counts once, for the same user and client, for half an hour (JOB10)", async () => {
    const [, account] = world.google.accounts;
    const [owner, other] = [await world.owner("Mine"), await world.owner("Theirs")];
    const answer = await world.answered(owner, account);
    const refused = async (by: Owner, body: unknown) => {
      const reply = await world.drive(by, "POST", "/google/code", body);
      const refusal = await reply.json();
      assert.deepEqual([reply.status, refusal.code], [400, "drive_refused"], JSON.stringify(refusal));
      return refusal.error as string;
    };
    assert.match(await refused(other, answer), /another browser/);
    assert.match(await refused(owner, { ...answer, state: `${answer.state}0` }), /another browser/);
    assert.equal((await world.drive(owner, "POST", "/google/code", answer)).status, 200);
    assert.match(await refused(owner, answer), /another browser/);
    const again = await world.answered(owner, account);
    assert.match(await refused(owner, { ...again, code: "made-up" }), /Google/);
    assert.match(await refused(owner, again), /another browser/, "the question was answered");
    const [begin, , sign] = answer.state.split(".");
    assert.match(
      await refused(owner, { ...answer, state: `${begin}.9999999999999.${sign}` }),
      /another browser/,
    );
  });

  test("JOB10 INV46 it counts in the session that asked only, and for its latest question", async () => {
    const [, account] = world.google.accounts;
    const owner = await world.owner("Elsewhere");
    const answer = await world.answered(owner, account);
    const user = await world.sayso.row<User>(
      "SELECT users.id, users.email FROM users JOIN clients ON user_id = users.id WHERE clients.id = ?",
      owner.client.id,
    );
    assert.ok(user);
    const elsewhere = { ...owner, cookie: await signIn(world.sayso, { ...user, password: PASSWORD }) };
    const connect = async (by: Owner, body: unknown) =>
      (await world.drive(by, "POST", "/google/code", body)).status;
    assert.equal(await connect(elsewhere, answer), 400, "the same person in another browser");
    const later = await world.answered(owner, account);
    assert.equal(await connect(owner, answer), 400, "an earlier question");
    const sideBySide = await Promise.all([1, 2, 3].map(() => connect(owner, later)));
    assert.deepEqual(sideBySide.toSorted(), [200, 400, 400]);
    const open = await world.sayso.row(
      "SELECT count(consent_hash) AS n FROM sessions WHERE user_id = ?",
      user.id,
    );
    assert.equal(open?.n, 0);
  });

  test("reports a consent without the right to files, and connects nothing (JOB10)", async () => {
    const owner = await world.owner("Unticked");
    const answer = await world.drive(
      owner,
      "POST",
      "/google/code",
      await world.answered(owner, world.google.accounts[1], { drive: false }),
    );
    const reply = await answer.json();
    assert.deepEqual([answer.status, reply.code], [400, "drive_refused"]);
    assert.match(reply.error, /leave the box beside that right ticked/);
    assert.equal((await world.state(owner)).provider, "built-in");
  });

  test("INV15 a consent screen in Testing: the portal says when the permission ends, and on its seventh day why it did", async () => {
    const owner = await world.owner("Tested");
    const [, account] = world.google.accounts;
    world.google.setTesting(true);
    await world.connect(owner, account);
    world.google.setTesting(false);
    const [{ id, expires_at: ends }] = (await world.state(owner)).connections;
    assert.ok(Math.abs(ends - Date.now() - 7 * 86_400_000) < 120_000, String(ends));
    world.google.revoke(account);
    await world.sayso.change(
      "UPDATE drive_connections SET connected_at = connected_at - 604800000, expires_at = expires_at - 604800000 WHERE id = ?",
      id,
    );
    const { jobId } = await plantSubmission(world.sayso, owner.client);
    const failed = await world.deliver(jobId);
    assert.match(String(failed?.error_message), /seventh day.*Testing/);
  });

  test("JOB10 a Drive that Google does not answer for is not connected", async () => {
    const owner = await world.owner("Unlucky");
    const answer = await world.answered(owner, world.google.accounts[0]);
    world.google.fault({ method: "POST", path: "/token" }, { status: 503 });
    const refused = await world.drive(owner, "POST", "/google/code", answer);
    assert.equal(refused.status, 400);
    assert.match((await refused.json()).error, /503/);
    assert.deepEqual(
      await world.sayso.rows("SELECT id FROM drive_connections WHERE client_id = ?", owner.client.id),
      [],
    );
  });
});

describe("a folder in a Shared Drive", () => {
  const link = (id: string) => `https://drive.google.com/drive/folders/${id}?usp=sharing`;
  let admin: string;
  before(async () => {
    admin = await adminCookie(world.sayso);
  });
  const paste = (owner: Owner, folder: string) =>
    call(world.sayso, "POST", `/api/client/${owner.client.id}/drive/google/folder`, {
      cookie: admin,
      body: { link: folder },
    });

  test("JOB10 an admin pastes its link, and videos arrive there by the service account", async () => {
    const owner = await world.owner("Shared");
    const shared = world.google.makeSharedDrive("Team", [world.google.serviceAccount.email]);
    const folder = world.google.makeFolder(shared, "Videos");
    const connected = await paste(owner, link(folder));
    assert.equal(connected.status, 200, await connected.clone().text());
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    await world.deliver(jobId);
    await world.processed(submissionId);
    const [file] = world.filesOf(submissionId);
    assert.equal(file?.driveId, shared);
    assert.equal((await world.played(owner, submissionId)).status, 200);
    const rows = await world.sayso.rows(
      "SELECT action, after FROM audit_log WHERE subject = ?",
      owner.client.id,
    );
    assert.ok(
      rows.some(({ action }) => action === "drive.connect"),
      JSON.stringify(rows),
    );
  });

  test("INV15 a folder that cannot be delivered to is said to be so, with what to do", async () => {
    const owner = await world.owner("Refused");
    const [account] = world.google.accounts;
    const shared = world.google.makeSharedDrive("Others", []);
    const mine = world.google.makeFolder(account, "My Drive's");
    world.google.share(mine, world.google.serviceAccount.email);
    const readable = world.google.makeFolder(shared, "Readable");
    world.google.share(readable, world.google.serviceAccount.email, "reader");
    // A content manager, who cannot delete anything permanently.
    const managed = world.google.makeFolder(shared, "Managed");
    world.google.share(managed, world.google.serviceAccount.email);
    const cases: [string, string, RegExp][] = [
      ["https://example.com/x", "invalid", /drive\.google\.com/],
      [
        link(world.google.makeFolder(shared, "Hidden")),
        "drive_refused",
        /cannot see this folder.*as a manager/,
      ],
      [link(mine), "drive_refused", /My Drive/],
      [link(readable), "drive_refused", /a manager of its Shared Drive/],
      [link(managed), "drive_refused", /a manager of its Shared Drive/],
    ];
    for (const [pasted, code, message] of cases) {
      const answer = await paste(owner, pasted);
      const reply = await answer.json();
      assert.deepEqual([answer.status, reply.code], [400, code], JSON.stringify(reply));
      assert.match(JSON.stringify(reply), message);
    }
    assert.equal((await world.state(owner)).provider, "built-in");
  });

  test("INV40 another client's folder is refused, and an owner may paste none", async () => {
    const [first, second] = [await world.owner("First"), await world.owner("Second")];
    const folder = world.google.makeFolder(
      world.google.makeSharedDrive("Both", [world.google.serviceAccount.email]),
      "Videos",
    );
    assert.equal((await paste(first, link(folder))).status, 200);
    const answer = await paste(second, link(folder));
    assert.match((await answer.json()).error, /Another client/);
    const [connection] = (await world.state(first)).connections;
    assert.equal((await world.drive(first, "DELETE", `/${connection.id}`)).status, 200);
    assert.equal((await paste(second, link(folder))).status, 200, "it is nobody's any more");
    assert.equal((await world.drive(second, "POST", "/google/folder", { link: link(folder) })).status, 403);
  });
});

test("JOB10 a deployment that Google does not know offers nothing of it", async () => {
  const plain = await startWorker({ secrets: DRIVE_SECRETS });
  const client = await addClient(plain);
  const cookie = await signIn(plain, await addUser(plain, { clientId: client.id }));
  const { can_connect_google: offered } = await (
    await call(plain, "GET", `/api/client/${client.id}/drive`, { cookie })
  ).json();
  assert.equal(offered, false);
  const asked = await call(plain, "POST", `/api/client/${client.id}/drive/google`, { cookie });
  assert.deepEqual([asked.status, (await asked.json()).code], [409, "no_drive_keys"]);
  await plain.close();
});
