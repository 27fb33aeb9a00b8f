import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { call } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
let cookie: string;
before(async () => {
  sayso = await startWorker();
  cookie = await adminCookie(sayso);
});
after(() => sayso.close());

describe("a drive link", () => {
  const check = async (client: ClientRow, drive_link: string, upload = false) => {
    const answer = await call(sayso, "POST", "/api/admin/drive-check", {
      cookie,
      body: { client_id: client.id, drive_link, upload },
    });
    return { status: answer.status, ...((await answer.json()) as { works?: boolean; message?: string }) };
  };

  test("ADM12 JOB04 is checked for its form and by a test upload, which leaves nothing behind", async () => {
    const client = await addClient(sayso);
    assert.equal((await check(client, "")).works, true);
    const tried = await check(client, `/drive/folder/${client.id}`, true);
    assert.deepEqual(
      [tried.works, tried.message],
      [true, "A test file was put into the folder, read back and removed."],
    );
    assert.deepEqual(await sayso.keys(`drive/${client.id}/`), []);
    const elsewhere = await check(client, "https://drive.example/folder", true);
    assert.equal(elsewhere.works, false);
    assert.match(elsewhere.message ?? "", /cannot deliver to this address/);
    assert.equal((await check(client, "javascript:alert(1)")).works, false);
  });
});
