// The product's own Google Drive: who may connect it, and which folders clients get in it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import type { Account } from "../../support/doubles/google-drive/google-drive.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import { platformAnswer, platformOf, type Platform } from "../../support/people/admin/platform-drive.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";

let world: GoogleWorld;
let platform: Platform;
let ann: Account;
let bob: Account;
before(async () => {
  world = await startGoogleWorld();
  platform = platformOf(world);
  [ann, bob] = world.google.accounts;
});
after(() => world.close());

const rootsOf = (account: Account) =>
  world.google.files().filter(({ name, owner }) => name === "Sayso testimonials" && owner === account.email);
const revoked = () => world.google.requests.filter(({ path }) => path === "/revoke").length;

describe("connecting the product's own Google Drive", () => {
  test("JOB10 without an account no client gets a folder, and nothing can be tried or ended", async () => {
    assert.deepEqual(await (await platform.drive()).json(), { can_connect: true, account: null });
    const owner = await world.owner("Early");
    for (const asked of [
      platform.requestPlatformDrive(owner),
      platform.drive("POST", "/test"),
      platform.drive("DELETE"),
    ]) {
      const answer = await asked;
      assert.deepEqual([answer.status, (await answer.json()).code], [409, "no_platform_drive"]);
    }
    assert.equal((await world.state(owner)).provider, "built-in");
  });

  test("INV51 INV54 its permission is stored sealed, never shown, in no log line, and noted in the audit log", async () => {
    const answer = await platform.answered(ann);
    assert.equal((await platform.drive("POST", "/code", answer)).status, 200);
    const [root, ...more] = rootsOf(ann);
    assert.deepEqual([more, root?.sharedWith], [[], []]);
    const shown = await (await platform.drive()).text();
    const { account } = JSON.parse(shown);
    assert.deepEqual([account.email, account.folders, account.fault], [ann.email, 0, null]);
    assert.equal(account.link, `https://drive.google.com/drive/folders/${root?.id}`);
    const row = await world.sayso.row("SELECT * FROM platform_drive");
    assert.equal(row?.account, ann.email);
    const logs = world.sayso.server
      .getLogs()
      .map(({ message }) => message)
      .join("\n");
    for (const secret of [world.google.client.secret, answer.code, "refresh-token", "1//"])
      for (const place of [JSON.stringify(row), shown, logs]) assert.ok(!place.includes(secret), secret);
    const audit = await world.sayso.row("SELECT * FROM audit_log WHERE action = 'platform-drive.connect'");
    assert.deepEqual(JSON.parse(audit?.after), { account: ann.email });
  });

  test("INV51 a permission that is moved to another account's name does not open", async () => {
    await world.sayso.change("UPDATE platform_drive SET account = ?", bob.email);
    const answer = await platform.drive("POST", "/test");
    assert.equal(answer.status, 409);
    await world.sayso.change("UPDATE platform_drive SET account = ?", ann.email);
    assert.equal((await platform.drive("POST", "/test")).status, 200);
  });

  test("JOB10 connecting again finds the root folder, and keeps the permission that is in use", async () => {
    const given = revoked();
    await platform.connect(ann);
    assert.equal(rootsOf(ann).length, 1);
    assert.equal(revoked(), given);
  });

  test("INV46 a state counts for its own admin and purpose: neither another's nor one of a client connects anything", async () => {
    const owner = await world.owner("Stolen");
    const own = await world.answered(owner, bob);
    const ownAnswer = await platform.answered(bob);
    const other = await adminCookie(world.sayso);
    const others = await platformAnswer(world.sayso, world.google, other, bob);
    const refused = async (asked: Promise<Response>) => {
      const answer = await asked;
      const body = await answer.json();
      assert.deepEqual([answer.status, body.code], [400, "drive_refused"], JSON.stringify(body));
      assert.match(body.error, /another browser/);
    };
    await refused(platform.drive("POST", "/code", own));
    await refused(platform.drive("POST", "/code", others));
    await refused(world.drive(owner, "POST", "/google/code", ownAnswer));
    // As if the client's own admin had requested it: only the kind differs.
    const cookie = await platform.cookie();
    const asAdmin = { client: owner.client, cookie };
    await refused(world.drive(asAdmin, "POST", "/google/code", ownAnswer));
    await refused(platform.drive("POST", "/code", await world.answered(asAdmin, bob)));
    const late = { ...ownAnswer, state: ownAnswer.state.replace(/\.\d+\./, ".9999999999999.") };
    await refused(platform.drive("POST", "/code", late));
    assert.equal((await platform.account()).email, ann.email);
    assert.equal((await world.state(owner)).provider, "built-in");
  });

  test("INV40 clients, partners and strangers may neither see nor change it", async () => {
    const owner = await world.owner("Curious");
    const partner = await signIn(
      world.sayso,
      await addUser(world.sayso, { roles: ["affiliate"] }),
      "affiliate",
    );
    for (const [cookie, status] of [
      [owner.cookie, 403],
      [partner, 403],
      ["", 401],
    ] as const) {
      const path = "/api/admin/google-drive";
      for (const [method, below] of [
        ["GET", ""],
        ["POST", ""],
        ["POST", "/code"],
        ["POST", "/test"],
        ["DELETE", ""],
      ] as const)
        assert.equal((await call(world.sayso, method, path + below, { cookie })).status, status);
      const clientPath = `/api/client/${owner.client.id}/drive/google/platform`;
      assert.equal((await call(world.sayso, "POST", clientPath, { cookie })).status, status);
    }
    assert.equal(
      (await world.state(owner)).platform_account,
      null,
      "a business is not told whose account it is",
    );
  });

  test("reports a consent without the right to files, and changes nothing (JOB10)", async () => {
    const answer = await platform.drive("POST", "/code", await platform.answered(bob, { drive: false }));
    assert.match((await answer.json()).error, /leave the box beside that right ticked/);
    assert.equal((await platform.account()).email, ann.email);
  });
});

describe("a client's folder in it", () => {
  test("JOB10 an admin gives a client its folder: made below the root, tried, shared to be read, and linked to", async () => {
    const owner = await world.owner("Blue Door Bakery", { email: bob.email });
    const connection = await platform.connectClient(owner);
    const [folder, ...more] = platform.folderOf("Blue Door Bakery");
    assert.deepEqual(more, []);
    assert.deepEqual(folder?.parents, [rootsOf(ann)[0]?.id]);
    assert.deepEqual(folder?.sharedWith, [`${bob.email} reader`]);
    assert.deepEqual(world.google.invitations, [], "who has a Google account gets no second mail");
    const { provider, link, parked } = await world.state(owner);
    assert.deepEqual([provider, parked], ["google-drive", 0]);
    assert.equal(link, `https://drive.google.com/drive/folders/${folder?.id}`);
    const { is_platform, account, shared_with, share_fault, fault, ended } = connection;
    assert.deepEqual(
      [is_platform, account, shared_with, share_fault, fault, ended],
      [true, ann.email, bob.email, null, null, false],
    );
    const { credential } =
      (await world.sayso.row("SELECT credential FROM drive_connections WHERE id = ?", connection.id)) ?? {};
    const own = await world.sayso.row("SELECT credential FROM platform_drive");
    assert.notEqual(credential, own?.credential, "it carries no token of its own");
    const files = world.google.files().length;
    assert.equal((await platform.connectClient(owner)).id, connection.id);
    assert.equal(world.google.files().length, files, "connecting again finds the folder");
    assert.equal((await platform.account()).folders, 1);
  });

  test("JOB10 an address without a Google account is invited by mail; one that nothing is shared with is told, and tried again", async () => {
    const invited = await world.owner("Invited");
    await platform.connectClient(invited);
    const [folder] = platform.folderOf("Invited");
    assert.deepEqual(folder?.sharedWith, [`${invited.client.email} reader`]);
    assert.deepEqual(world.google.invitations, [{ file: folder?.id, email: invited.client.email }]);

    const refused = await world.owner("Forbidden");
    world.google.refuseSharing(refused.client.email);
    const connection = await platform.connectClient(refused);
    assert.deepEqual([connection.shared_with, connection.chosen], [null, true], "videos arrive all the same");
    assert.match(connection.share_fault, new RegExp(`can’t share the folder with ${refused.client.email}`));
    const asked = () =>
      world.google.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/permissions"));
    const tries = asked().length;
    await world.sayso.schedule(new Date(), "*/5 * * * *");
    assert.equal(asked().length, tries, "not before an hour has gone by");
    await platform.changeEmail(refused, "mended@shop.example");
    const [repaired] = (await world.state(refused)).connections;
    assert.deepEqual([repaired.shared_with, repaired.share_fault], ["mended@shop.example", null]);
  });

  test("shares with a client's new email and revokes the old one, whatever Google answers (INV51)", async () => {
    const owner = await world.owner("Moved", { email: "first@shop.example" });
    await platform.connectClient(owner);
    const shares = () => platform.folderOf("Moved")[0]?.sharedWith;
    world.google.share(platform.folderOf("Moved")[0]?.id ?? "", "by-hand@shop.example", "reader");
    await platform.changeEmail(owner, "second@shop.example");
    assert.deepEqual(shares(), ["by-hand@shop.example reader", "second@shop.example reader"]);

    // The answer to the new permission gets lost, and then the email changes once more.
    world.google.fault({ method: "POST", path: "/permissions" }, { cut: "all" }, 1);
    await platform.changeEmail(owner, bob.email, "second@shop.example");
    assert.deepEqual(shares(), [`${bob.email} reader`, "by-hand@shop.example reader"]);
    await platform.changeEmail(owner, "fourth@shop.example", bob.email);
    assert.deepEqual(shares()?.toSorted(), ["by-hand@shop.example reader", "fourth@shop.example reader"]);
    const [{ shared_with: sharedWith }] = (await world.state(owner)).connections;
    assert.equal(sharedWith, "fourth@shop.example");

    // Google is away while the email changes: the schedule does it later.
    world.google.fault({ path: "/permissions" }, { status: 503 }, 9);
    await platform.changeEmail(owner, "fifth@shop.example", "fourth@shop.example");
    assert.ok(shares()?.includes("fourth@shop.example reader"));
    world.google.clearFaults();
    await world.sayso.schedule(new Date(Date.now() + 3_700_000), "*/5 * * * *");
    assert.deepEqual(shares()?.toSorted(), ["by-hand@shop.example reader", "fifth@shop.example reader"]);
  });

  test("JOB10 the account's own owner as a client needs no share, and loses nothing when the email changes", async () => {
    const owner = await world.owner("Our Own", { email: ann.email });
    await platform.connectClient(owner);
    assert.deepEqual(platform.folderOf("Our Own")[0]?.sharedWith, []);
    await platform.changeEmail(owner, "staff@shop.example", ann.email);
    assert.deepEqual(platform.folderOf("Our Own")[0]?.sharedWith, ["staff@shop.example reader"]);
    assert.equal((await world.state(owner)).connections[0].share_fault, null);
  });

  test("JOB10 a client that leaves it gives nothing back; only when none is left does the account go, with its permission", async () => {
    const ids = await world.sayso.rows("SELECT id, client_id FROM drive_connections WHERE is_platform = 1");
    const refused = await platform.drive("DELETE");
    const body = await refused.json();
    assert.deepEqual([refused.status, body.code], [409, "drive_in_use"]);
    assert.match(body.error, new RegExp(`^${ids.length} clients have their folders`));
    const given = revoked();
    for (const { id, client_id: client } of ids) {
      const answer = await call(world.sayso, "DELETE", `/api/client/${client}/drive/${id}`, {
        cookie: await platform.cookie(),
      });
      assert.equal(answer.status, 200);
      assert.equal((await answer.json()).provider, "built-in");
    }
    assert.equal(revoked(), given);
    assert.equal((await platform.drive("POST", "/test")).status, 200);
    // The same account as a client's own: both go by one permission.
    const own = await world.owner("Own Account");
    await world.connect(own, ann);
    assert.equal((await platform.drive("DELETE")).status, 200);
    assert.equal(revoked(), given, "a client still goes by the account");
    assert.equal((await (await platform.drive()).json()).account, null);
    const [{ id }] = (await world.state(own)).connections;
    await world.drive(own, "DELETE", `/${id}`);
    assert.equal(revoked(), given + 1);
  });
});
