// Connecting and leaving WebDAV folders, and videos in several of them.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { makeDue, plantSubmission } from "../../support/runtime/jobs.ts";
import { fakeHost, status } from "../../support/doubles/fake-http.ts";
import { faultyServer } from "../../support/doubles/faulty-server.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { folderForm, startWebDavWorld, type WebDavWorld } from "../../support/people/owner/webdav-owner.ts";
import { ACCOUNT, SERVERS, webDavServer, type WebDavServer } from "../../support/doubles/webdav-servers.ts";
import { freePort } from "../../support/runtime/free-port.ts";
import { startWorker, until } from "../../support/runtime/worker.ts";

let world: WebDavWorld;
before(async () => {
  world = await startWebDavWorld();
});
after(() => world.close());

describe("connecting a WebDAV drive", { skip: SERVERS.length === 0 }, () => {
  let server: WebDavServer;
  before(async () => {
    server = await webDavServer("rclone");
  });
  after(() => server.close());

  test("INV51 INV54 the password is stored sealed, never shown again, and stands in no log line", async () => {
    const owner = await world.owner();
    await world.connect(owner, `${server.address}sealed`);
    const row = await world.sayso.row("SELECT * FROM drive_connections WHERE client_id = ?", owner.client.id);
    assert.equal(row?.key_id, "tests");
    assert.ok(!JSON.stringify(row).includes(ACCOUNT.password));
    assert.ok(!(await (await world.drive(owner)).text()).includes(ACCOUNT.password));
    assert.ok(!world.sayso.server.getLogs().some(({ message }) => message.includes(ACCOUNT.password)));
    const basic = Buffer.from(`${ACCOUNT.name}:${ACCOUNT.password}`).toString("base64");
    assert.ok(!world.sayso.server.getLogs().some(({ message }) => message.includes(basic)));
  });

  test("JOB10 INV51 a folder without a user name is signed in to with a token", async () => {
    const owner = await world.owner();
    const basic = Buffer.from(`${ACCOUNT.name}:${ACCOUNT.password}`).toString("base64");
    const front = await faultyServer(server.address, { signIn: `Basic ${basic}` });
    const body = { address: `${front.address}token`, account: "", secret: "a-token" };
    const answer = await world.drive(owner, "POST", "/webdav", body);
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.ok(!(await answer.text()).includes("a-token"));
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    await world.deliver(jobId);
    await world.processed(submissionId);
    assert.equal((await world.played(owner, submissionId)).status, 200);
    assert.deepEqual([...front.authorizations], ["Bearer a-token"]);
    await front.close();
  });

  test("JOB10 a drive that does not work is not connected, and the sentence says why", async () => {
    const owner = await world.owner();
    const moved = fakeHost("moved.example", status(301, { location: server.address }));
    const selfSigned = fakeHost("selfsigned.example", status(526));
    const elsewhere = await faultyServer(server.address);
    const front = await faultyServer(server.address);
    for (const method of ["MKCOL", "PROPFIND", "PUT"])
      front.fail(method, { status: 307, headers: { location: elsewhere.address } });
    const cases: [object, string, RegExp][] = [
      [folderForm("http://moved.example/dav"), "drive_refused", /leads to another one now/],
      [folderForm(server.address, "wrong"), "drive_refused", /refused the user name or the password/],
      [
        folderForm(`http://127.0.0.1:${await freePort()}/dav`),
        "drive_refused",
        /cannot be reached from the internet/,
      ],
      [folderForm("http://selfsigned.example/dav"), "drive_refused", /certificate cannot be trusted/],
      [folderForm(front.address), "drive_refused", /leads to another one now/],
      [folderForm("nas"), "invalid", /WebDAV address/],
      [folderForm("https://cloud.example/apps/files/?dir=/Videos"), "invalid", /page you open in a browser/],
      [{ address: server.address, account: "ann", secret: " " }, "invalid", /app password/],
      [{ address: server.address, account: "a\nb", secret: "x" }, "invalid", /one line/],
      [{ address: server.address, account: "a:b", secret: "x" }, "invalid", /colon/],
    ];
    for (const [body, code, message] of cases) {
      const answer = await world.drive(owner, "POST", "/webdav", body);
      const reply = await answer.json();
      assert.deepEqual([answer.status, reply.code], [400, code], JSON.stringify(reply));
      assert.match(JSON.stringify(reply), message);
    }
    assert.ok(moved.received.every(({ url }) => url.startsWith("http://moved.example/")));
    assert.deepEqual(elsewhere.seen, [], "a redirect is never followed");
    moved.close();
    selfSigned.close();
    await Promise.all([front.close(), elsewhere.close()]);
    assert.equal((await (await world.drive(owner)).json()).provider, "built-in");
    assert.deepEqual(
      await world.sayso.rows("SELECT id FROM drive_connections WHERE client_id = ?", owner.client.id),
      [],
    );
  });

  test("blocks password guessing on other servers: after five failures within 15 minutes none is tried (JOB10)", async () => {
    const owner = await world.owner();
    const front = await faultyServer(server.address);
    const connect = async (form: object, by = owner) =>
      (await world.drive(by, "POST", "/webdav", form)).status;
    const statuses = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push(await connect(folderForm(`${front.address}folder-${guess}`, `guess ${guess}`)));
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429]);
    assert.ok(!front.seen.some((asked) => asked.includes("folder-5")));
    assert.equal(await connect(folderForm(server.address)), 200, "another server");
    assert.equal(await connect(folderForm(front.address), await world.owner()), 200, "another business");
    await front.close();
  });

  test("JOB10 INV17 after a disconnection new videos go to the built-in folder, and earlier ones say where they are", async () => {
    const owner = await world.owner();
    await world.connect(owner, `${server.address}ended`);
    const first = await plantSubmission(world.sayso, owner.client);
    await world.deliver(first.jobId);
    const [{ id }] = (await (await world.drive(owner)).json()).connections;
    const ended = await (await world.drive(owner, "DELETE", `/${id}`)).json();
    assert.equal(ended.provider, "built-in");
    assert.deepEqual([ended.connections[0].ended, ended.connections[0].videos], [true, 1]);
    const gone = await world.played(owner, first.submissionId);
    assert.deepEqual([gone.status, (await gone.json()).code], [409, "drive_ended"]);
    const row = await world.sayso.row("SELECT credential, key_id FROM drive_connections WHERE id = ?", id);
    assert.deepEqual([row?.credential, row?.key_id], [null, null]);
    const second = await plantSubmission(world.sayso, owner.client);
    await world.deliver(second.jobId);
    await world.processed(second.submissionId);
    assert.equal((await world.sayso.keys(`drive/${owner.client.id}/`)).length, 1);
    await world.connect(owner, `${server.address}ended`);
    assert.equal(
      (await world.played(owner, first.submissionId)).status,
      200,
      "connected again, it is there again",
    );
    assert.equal(
      (await world.played(owner, second.submissionId)).status,
      200,
      "and so is what came meanwhile",
    );
  });

  test("removes the partial files of an attempt in one drive once another has the video (INV11 INV51)", async () => {
    const owner = await world.owner();
    const faulty = await faultyServer(server.address);
    await world.connect(owner, `${faulty.address}first`);
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    // The file is complete there, but that cannot be verified.
    faulty.fail("GET", "changed", { path: /\.webm$/, times: 2 });
    assert.equal((await world.deliver(jobId))?.status, "pending");
    const held = async (folder: string) =>
      Object.keys(await server.files()).filter((file) => file.startsWith(`${folder}/`)).length;
    assert.equal(await held("first"), 1);
    await world.connect(owner, `${faulty.address}second`);
    await world.processed(submissionId);
    assert.deepEqual([await held("first"), await held("second")], [1, 1]);
    await world.sayso.schedule(new Date(Date.now() + 15 * 60_000));
    assert.deepEqual([await held("first"), await held("second")], [0, 1]);
    await faulty.close();
  });

  test("delivers to the later one of two folders with the same web page (JOB10)", async () => {
    const owner = await world.owner();
    const [first, second] = [
      `${server.address}remote.php/dav/files/ann/V/`,
      `${server.address}remote.php/dav/files/bob/V/`,
    ];
    await world.connect(owner, first);
    await world.connect(owner, second);
    const { jobId } = await plantSubmission(world.sayso, owner.client);
    await world.deliver(jobId);
    const files = Object.keys(await server.files());
    assert.ok(
      files.some((file) => file.startsWith("remote.php/dav/files/bob/V/")),
      files.join(" "),
    );
    assert.ok(!files.some((file) => file.startsWith("remote.php/dav/files/ann/V/")));
    const { connections } = await (await world.drive(owner)).json();
    assert.deepEqual(
      connections.map(({ address, chosen }: { address: string; chosen: boolean }) => [address, chosen]),
      [
        [second, true],
        [first, false],
      ],
    );
    await world.drive(owner, "DELETE", `/${connections[1].id}`);
    assert.equal((await (await world.drive(owner)).json()).provider, "webdav", "the other one stays");
  });

  test("INV17 a video whose drive is disconnected on its way is not noted as delivered, and goes elsewhere", async () => {
    const owner = await world.owner();
    const slow = await faultyServer(server.address);
    await world.connect(owner, `${slow.address}left`);
    const [{ id }] = (await (await world.drive(owner)).json()).connections;
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    const release = slow.hold("MOVE");
    await makeDue(world.sayso, jobId);
    const delivery = world.sayso.deliver(jobId);
    await until("it is being moved", async () => slow.seen.some((line) => line.startsWith("MOVE")));
    await world.drive(owner, "DELETE", `/${id}`);
    release();
    await delivery;
    await makeDue(world.sayso, jobId);
    await world.sayso.deliver(jobId, 2);
    await world.processed(submissionId);
    assert.equal((await world.sayso.keys(`drive/${owner.client.id}/`)).length, 1);
    assert.equal((await world.played(owner, submissionId)).status, 200);
    await slow.close();
  });

  test("INV51 all of a customer's videos are forgotten at once although their drive is away", async () => {
    const owner = await world.owner();
    const unreachable = await faultyServer(server.address);
    await world.connect(owner, `${unreachable.address}away`);
    const planted = [
      await plantSubmission(world.sayso, owner.client),
      await plantSubmission(world.sayso, owner.client),
    ];
    for (const { jobId } of planted) await world.deliver(jobId);
    await world.sayso.change(
      "UPDATE submissions SET customer_key = 'ann' WHERE client_id = ?",
      owner.client.id,
    );
    unreachable.fail("DELETE", { status: 503 }, { times: 100 });
    unreachable.seen.splice(0);
    const path = `/api/client/${owner.client.id}/submissions/${planted[0]?.submissionId}?customer=all`;
    const erased = await call(world.sayso, "DELETE", path, { cookie: owner.cookie });
    assert.deepEqual(await erased.json(), { erased: 2, left: 2, returned: 0 });
    assert.equal(unreachable.seen.length, 1, "one refusal is enough");
    const [{ unerased, videos }] = (await (await world.drive(owner)).json()).connections;
    assert.deepEqual([unerased, videos], [2, 0]);
    await unreachable.close();
  });

  test("AUT35 another business can neither see, test nor end a drive", async () => {
    const [owner, stranger] = [await world.owner(), await world.owner()];
    await world.connect(owner, `${server.address}mine`);
    const [{ id }] = (await (await world.drive(owner)).json()).connections;
    for (const [method, path] of [
      ["POST", `/${id}/test`],
      ["DELETE", `/${id}`],
    ] as const) {
      assert.equal((await world.drive(stranger, method, path)).status, 404);
      assert.equal(
        (await world.drive({ client: owner.client, cookie: stranger.cookie }, method, path)).status,
        404,
      );
    }
    assert.equal((await (await world.drive(owner)).json()).connections[0].ended, false);
  });

  test("ADM16 an admin who connects a drive for a client leaves a line, and may choose it by its link", async () => {
    const owner = await world.owner();
    const cookie = await adminCookie(world.sayso);
    await world.connect({ client: owner.client, cookie }, `${server.address}admin`);
    const line = await world.sayso.row(
      "SELECT * FROM audit_log WHERE subject = ? AND action = 'drive.connect'",
      owner.client.id,
    );
    assert.match(line?.after, /admin/);
    assert.ok(!JSON.stringify(line).includes(ACCOUNT.password));
    const change = (changed: string, loaded: string) =>
      call(world.sayso, "PATCH", `/api/admin/clients/${owner.client.id}`, {
        cookie,
        body: { changed: { drive_link: changed }, loaded: { drive_link: loaded } },
      });
    const [link, folder] = [`${server.address}admin/`, `/drive/folder/${owner.client.id}`];
    assert.equal((await change(folder, link)).status, 200);
    assert.equal((await (await world.drive(owner)).json()).provider, "built-in");
    assert.equal((await change(link, folder)).status, 200);
    assert.equal((await (await world.drive(owner)).json()).provider, "webdav");
    assert.equal((await change("https://drive.example/none", link)).status, 400);
  });
});

test("INV51 without a key no drive can be connected, and the portal says so", async () => {
  const plain = await startWorker();
  const client = await addClient(plain);
  const cookie = await signIn(plain, await addUser(plain, { clientId: client.id }));
  const state = await (await call(plain, "GET", `/api/client/${client.id}/drive`, { cookie })).json();
  assert.deepEqual([state.can_connect, state.provider], [false, "built-in"]);
  const path = `/api/client/${client.id}/drive/webdav`;
  const refused = await call(plain, "POST", path, { cookie, body: folderForm("https://cloud.example/dav/") });
  assert.deepEqual([refused.status, (await refused.json()).code], [409, "no_drive_keys"]);
  await plain.close();
});
