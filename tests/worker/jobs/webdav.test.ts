// Deliveries to real WebDAV servers, and what goes wrong on the way.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/admin-calls.ts";
import { addClient, form, goodFields, submit, video, type ClientRow } from "../../support/clients.ts";
import { attempts, job, makeDue, plantSubmission, submission } from "../../support/jobs.ts";
import { fakeHost, status } from "../../support/fake-http.ts";
import { faultyServer, type Fault } from "../../support/faulty-server.ts";
import { addUser, call, sha256, signIn } from "../../support/users.ts";
import {
  ACCOUNT,
  DRIVE_SECRETS,
  SERVERS,
  webDavServer,
  type WebDavServer,
} from "../../support/webdav-servers.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ secrets: DRIVE_SECRETS });
});
after(() => sayso.close());

type Owner = { client: ClientRow; cookie: string };

async function owner(): Promise<Owner> {
  const client = await addClient(sayso);
  return { client, cookie: await signIn(sayso, await addUser(sayso, { clientId: client.id })) };
}

const drive = ({ client, cookie }: Owner, method = "GET", path = "", body?: unknown) =>
  call(sayso, method, `/api/client/${client.id}/drive${path}`, { cookie, ...(body ? { body } : {}) });

const wish = (address: string, secret = ACCOUNT.password) => ({ address, account: ACCOUNT.name, secret });

async function connect(who: Owner, address: string): Promise<void> {
  const answer = await drive(who, "POST", "/webdav", wish(address));
  assert.equal(answer.status, 200, await answer.clone().text());
}

const processed = (id: string) =>
  until("processed", async () => (await submission(sayso, id))?.status === "processed");

/** The jobs of the product's own queue are not waited for. */
async function deliver(jobId: string, attempt = 1) {
  await makeDue(sayso, jobId);
  await sayso.deliver(jobId, attempt);
  return job(sayso, jobId);
}

const played = (who: Owner, id: string, range?: string) =>
  sayso.fetch(`/api/client/${who.client.id}/submissions/${id}/video`, {
    headers: { cookie: who.cookie, ...(range ? { range } : {}) },
  });

for (const name of SERVERS) {
  describe(`WebDAV on ${name}`, () => {
    let server: WebDavServer;
    let who: Owner;
    before(async () => {
      server = await webDavServer(name);
      who = await owner();
      await connect(who, `${server.address}Our%20videos/from%20Sayso`);
    });
    after(() => server.close());

    test("JOB10 the folder is made, tried with a file that leaves nothing behind, and linked to", async () => {
      assert.deepEqual(await server.files(), {});
      const state = await (await drive(who)).json();
      const address = `${server.address}Our%20videos/from%20Sayso/`;
      assert.deepEqual([state.provider, state.link, state.parked], ["webdav", address, 0]);
      const [{ chosen, account, fault, videos }] = state.connections;
      assert.deepEqual([chosen, account, fault, videos], [true, ACCOUNT.name, null, 0]);
    });

    test("JOB10 INV17 a video arrives there whole, and only then our copy goes", async () => {
      const bytes = await video();
      await submit(sayso, form({ ...goodFields(who.client.id), customerName: "Zoë Ünal" }, bytes));
      const row = await until("processed", () =>
        sayso.row("SELECT * FROM submissions WHERE client_id = ? AND status = 'processed'", who.client.id),
      );
      const digest = sha256(bytes);
      assert.equal(row.sha256, digest);
      assert.deepEqual(await server.files(), { [`Our videos/from Sayso/${row.drive_path}`]: digest });
      await until(
        "our copy is gone",
        async () => (await sayso.keys(`uploads/${row.upload_id}/`)).length === 0,
      );
      assert.deepEqual(await sayso.keys(`drive/${who.client.id}/`), []);
      const mail = await until("the mail", async () =>
        (await sayso.mails()).find(({ to }) => [to].flat().includes(who.client.email)),
      );
      assert.ok(
        mail.text.includes(`${server.address}Our%20videos/from%20Sayso/`),
        "the mail opens the folder",
      );
    });

    test("CLI03 it plays in the portal, whole and in ranges, and is erased from there", async () => {
      const bytes = Buffer.from(await video());
      const { submissionId, jobId } = await plantSubmission(sayso, who.client);
      await deliver(jobId);
      const whole = await played(who, submissionId);
      assert.equal(whole.headers.get("content-type"), "video/webm");
      assert.ok(Buffer.from(await whole.arrayBuffer()).equals(bytes));
      const part = await played(who, submissionId, "bytes=100-299");
      assert.equal(part.status, 206);
      assert.equal(part.headers.get("content-range"), `bytes 100-299/${bytes.length}`);
      assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300)));
      const path = `Our videos/from Sayso/${(await submission(sayso, submissionId))?.drive_path}`;
      assert.ok(path in (await server.files()));
      const erased = await call(sayso, "DELETE", `/api/client/${who.client.id}/submissions/${submissionId}`, {
        cookie: who.cookie,
      });
      assert.deepEqual(await erased.json(), { erased: 1, left: 0 });
      assert.ok(!(path in (await server.files())));
    });

    test("INV11 a job message delivered three times at once: one file, nothing beside it", async () => {
      const held = Object.keys(await server.files()).length;
      const { submissionId, jobId } = await plantSubmission(sayso, who.client);
      await Promise.all([sayso.deliver(jobId), sayso.deliver(jobId), sayso.deliver(jobId)]);
      await processed(submissionId);
      const files = Object.keys(await server.files());
      assert.equal(files.length, held + 1);
      assert.ok(files.every((file) => !file.endsWith(".part")));
    });
  });
}

describe("WebDAV in trouble", { skip: SERVERS.length === 0 }, () => {
  let server: WebDavServer;
  let proxy: Awaited<ReturnType<typeof faultyServer>>;
  let who: Owner;
  before(async () => {
    server = await webDavServer("Apache");
    proxy = await faultyServer(server.address);
    who = await owner();
    await connect(who, `${proxy.address}videos`);
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });

  const only = async (id: string) => {
    const path = (await submission(sayso, id))?.drive_path;
    const name = String(path).split(" ").at(-1) ?? "";
    return Object.entries(await server.files()).filter(([file]) => file.includes(name.slice(0, 8)));
  };

  test("INV12 a kill between the drive's success and our note: still one file, and not written again", async () => {
    const { submissionId, jobId, uploadId } = await plantSubmission(sayso, who.client);
    const chunk = Buffer.from(await video());
    await deliver(jobId);
    await processed(submissionId);
    // As the kill leaves it.
    await sayso.media.put(`uploads/${uploadId}/000000000000`, chunk);
    await sayso.change("UPDATE submissions SET status = 'awaiting_drive_upload' WHERE id = ?", submissionId);
    await sayso.change("UPDATE job_queue SET status = 'running', due_at = 0 WHERE id = ?", jobId);
    proxy.seen.splice(0);
    await sayso.deliver(jobId);
    await processed(submissionId);
    assert.ok(!proxy.seen.some((line) => line.startsWith("PUT")), proxy.seen.join("\n"));
    assert.equal((await only(submissionId)).length, 1);
  });

  const PASSING: { what: string; method: string; fault: Fault; path?: RegExp; first?: "done" }[] = [
    {
      what: "503 with Retry-After",
      method: "PUT",
      fault: { status: 503, headers: { "retry-after": "120" } },
    },
    { what: "429", method: "PUT", fault: { status: 429 } },
    { what: "423 while it is busy with the file", method: "PUT", fault: { status: 423 } },
    { what: "504 although it has the file", method: "MOVE", fault: { after: 504 } },
    { what: "a lost answer to the upload", method: "PUT", fault: "lost" },
    // The runtime of the tests answers 500 in its place, after which the file is written where it belongs.
    { what: "a lost answer to the move", method: "MOVE", fault: "lost", first: "done" },
    { what: "a file that came back changed", method: "GET", fault: "changed", path: /\.webm$/ },
  ];
  for (const { what, method, fault, path, first: meant = "pending" } of PASSING) {
    test(`INV13 INV17 after ${what} the next attempt delivers, and until then our copy stays`, async () => {
      const { submissionId, jobId, uploadId } = await plantSubmission(sayso, who.client);
      // A look for the file comes before the upload.
      proxy.fail(method, fault, { ...(path ? { path } : {}), times: 1 });
      if (fault === "changed") proxy.fail(method, fault, { path: /\.webm$/, times: 1 });
      const first = await deliver(jobId);
      assert.equal(first?.status, meant, String(first?.error_message));
      if (meant === "pending") {
        assert.equal((await sayso.keys(`uploads/${uploadId}/`)).length, 1);
        const state = await (await drive(who)).json();
        assert.equal(state.connections[0].fault, first?.error_message, "the owner sees it");
        await deliver(jobId, 2);
      }
      proxy.mend();
      await processed(submissionId);
      const [[file, digest], ...more] = (await only(submissionId)) as [[string, string]];
      assert.deepEqual([more, file.endsWith(".part")], [[], false]);
      assert.equal(digest, sha256(await video()));
      assert.equal((await (await drive(who)).json()).connections[0].fault, null);
    });
  }

  test("JOB12 a server that says when to come again is not asked before", async () => {
    const { jobId } = await plantSubmission(sayso, who.client);
    proxy.fail("PUT", { status: 503, headers: { "retry-after": "7200" } });
    const row = await deliver(jobId);
    assert.ok(row?.due_at - Date.now() > 7_000_000, String(row?.due_at - Date.now()));
    proxy.mend();
    await deliver(jobId, 2);
  });

  test("JOB10 where nothing can be moved, as behind many proxies, the file is written in its place", async () => {
    const { submissionId, jobId } = await plantSubmission(sayso, who.client);
    proxy.fail("MOVE", { status: 502 });
    await deliver(jobId);
    await processed(submissionId);
    assert.equal((await only(submissionId)).length, 1);
    proxy.mend();
  });

  const PERMANENT: { what: string; status: number; says: RegExp }[] = [
    { what: "a full drive", status: 507, says: /full.*Free some space/ },
    {
      what: "a password that was changed",
      status: 401,
      says: /refused the user name or the password.*Connect it again/,
    },
    { what: "a right that was taken away", status: 403, says: /does not let this account write/ },
    { what: "a file above the server's limit", status: 413, says: /no files as large/ },
  ];
  for (const { what, status: code, says } of PERMANENT) {
    test(`INV15 ${what} ends the job at once, for the admin and the owner to see, and a drive that works again gets it`, async () => {
      const { submissionId, jobId, uploadId } = await plantSubmission(sayso, who.client);
      proxy.fail("PUT", { status: code });
      const failed = await deliver(jobId);
      assert.equal(failed?.status, "failed");
      assert.equal((await attempts(sayso, submissionId)).length, 1);
      const cookie = await adminCookie(sayso);
      const list = await (await call(sayso, "GET", "/api/admin/failed-uploads", { cookie })).json();
      const line = list.uploads.find((one: { submission_id: string }) => one.submission_id === submissionId);
      assert.match(line.error_message, says);
      const state = await (await drive(who)).json();
      assert.match(state.connections[0].fault, says);
      assert.equal(state.parked, 1);
      assert.equal((await sayso.keys(`uploads/${uploadId}/`)).length, 1, "nothing is lost");
      proxy.mend();
      const tested = await drive(who, "POST", `/${state.connections[0].id}/test`);
      assert.equal(tested.status, 200);
      await processed(submissionId);
      assert.equal((await only(submissionId)).length, 1);
      assert.equal((await (await drive(who)).json()).parked, 0);
    });
  }

  test("INV51 what is erased while the drive is away is removed once it is back", async () => {
    const { submissionId, jobId } = await plantSubmission(sayso, who.client);
    await deliver(jobId);
    const [[file]] = (await only(submissionId)) as [[string, string]];
    proxy.fail("DELETE", { status: 503 }, { times: 100 });
    const erased = await call(sayso, "DELETE", `/api/client/${who.client.id}/submissions/${submissionId}`, {
      cookie: who.cookie,
    });
    assert.deepEqual(await erased.json(), { erased: 1, left: 1 });
    const later = (minutes: number) => sayso.schedule(new Date(Date.now() + minutes * 60_000));
    await later(10);
    assert.ok(file in (await server.files()));
    proxy.mend();
    proxy.seen.splice(0);
    await later(20);
    assert.deepEqual(proxy.seen, [], "not asked again within the hour");
    await later(80);
    assert.ok(!(file in (await server.files())));
    const record = await sayso.row("SELECT * FROM erasures WHERE submission_id = ?", submissionId);
    assert.ok(record?.swept_at && record.drive_path === null);
  });

  test("CLI03 a drive that is away says so to a player, and one that knows no ranges sends all", async () => {
    const { submissionId, jobId } = await plantSubmission(sayso, who.client);
    await deliver(jobId);
    proxy.fail("GET", { status: 503 });
    const away = await played(who, submissionId, "bytes=0-99");
    assert.deepEqual([away.status, (await away.json()).code], [503, "drive_away"]);
    proxy.mend();
    const beyond = await played(who, submissionId, "bytes=99999999-");
    assert.equal(beyond.status, 416);
  });
});

describe("connecting a WebDAV drive", { skip: SERVERS.length === 0 }, () => {
  let server: WebDavServer;
  before(async () => {
    server = await webDavServer("rclone");
  });
  after(() => server.close());

  test("INV51 INV54 the password is stored sealed, never shown again, and stands in no log line", async () => {
    const who = await owner();
    await connect(who, `${server.address}sealed`);
    const row = await sayso.row("SELECT * FROM drive_connections WHERE client_id = ?", who.client.id);
    assert.equal(row?.key_id, "tests");
    assert.ok(!JSON.stringify(row).includes(ACCOUNT.password));
    assert.ok(!(await (await drive(who)).text()).includes(ACCOUNT.password));
    assert.ok(!sayso.server.getLogs().some(({ message }) => message.includes(ACCOUNT.password)));
    const basic = Buffer.from(`${ACCOUNT.name}:${ACCOUNT.password}`).toString("base64");
    assert.ok(!sayso.server.getLogs().some(({ message }) => message.includes(basic)));
  });

  test("JOB10 a drive that does not work is not connected, and the sentence says why", async () => {
    const who = await owner();
    const moved = fakeHost("moved.example", status(301, { location: server.address }));
    const cases: [object, string, RegExp][] = [
      [wish("http://moved.example/dav"), "drive_refused", /leads to another one now/],
      [wish(server.address, "wrong"), "drive_refused", /refused the user name or the password/],
      // A server that nobody runs: the runtime of the tests answers 500 in its place.
      [wish("http://127.0.0.1:1/dav"), "drive_refused", /could not be reached|answered 500/],
      [wish("nas"), "invalid", /WebDAV address/],
      [wish("https://cloud.example/apps/files/?dir=/Videos"), "invalid", /page you open in a browser/],
      [{ address: server.address, account: "ann", secret: " " }, "invalid", /app password/],
      [{ address: server.address, account: "a\nb", secret: "x" }, "invalid", /one line/],
      [{ address: server.address, account: "a:b", secret: "x" }, "invalid", /colon/],
    ];
    for (const [body, code, says] of cases) {
      const answer = await drive(who, "POST", "/webdav", body);
      const said = await answer.json();
      assert.deepEqual([answer.status, said.code], [400, code], JSON.stringify(said));
      assert.match(JSON.stringify(said), says);
    }
    assert.ok(moved.received.every(({ url }) => url.startsWith("http://moved.example/")));
    moved.close();
    assert.equal((await (await drive(who)).json()).provider, "built-in");
    assert.deepEqual(
      await sayso.rows("SELECT id FROM drive_connections WHERE client_id = ?", who.client.id),
      [],
    );
  });

  test("JOB10 INV17 after a disconnection new videos go to the built-in folder, and earlier ones say where they are", async () => {
    const who = await owner();
    await connect(who, `${server.address}ended`);
    const first = await plantSubmission(sayso, who.client);
    await deliver(first.jobId);
    const [{ id }] = (await (await drive(who)).json()).connections;
    const ended = await (await drive(who, "DELETE", `/${id}`)).json();
    assert.equal(ended.provider, "built-in");
    assert.deepEqual([ended.connections[0].ended, ended.connections[0].videos], [true, 1]);
    const gone = await played(who, first.submissionId);
    assert.deepEqual([gone.status, (await gone.json()).code], [409, "drive_ended"]);
    const row = await sayso.row("SELECT credential, key_id FROM drive_connections WHERE id = ?", id);
    assert.deepEqual([row?.credential, row?.key_id], [null, null]);
    const second = await plantSubmission(sayso, who.client);
    await deliver(second.jobId);
    await processed(second.submissionId);
    assert.equal((await sayso.keys(`drive/${who.client.id}/`)).length, 1);
    await connect(who, `${server.address}ended`);
    assert.equal((await played(who, first.submissionId)).status, 200, "connected again, it is there again");
    assert.equal((await played(who, second.submissionId)).status, 200, "and so is what came meanwhile");
  });

  test("INV11 INV51 what an attempt left in one drive goes once another one has the video", async () => {
    const who = await owner();
    const lying = await faultyServer(server.address);
    await connect(who, `${lying.address}first`);
    const { submissionId, jobId } = await plantSubmission(sayso, who.client);
    // The file is there whole, and nobody can be sure.
    lying.fail("GET", "changed", { path: /\.webm$/, times: 2 });
    assert.equal((await deliver(jobId))?.status, "pending");
    const held = async (folder: string) =>
      Object.keys(await server.files()).filter((file) => file.startsWith(`${folder}/`)).length;
    assert.equal(await held("first"), 1);
    await connect(who, `${lying.address}second`);
    await processed(submissionId);
    assert.deepEqual([await held("first"), await held("second")], [1, 1]);
    await sayso.schedule(new Date(Date.now() + 10 * 60_000));
    assert.deepEqual([await held("first"), await held("second")], [0, 1]);
    await lying.close();
  });

  test("JOB10 of two folders with one page for people the one that was connected last is delivered to", async () => {
    const who = await owner();
    const [first, second] = [
      `${server.address}remote.php/dav/files/ann/V/`,
      `${server.address}remote.php/dav/files/bob/V/`,
    ];
    await connect(who, first);
    await connect(who, second);
    const { jobId } = await plantSubmission(sayso, who.client);
    await deliver(jobId);
    const files = Object.keys(await server.files());
    assert.ok(
      files.some((file) => file.startsWith("remote.php/dav/files/bob/V/")),
      files.join(" "),
    );
    assert.ok(!files.some((file) => file.startsWith("remote.php/dav/files/ann/V/")));
    const { connections } = await (await drive(who)).json();
    assert.deepEqual(
      connections.map(({ address, chosen }: { address: string; chosen: boolean }) => [address, chosen]),
      [
        [second, true],
        [first, false],
      ],
    );
    await drive(who, "DELETE", `/${connections[1].id}`);
    assert.equal((await (await drive(who)).json()).provider, "webdav", "the other one stays");
  });

  test("INV17 a video whose drive is disconnected on its way is not noted as delivered, and goes elsewhere", async () => {
    const who = await owner();
    const slow = await faultyServer(server.address);
    await connect(who, `${slow.address}left`);
    const [{ id }] = (await (await drive(who)).json()).connections;
    const { submissionId, jobId } = await plantSubmission(sayso, who.client);
    const release = slow.hold("MOVE");
    await makeDue(sayso, jobId);
    const delivery = sayso.deliver(jobId);
    await until("it is being moved", async () => slow.seen.some((line) => line.startsWith("MOVE")));
    await drive(who, "DELETE", `/${id}`);
    release();
    await delivery;
    await makeDue(sayso, jobId);
    await sayso.deliver(jobId, 2);
    await processed(submissionId);
    assert.equal((await sayso.keys(`drive/${who.client.id}/`)).length, 1);
    assert.equal((await played(who, submissionId)).status, 200);
    await slow.close();
  });

  test("INV51 all of a customer's videos are forgotten at once although their drive is away", async () => {
    const who = await owner();
    const away = await faultyServer(server.address);
    await connect(who, `${away.address}away`);
    const planted = [await plantSubmission(sayso, who.client), await plantSubmission(sayso, who.client)];
    for (const { jobId } of planted) await deliver(jobId);
    await sayso.change("UPDATE submissions SET customer_key = 'ann' WHERE client_id = ?", who.client.id);
    away.fail("DELETE", { status: 503 }, { times: 100 });
    away.seen.splice(0);
    const path = `/api/client/${who.client.id}/submissions/${planted[0]?.submissionId}?customer=all`;
    const erased = await call(sayso, "DELETE", path, { cookie: who.cookie });
    assert.deepEqual(await erased.json(), { erased: 2, left: 2 });
    assert.equal(away.seen.length, 1, "one refusal is enough");
    const [{ unerased, videos }] = (await (await drive(who)).json()).connections;
    assert.deepEqual([unerased, videos], [2, 0]);
    await away.close();
  });

  test("AUT35 another business can neither see, test nor end a drive", async () => {
    const [who, stranger] = [await owner(), await owner()];
    await connect(who, `${server.address}mine`);
    const [{ id }] = (await (await drive(who)).json()).connections;
    for (const [method, path] of [
      ["POST", `/${id}/test`],
      ["DELETE", `/${id}`],
    ] as const) {
      assert.equal((await drive(stranger, method, path)).status, 404);
      assert.equal((await drive({ client: who.client, cookie: stranger.cookie }, method, path)).status, 404);
    }
    assert.equal((await (await drive(who)).json()).connections[0].ended, false);
  });

  test("ADM16 an admin who connects a drive for a client leaves a line, and may choose it by its link", async () => {
    const who = await owner();
    const cookie = await adminCookie(sayso);
    await connect({ client: who.client, cookie }, `${server.address}admin`);
    const line = await sayso.row(
      "SELECT * FROM audit_log WHERE subject = ? AND action = 'drive.connect'",
      who.client.id,
    );
    assert.match(line?.after, /admin/);
    assert.ok(!JSON.stringify(line).includes(ACCOUNT.password));
    const change = (changed: string, loaded: string) =>
      call(sayso, "PATCH", `/api/admin/clients/${who.client.id}`, {
        cookie,
        body: { changed: { drive_link: changed }, loaded: { drive_link: loaded } },
      });
    const [link, folder] = [`${server.address}admin/`, `/drive/folder/${who.client.id}`];
    assert.equal((await change(folder, link)).status, 200);
    assert.equal((await (await drive(who)).json()).provider, "built-in");
    assert.equal((await change(link, folder)).status, 200);
    assert.equal((await (await drive(who)).json()).provider, "webdav");
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
  const refused = await call(plain, "POST", path, { cookie, body: wish("https://cloud.example/dav/") });
  assert.deepEqual([refused.status, (await refused.json()).code], [409, "no_drive_keys"]);
  await plain.close();
});
