import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { Upload } from "tus-js-client";
import { brokenNetwork } from "../../support/browsers/broken-network.ts";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import {
  create,
  createdUpload,
  head,
  slowCreation,
  uploadIdOf,
  patch,
  terminate,
  completedUpload,
} from "../../support/people/customer/tus.ts";
import { bigVideo } from "../../support/films/videos.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

/** Size of the server's reads, and the slack of TCP segments. */
const READ_BYTES = 256 * 1024;
const SEGMENTS = 2000;
const LATER = (hours: number) => new Date(Date.now() + hours * 3_600_000);

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());
// All tests share one address, which may have five open uploads.
beforeEach(() => sayso.change("DELETE FROM uploads WHERE status = 'open'"));

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const finish = (clientId: string, location: string, headers = {}) =>
  submit(sayso, form({ ...goodFields(clientId), uploadId: uploadIdOf(location) }), headers);

describe("a resumable upload", () => {
  test("SUB35 its id, which is all that it takes to add to it, has 128 random bits", async () => {
    const client = await addClient(sayso);
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      const location = await createdUpload(sayso, client.id, 10);
      ids.push(uploadIdOf(location));
      await terminate(sayso, location);
    }
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[0-9a-f]{32}$/);
    // Unlike a UUID's, no digit is fixed.
    for (let digit = 0; digit < 32; digit += 1)
      assert.ok(new Set(ids.map((id) => id[digit])).size > 1, `digit ${digit}`);
  });

  test("INV08 SUB35 its first bytes come as it is created, and what a cut leaves of them is found by the id that the page chose", async () => {
    const client = await addClient(sayso);
    const bytes = await bigVideo(5);
    const id = "0123456789abcdef".repeat(2);
    const location = `/api/uploads/${id}`;
    const stored = async () => Number((await head(sayso, location)).headers.get("upload-offset"));
    const creation = await slowCreation(sayso, client.id, id, bytes.length);
    creation.write(bytes.subarray(0, 4_500_000));
    await until("a chunk is stored", stored);
    const twin = await create(sayso, client.id, 10, {}, { id });
    assert.equal(twin.status, 423, "there is one of this id");
    creation.destroy();
    await until("the writer's turn has ended", async () => {
      const at = await stored();
      return (await patch(sayso, location, at, bytes.subarray(at))).status === 204;
    });
    const { reply } = await finish(client.id, location);
    assert.equal(reply.success, true);
    assert.equal((await create(sayso, client.id, 10, {}, { id })).status, 410, "there was one");
    assert.deepEqual(await sayso.row("SELECT sha256 FROM submissions WHERE client_id = ?", client.id), {
      sha256: sha256(bytes),
    });
  });

  test("SUB35 all of a small video comes as it is created; other ids, and more bytes than announced, are refused", async () => {
    const client = await addClient(sayso);
    const film = await video();
    const created = await create(sayso, client.id, film.length, {}, {}, film);
    assert.deepEqual([created.status, created.headers.get("upload-offset")], [201, String(film.length)]);
    const { reply } = await finish(client.id, created.headers.get("location") ?? "");
    assert.equal(reply.success, true);
    for (const id of ["short", "0".repeat(31), "A".repeat(32), "0".repeat(33), "../".repeat(8)])
      assert.equal((await create(sayso, client.id, 10, {}, { id })).status, 400, id);
    assert.equal((await create(sayso, client.id, 9, {}, {}, new Uint8Array(10))).status, 413);
    assert.deepEqual(
      await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ? AND status = 'open'", client.id),
      [],
    );
  });

  test("INV08 SUB35 cut twice it resumes from what had arrived, and what is delivered is what was sent", async () => {
    const client = await addClient(sayso);
    const bytes = await bigVideo(5);
    const network = await brokenNetwork(sayso.url);
    network.cutAfter(2_700_000);
    network.cutAfter(2_300_000);
    const offsets: number[] = [];
    const location = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(Buffer.from(bytes), {
        endpoint: new URL("/api/uploads", network.url).href,
        metadata: { clientId: client.id, filetype: "video/mp4" },
        retryDelays: [200, 500, 1000, 2000, 4000, 8000],
        onAfterResponse: (request, response) => {
          if (request.getMethod() === "HEAD") offsets.push(Number(response.getHeader("Upload-Offset")));
        },
        onError: reject,
        onSuccess: () => resolve(new URL(upload.url ?? "").pathname),
      });
      upload.start();
    });
    await network.close();
    assert.equal(network.carried.length, 2, "both cuts happened");
    const faults = sayso.log().filter(({ status }) => Number(status) >= 500);
    assert.deepEqual(faults, [], "a lost connection is no fault of the server");
    const arrived = [2_700_000, (offsets[0] ?? 0) + 2_300_000];
    for (const [cut, carried] of arrived.entries()) {
      const resumed = offsets[cut] ?? 0;
      assert.ok(
        carried - resumed <= READ_BYTES + SEGMENTS,
        `cut ${cut}: ${carried - resumed} bytes are sent again`,
      );
    }
    assert.equal((await finish(client.id, location)).status, 200);
    const key = await until("delivered", async () => (await sayso.keys(`drive/${client.id}/`))[0]);
    await until("processed", () =>
      sayso.row("SELECT 1 FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
    );
    const stored = new Uint8Array(await (await sayso.media.get(key)).arrayBuffer());
    assert.equal(sha256(stored), sha256(bytes));
    await until(
      "the uploaded copy is gone",
      async () => (await sayso.keys(`uploads/${uploadIdOf(location)}/`)).length === 0,
    );
  });

  test("SUB35 a finished upload becomes a submission in the transaction that takes the credit", async () => {
    const client = await addClient(sayso);
    const location = await completedUpload(sayso, client.id, await video());
    assert.equal((await finish(client.id, location)).reply.success, true);
    const upload = await sayso.row("SELECT status FROM uploads WHERE id = ?", uploadIdOf(location));
    assert.ok(["accepted", "cleared"].includes(upload?.status));
    assert.equal(
      (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n,
      49,
    );
  });

  test("SUB35 one upload is one submission: a second form with another key is 409 and takes no credit", async () => {
    const client = await addClient(sayso);
    const location = await completedUpload(sayso, client.id, await video());
    const answers = await Promise.all([1, 2, 3].map(() => finish(client.id, location)));
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 409, 409]);
    assert.equal(
      (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n,
      49,
    );
  });

  test("INV02 SUB31 the same form with the same key after acceptance is answered alike", async () => {
    const client = await addClient(sayso);
    const location = await completedUpload(sayso, client.id, await video());
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (let i = 0; i < 3; i += 1) assert.equal((await finish(client.id, location, headers)).status, 200);
    assert.equal(
      (await sayso.row("SELECT count(*) AS n FROM submissions WHERE client_id = ?", client.id))?.n,
      1,
    );
  });

  test("SUB25 SUB35 another client's upload answers like an unknown one", async () => {
    const [mine, other] = [await addClient(sayso), await addClient(sayso)];
    const location = await completedUpload(sayso, other.id, await video());
    const foreign = await finish(mine.id, location);
    const unknown = await finish(mine.id, `/api/uploads/${crypto.randomUUID().replaceAll("-", "")}`);
    assert.deepEqual([foreign.status, foreign.reply], [404, unknown.reply]);
    assert.equal((await finish(other.id, location)).status, 200);
  });

  test("SUB25 a form for an unfinished upload is 409 and takes no credit", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 1000);
    const { status, reply } = await finish(client.id, location);
    assert.deepEqual([status, reply.code], [409, "upload_incomplete"]);
    assert.equal(
      (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n,
      50,
    );
    await terminate(sayso, location);
  });

  test("refuses a file that is no video when the form arrives, and takes no credit (SUB33 INV10)", async () => {
    const client = await addClient(sayso);
    const location = await completedUpload(sayso, client.id, new TextEncoder().encode("<html>".repeat(500)));
    const { status, reply } = await finish(client.id, location);
    assert.deepEqual([status, reply.code], [415, "not_a_video"]);
    assert.equal(
      (await sayso.row("SELECT count(*) AS n FROM submissions WHERE client_id = ?", client.id))?.n,
      0,
    );
    await until(
      "nothing is kept",
      async () => (await sayso.keys(`uploads/${uploadIdOf(location)}/`)).length === 0,
    );
    assert.equal((await head(sayso, location)).status, 404);
  });
});

describe("the end of an upload", () => {
  test("SUB35 termination removes an open upload and its bytes, and never an accepted one", async () => {
    const client = await addClient(sayso);
    const open = await completedUpload(sayso, client.id, await video());
    assert.equal((await terminate(sayso, open)).status, 204);
    assert.equal((await head(sayso, open)).status, 404);
    assert.deepEqual(await sayso.keys(`uploads/${uploadIdOf(open)}/`), []);
    const accepted = await completedUpload(sayso, client.id, await video());
    await finish(client.id, accepted);
    assert.equal((await terminate(sayso, accepted)).status, 410);
    await until("delivered all the same", async () => (await sayso.keys(`drive/${client.id}/`)).length === 1);
  });

  test("SUB35 an unfinished upload expires after 24 hours, and not before", async () => {
    const client = await addClient(sayso);
    const location = await completedUpload(sayso, client.id, await video());
    await sayso.schedule(LATER(23.9));
    assert.equal((await head(sayso, location)).status, 200);
    await sayso.schedule(LATER(24.1));
    assert.equal((await head(sayso, location)).status, 404);
    assert.deepEqual(await sayso.keys(`uploads/${uploadIdOf(location)}/`), []);
  });

  test("SUB35 past its time, before the sweeper comes, an upload is 410", async () => {
    const client = await addClient(sayso);
    const location = await completedUpload(sayso, client.id, await video());
    await sayso.change(
      "UPDATE uploads SET expires_at = ? WHERE id = ?",
      Date.now() - 1,
      uploadIdOf(location),
    );
    assert.equal((await head(sayso, location)).status, 410);
    assert.equal((await patch(sayso, location, 0, new Uint8Array(1))).status, 410);
    assert.equal((await finish(client.id, location)).status, 404);
  });
});
