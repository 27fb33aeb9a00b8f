// Failures on the way to a WebDAV server.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { recording } from "../../support/people/owner/clients.ts";
import {
  attempts,
  crashed,
  MIB,
  plantLarge,
  plantSubmission,
  submission,
} from "../../support/runtime/jobs.ts";
import { faultyServer, type Fault } from "../../support/doubles/faulty-server.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { call, sha256 } from "../../support/people/owner/users.ts";
import { startWebDavWorld, type WebDavWorld } from "../../support/people/owner/webdav-owner.ts";
import { ACCOUNT, SERVERS, webDavServer, type WebDavServer } from "../../support/doubles/webdav-servers.ts";

let world: WebDavWorld;
before(async () => {
  world = await startWebDavWorld();
});
after(() => world.close());

describe("WebDAV in trouble", { skip: SERVERS.length === 0 }, () => {
  let server: WebDavServer;
  let proxy: Awaited<ReturnType<typeof faultyServer>>;
  let owner: Owner;
  before(async () => {
    server = await webDavServer("Apache");
    proxy = await faultyServer(server.address);
    owner = await world.owner();
    await world.connect(owner, `${proxy.address}videos`);
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });

  const only = async (id: string) => {
    const path = (await submission(world.sayso, id))?.drive_path;
    const name = String(path).split(" ").at(-1) ?? "";
    return Object.entries(await server.files()).filter(([file]) => file.includes(name.slice(0, 8)));
  };

  test("INV12 a kill between the drive's success and our note: still one file, and not written again", async () => {
    const { submissionId, jobId, uploadId } = await plantSubmission(world.sayso, owner.client);
    const chunk = Buffer.from(await recording());
    await world.deliver(jobId);
    await world.processed(submissionId);
    // The state after the kill.
    await world.sayso.media.put(`uploads/${uploadId}/000000000000`, chunk);
    await world.sayso.change(
      "UPDATE submissions SET status = 'awaiting_drive_upload' WHERE id = ?",
      submissionId,
    );
    await crashed(world.sayso, jobId);
    proxy.seen.splice(0);
    await world.sayso.deliver(jobId);
    await world.processed(submissionId);
    assert.ok(!proxy.seen.some((line) => line.startsWith("PUT")), proxy.seen.join("\n"));
    assert.equal((await only(submissionId)).length, 1);
  });

  const PASSING: {
    title: string;
    method: string;
    fault: Fault;
    path?: RegExp;
    first?: "done";
    isSentOnce?: true;
  }[] = [
    {
      title: "503 with Retry-After",
      method: "PUT",
      fault: { status: 503, headers: { "retry-after": "120" } },
    },
    { title: "429", method: "PUT", fault: { status: 429 } },
    { title: "423 while it is busy with the file", method: "PUT", fault: { status: 423 } },
    { title: "504 although it has the file", method: "MOVE", fault: { after: 504 }, isSentOnce: true },
    { title: "a lost answer to the upload", method: "PUT", fault: "lost" },
    // The runtime of the tests answers 500 in its place, as a proxy would answer 502.
    { title: "a lost answer to the move", method: "MOVE", fault: "lost", first: "done", isSentOnce: true },
    { title: "a file that came back changed", method: "GET", fault: "changed", path: /\.webm$/ },
  ];
  for (const { title, method, fault, path, first: meant = "pending", isSentOnce } of PASSING) {
    test(`INV13 INV17 after ${title} the next attempt delivers, and until then our copy stays`, async () => {
      const { submissionId, jobId, uploadId } = await plantSubmission(world.sayso, owner.client);
      proxy.seen.splice(0);
      // A lookup of the file precedes the upload.
      proxy.fail(method, fault, { ...(path ? { path } : {}), times: 1 });
      if (fault === "changed") proxy.fail(method, fault, { path: /\.webm$/, times: 1 });
      const first = await world.deliver(jobId);
      assert.equal(first?.status, meant, String(first?.error_message));
      if (meant === "pending") {
        assert.equal((await world.sayso.keys(`uploads/${uploadId}/`)).length, 1);
        const state = await (await world.drive(owner)).json();
        assert.equal(state.connections[0].fault, first?.error_message, "the owner sees it");
        await world.deliver(jobId, 2);
      }
      proxy.clearFaults();
      await world.processed(submissionId);
      const [[file, digest], ...more] = (await only(submissionId)) as [[string, string]];
      assert.deepEqual([more, file.endsWith(".part")], [[], false]);
      assert.equal(digest, sha256(await recording()));
      if (isSentOnce) assert.equal(proxy.seen.filter((line) => line.startsWith("PUT")).length, 1);
      assert.equal((await (await world.drive(owner)).json()).connections[0].fault, null);
    });
  }

  test("JOB12 a server that says when to come again is not asked before", async () => {
    const { jobId } = await plantSubmission(world.sayso, owner.client);
    proxy.fail("PUT", { status: 503, headers: { "retry-after": "7200" } });
    const row = await world.deliver(jobId);
    assert.ok(row?.due_at - Date.now() > 7_000_000, String(row?.due_at - Date.now()));
    proxy.clearFaults();
    await world.deliver(jobId, 2);
  });

  test("says what a 500 may mean: a full disk behind nginx, Apache and wsgidav (INV15)", async () => {
    const { jobId } = await plantSubmission(world.sayso, owner.client);
    proxy.fail("PUT", { status: 500 });
    assert.match((await world.deliver(jobId))?.error_message, /the disk is full, or the folder is read-only/);
    proxy.clearFaults();
    await world.deliver(jobId, 2);
  });

  for (const name of SERVERS)
    test(`INV15 a file where a folder should be is named, and delivered around once it is gone: ${name}`, async () => {
      const other = await webDavServer(name);
      const another = await world.owner();
      await world.connect(another, `${other.address}Kunden`);
      const month = `${other.address}Kunden/${new Date().toISOString().slice(0, 7)}`;
      const authorization = `Basic ${btoa(`${ACCOUNT.name}:${ACCOUNT.password}`)}`;
      const put = await fetch(month, { method: "PUT", body: "a file", headers: { authorization } });
      assert.ok(put.ok, String(put.status));
      const { submissionId, jobId } = await plantSubmission(world.sayso, another.client);
      const failed = await world.deliver(jobId);
      assert.match(
        failed?.error_message,
        /a file named “\d{4}-\d\d” where the folder of that name should be/,
      );
      await fetch(month, { method: "DELETE", headers: { authorization } });
      const [{ id }] = (await (await world.drive(another)).json()).connections;
      assert.equal((await world.drive(another, "POST", `/${id}/test`)).status, 200);
      await world.processed(submissionId);
      await other.close();
    });

  test("writes the file in place if nothing can be moved, as behind many proxies (JOB10)", async () => {
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    proxy.fail("MOVE", { status: 502 });
    await world.deliver(jobId);
    await world.processed(submissionId);
    assert.equal((await only(submissionId)).length, 1);
    proxy.clearFaults();
  });

  const PERMANENT: { title: string; status: number; message: RegExp }[] = [
    { title: "a full drive", status: 507, message: /full.*Free some space/ },
    {
      title: "a full disk behind rclone",
      status: 405,
      message: /folder is there.*the disk is full, or the folder is read-only/,
    },
    {
      title: "a password that was changed",
      status: 401,
      message: /refused the user name or the password.*Connect it again/,
    },
    { title: "a right that was taken away", status: 403, message: /does not let this account write/ },
    { title: "a file above the server's limit", status: 413, message: /no files as large/ },
  ];
  /** Its business can watch and save the video although it is on no drive. */
  const playsMeanwhile = async (id: string) => {
    const video = await recording();
    const ask = (query: string, headers: Record<string, string>) =>
      world.sayso.fetch(`/api/client/${owner.client.id}/submissions/${id}/video${query}`, {
        headers: { cookie: owner.cookie, ...headers },
      });
    const full = await ask("?download", {});
    assert.match(full.headers.get("content-disposition") ?? "", /^attachment; filename="\d{4}-/);
    assert.deepEqual(new Uint8Array(await full.arrayBuffer()), video);
    const part = await ask("", { range: "bytes=1000-1999" });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get("content-range"), `bytes 1000-1999/${video.length}`);
    assert.deepEqual(new Uint8Array(await part.arrayBuffer()), video.subarray(1000, 2000));
  };
  for (const { title, status: code, message } of PERMANENT) {
    test(`INV15 ${title} ends the job at once, for the admin and the owner to see, and a drive that works again gets it`, async () => {
      const { submissionId, jobId, uploadId } = await plantSubmission(world.sayso, owner.client);
      proxy.fail("PUT", { status: code });
      const failed = await world.deliver(jobId);
      assert.equal(failed?.status, "failed");
      assert.equal((await attempts(world.sayso, submissionId)).length, 1);
      const cookie = await adminCookie(world.sayso);
      const list = await (await call(world.sayso, "GET", "/api/admin/failed-uploads", { cookie })).json();
      const line = list.uploads.find((one: { submission_id: string }) => one.submission_id === submissionId);
      assert.match(line.error_message, message);
      const state = await (await world.drive(owner)).json();
      assert.match(state.connections[0].fault, message);
      assert.equal(state.parked, 1);
      await playsMeanwhile(submissionId);
      assert.equal((await world.sayso.keys(`uploads/${uploadId}/`)).length, 1, "nothing is lost");
      proxy.clearFaults();
      const tested = await world.drive(owner, "POST", `/${state.connections[0].id}/test`);
      assert.equal(tested.status, 200);
      await world.processed(submissionId);
      assert.equal((await only(submissionId)).length, 1);
      assert.equal((await (await world.drive(owner)).json()).parked, 0);
    });
  }

  test("INV17 a video that arrives with another SHA-256 than it was accepted with is not noted as delivered, and our copy stays", async () => {
    const { submissionId, jobId, uploadId } = await plantSubmission(world.sayso, owner.client);
    const accepted = "0".repeat(64);
    await world.sayso.change("UPDATE submissions SET sha256 = ? WHERE id = ?", accepted, submissionId);
    const failed = await world.deliver(jobId);
    assert.equal(failed?.status, "failed");
    assert.match(failed?.error_message, /not the video that we accepted/);
    const row = await submission(world.sayso, submissionId);
    assert.deepEqual([row?.status, row?.sha256], ["drive_upload_failed", accepted]);
    assert.equal((await world.sayso.keys(`uploads/${uploadId}/`)).length, 1);
    assert.equal((await (await world.drive(owner)).json()).connections[0].fault, null, "the drive works");
  });

  test("INV15 a server that refuses a large file at its first bytes and reads no more of it ends the job at once", async () => {
    const { submissionId, jobId } = await plantLarge(world.sayso, owner.client, 20 * MIB);
    proxy.fail("PUT", { refuse: 507 });
    // At its deadline it would be retried, as too slow.
    const failed = await world.deliver(jobId);
    assert.equal(failed?.status, "failed");
    assert.match(failed?.error_message, /full.*Free some space/);
    assert.equal((await attempts(world.sayso, submissionId)).length, 1);
  });

  test("removes a file erased while the drive was unavailable once it is back (INV51)", async () => {
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    await world.deliver(jobId);
    const [[file]] = (await only(submissionId)) as [[string, string]];
    proxy.fail("DELETE", { status: 503 }, { times: 100 });
    const erased = await call(
      world.sayso,
      "DELETE",
      `/api/client/${owner.client.id}/submissions/${submissionId}`,
      {
        cookie: owner.cookie,
      },
    );
    assert.deepEqual(await erased.json(), { erased: 1, left: 1, returned: 0 });
    const later = (minutes: number) => world.sayso.schedule(new Date(Date.now() + minutes * 60_000));
    await later(15);
    assert.ok(file in (await server.files()));
    proxy.clearFaults();
    proxy.seen.splice(0);
    await later(30);
    assert.deepEqual(proxy.seen, [], "not asked again within the hour");
    await later(80);
    assert.ok(!(file in (await server.files())));
    const record = await world.sayso.row("SELECT * FROM erasures WHERE submission_id = ?", submissionId);
    assert.ok(record?.swept_at && record.drive_path === null);
  });

  test("CLI03 a drive that is away says so to a player, and one that knows no ranges sends all", async () => {
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    await world.deliver(jobId);
    proxy.fail("GET", { status: 503 });
    const unavailable = await world.played(owner, submissionId, "bytes=0-99");
    assert.deepEqual([unavailable.status, (await unavailable.json()).code], [503, "drive_away"]);
    proxy.clearFaults();
    const bytes = Buffer.from(await recording());
    proxy.fail("GET", "whole");
    const full = await world.played(owner, submissionId, "bytes=0-99");
    assert.deepEqual([full.status, full.headers.get("content-range")], [200, null]);
    assert.ok(Buffer.from(await full.arrayBuffer()).equals(bytes));
    const part = await world.played(owner, submissionId, "bytes=0-99");
    assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 100]);
    const beyond = await world.played(owner, submissionId, "bytes=99999999-");
    assert.equal(beyond.status, 416);
  });
});
