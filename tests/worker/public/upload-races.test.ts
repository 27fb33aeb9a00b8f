import assert from "node:assert/strict";
import type { Writable } from "node:stream";
import { after, before, beforeEach, describe, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { statusOf } from "../../support/runtime/raw-http.ts";
import {
  createdUpload,
  head,
  uploadIdOf,
  patch,
  terminate,
  completedUpload,
  slowPatch,
} from "../../support/people/customer/tus.ts";
import { HELD_CLOCK, heldClock } from "../../support/doubles/workers/held-clock.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const MIB = 1024 * 1024;
/** Maximum size of a stored chunk. */
const CHUNK = 4 * MIB;
/** The Worker reads a body in pieces of this size. */
const READ_BYTES = 256 * 1024;
/** Longer than the server waits for a full chunk. */
const PARTIAL_CHUNK_MS = 6000;
/** Timeout of a body without progress. */
const STALLED_MS = 120_000;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ main: HELD_CLOCK });
});
const clock = heldClock(() => sayso);
after(() => sayso.close());
// All tests share one address, which may have at most five open uploads.
beforeEach(() => sayso.change("DELETE FROM uploads WHERE status = 'open'"));

const offset = async (location: string) => Number((await head(sayso, location)).headers.get("upload-offset"));
const finish = (clientId: string, location: string, headers = {}) =>
  submit(sayso, form({ ...goodFields(clientId), uploadId: uploadIdOf(location) }), headers);

/** When a writer's lease expires; `null` without one. */
const writerUntil = async (location: string): Promise<number | null> =>
  (await sayso.row("SELECT writer_until AS until FROM uploads WHERE id = ?", uploadIdOf(location)))?.until;

/** Sends bytes, and waits until the Worker has read them: in whole reads of `READ_BYTES`. */
async function writeAndWait(writer: Writable, bytes: Uint8Array): Promise<void> {
  const pieces = Math.floor(bytes.length / READ_BYTES) * READ_BYTES;
  const goal = (await clock.bytesRead()) + pieces;
  writer.write(bytes);
  await until("the bytes are read", async () => (await clock.bytesRead()) >= goal);
}

async function assertDelivered(clientId: string, bytes: Uint8Array): Promise<void> {
  await until("processed", () =>
    sayso.row("SELECT 1 FROM submissions WHERE client_id = ? AND status = 'processed'", clientId),
  );
  const [key] = await sayso.keys(`drive/${clientId}/`);
  const stored = Buffer.from(await (await sayso.media.get(key)).arrayBuffer());
  assert.ok(stored.equals(bytes));
}

describe("resumable uploads under load", () => {
  test("accepts exactly one of five simultaneous forms for the last credit (INV01 SUB30)", async () => {
    const client = await addClient(sayso, { credits_remaining: 1 });
    const locations: string[] = [];
    for (let i = 0; i < 5; i += 1) locations.push(await completedUpload(sayso, client.id, await video()));
    const answers = await Promise.all(locations.map((location) => finish(client.id, location)));
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 402, 402, 402, 402]);
    assert.equal(
      (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n,
      0,
    );
  });

  test("INV02 SUB31 twelve forms for one upload at once, each with its own key: one row, one credit", async () => {
    const client = await addClient(sayso);
    const location = await completedUpload(sayso, client.id, await video());
    const answers = await Promise.all(Array.from({ length: 12 }, () => finish(client.id, location)));
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
    assert.equal(answers.filter((answer) => answer.status === 409).length, 11);
    assert.equal(
      (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n,
      49,
    );
  });

  test("SUB35 of ten writers at one offset exactly one succeeds, and stored bytes never change", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, MIB);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => patch(sayso, location, 0, new Uint8Array(MIB).fill(i + 1))),
    );
    const statuses = answers.map((answer) => answer.status);
    assert.equal(statuses.filter((status) => status === 204).length, 1, String(statuses));
    assert.ok(
      statuses.every((status) => [204, 409, 423].includes(status)),
      String(statuses),
    );
    const [key] = await sayso.keys(`uploads/${uploadIdOf(location)}/`);
    const stored = new Uint8Array(await (await sayso.media.get(key)).arrayBuffer());
    assert.ok(
      stored.every((byte) => byte === statuses.indexOf(204) + 1),
      "one writer's bytes, unmixed",
    );
    await terminate(sayso, location);
  });

  test("a writer whose lease expired cannot interleave its bytes: the chunks stay gapless (SUB35)", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 3 * CHUNK);
    const stale = await slowPatch(sayso, location, 3 * CHUNK);
    stale.write(Buffer.alloc(CHUNK + 10, 1));
    await until("the first chunk is stored", async () => (await offset(location)) === CHUNK);
    // Its lease expires while it sends nothing.
    await sayso.change("UPDATE uploads SET writer_until = 0 WHERE id = ?", uploadIdOf(location));
    assert.equal((await patch(sayso, location, CHUNK, new Uint8Array(2 * CHUNK).fill(2))).status, 204);
    stale.write(Buffer.alloc(2 * CHUNK - 10, 1));
    assert.equal(await statusOf(stale), 423);
    stale.destroy();
    assert.equal(await offset(location), 3 * CHUNK);
    const keys = await sayso.keys(`uploads/${uploadIdOf(location)}/`);
    const chunks = await Promise.all(
      keys.map(async (key) => new Uint8Array(await (await sayso.media.get(key)).arrayBuffer())),
    );
    assert.deepEqual(
      chunks.map((chunk) => [chunk.length, chunk[0], chunk.at(-1)]),
      [
        [CHUNK, 1, 1],
        [CHUNK, 2, 2],
        [CHUNK, 2, 2],
      ],
    );
    await terminate(sayso, location);
  });

  test("stores a slow line's bytes every few seconds, and the rest when it is cut (SUB35)", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, CHUNK);
    const writer = await slowPatch(sayso, location, CHUNK);
    writer.on("error", () => undefined);
    await writeAndWait(writer, Buffer.alloc(READ_BYTES, 1));
    await clock.skip(PARTIAL_CHUNK_MS);
    writer.write(Buffer.alloc(READ_BYTES, 2));
    await until("the received bytes are stored", async () => (await offset(location)) === 2 * READ_BYTES);
    await writeAndWait(writer, Buffer.alloc(2 * READ_BYTES + 10, 3));
    writer.destroy();
    await until(
      "the bytes received before the cut are stored",
      async () => (await offset(location)) === 4 * READ_BYTES,
    );
    const [row] = await sayso.rows("SELECT chunk_sizes FROM uploads WHERE id = ?", uploadIdOf(location));
    assert.equal(row?.chunk_sizes, JSON.stringify([2 * READ_BYTES, 2 * READ_BYTES]));
    assert.equal(
      (await patch(sayso, location, 4 * READ_BYTES, new Uint8Array(CHUNK - 4 * READ_BYTES))).status,
      204,
    );
    await terminate(sayso, location);
  });

  test("stores larger chunks once a slow connection speeds up (SUB35)", async () => {
    const client = await addClient(sayso);
    const bytes = new Uint8Array(9 * MIB).map((_, at) => at >> 12);
    const location = await createdUpload(sayso, client.id, bytes.length);
    const writer = await slowPatch(sayso, location, bytes.length);
    const status = statusOf(writer);
    await writeAndWait(writer, bytes.subarray(0, 5 * READ_BYTES));
    await clock.skip(PARTIAL_CHUNK_MS);
    writer.write(bytes.subarray(5 * READ_BYTES));
    assert.equal(await status, 204);
    writer.destroy();
    const keys = await sayso.keys(`uploads/${uploadIdOf(location)}/`);
    const chunks = await Promise.all(
      keys.map(async (key) => new Uint8Array(await (await sayso.media.get(key)).arrayBuffer())),
    );
    const [first = 0, second = 0, third = 0, ...more] = chunks.map(({ length }) => length);
    assert.ok(first < second && third === second && more.length === 0, `${first} ${second} ${third}`);
    assert.ok(Buffer.concat(chunks).equals(bytes));
    await terminate(sayso, location);
  });

  test("SUB35 a writer on a slow line keeps its turn for as long as it sends", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 6 * MIB);
    const writer = await slowPatch(sayso, location, 6 * MIB);
    for (let sent = 0; sent < 50; sent += 1) {
      writer.write(Buffer.alloc(100 * 1024));
      await clock.skip(300);
      await until("its lease goes on", async () => Number(await writerUntil(location)) > clock.now() + 2000);
    }
    writer.on("error", () => undefined);
    writer.destroy();
    await terminate(sayso, location);
  });

  test("ends a body that stalls for two minutes, and keeps its bytes (SUB35)", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, CHUNK);
    const writer = await slowPatch(sayso, location, CHUNK);
    const status = statusOf(writer);
    await writeAndWait(writer, Buffer.alloc(READ_BYTES + 10));
    await clock.skip(STALLED_MS);
    assert.equal(await status, 408);
    writer.destroy();
    assert.equal(await offset(location), READ_BYTES);
    assert.equal((await patch(sayso, location, READ_BYTES, new Uint8Array(10))).status, 204);
    await terminate(sayso, location);
  });

  test("keeps, counts and never rewrites chunks whose writer was cut off before recording them (SUB35)", async () => {
    const client = await addClient(sayso);
    const bytes = await video();
    const third = Math.ceil(bytes.length / 3);
    const location = await createdUpload(sayso, client.id, bytes.length);
    assert.equal((await patch(sayso, location, 0, bytes.slice(0, third))).status, 204);
    const cut = `uploads/${uploadIdOf(location)}/${String(third).padStart(12, "0")}`;
    await sayso.media.put(cut, bytes.slice(third, 2 * third));
    const again = await patch(sayso, location, third, new Uint8Array(bytes.length - third));
    assert.equal(again.status, 423);
    assert.equal(await offset(location), 2 * third);
    assert.equal((await patch(sayso, location, third, new Uint8Array(1))).status, 423);
    assert.equal((await patch(sayso, location, 2 * third, bytes.slice(2 * third))).status, 204);
    assert.equal((await finish(client.id, location)).status, 200);
    await assertDelivered(client.id, bytes);
  });

  test("accepts an upload whose recorded chunk sizes lag behind the stored ones (SUB35)", async () => {
    const client = await addClient(sayso);
    const bytes = await video();
    const half = Math.ceil(bytes.length / 2);
    const location = await createdUpload(sayso, client.id, bytes.length);
    assert.equal((await patch(sayso, location, 0, bytes.slice(0, half))).status, 204);
    assert.equal((await patch(sayso, location, half, bytes.slice(half))).status, 204);
    // As written by a build that records no sizes.
    await sayso.change(
      "UPDATE uploads SET chunk_sizes = ? WHERE id = ?",
      JSON.stringify([half]),
      uploadIdOf(location),
    );
    assert.equal((await finish(client.id, location)).status, 200);
    await assertDelivered(client.id, bytes);
  });

  test("an upload that is terminated while it is written leaves no objects (SUB35 SUB36)", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 4 * CHUNK);
    const writer = await slowPatch(sayso, location, 4 * CHUNK);
    writer.write(Buffer.alloc(CHUNK + 10));
    await until("a chunk is stored", () => offset(location));
    assert.equal((await terminate(sayso, location)).status, 204);
    writer.write(Buffer.alloc(3 * CHUNK - 10));
    assert.equal(await statusOf(writer), 410);
    writer.destroy();
    assert.deepEqual(await sayso.keys(`uploads/${uploadIdOf(location)}/`), []);
  });

  test("SUB35 terminating while the form is sent: either it is accepted and kept, or it is gone and no credit taken", async () => {
    for (let i = 0; i < 8; i += 1) {
      const client = await addClient(sayso);
      const location = await completedUpload(sayso, client.id, await video());
      const [answer] = await Promise.all([finish(client.id, location), terminate(sayso, location)]);
      const row = await sayso.row(
        "SELECT credits_remaining AS n, (SELECT count(*) FROM submissions WHERE client_id = c.id) AS rows FROM clients c WHERE id = ?",
        client.id,
      );
      if (answer.status === 200) {
        assert.deepEqual(row, { n: 49, rows: 1 });
        await until("delivered", async () => (await sayso.keys(`drive/${client.id}/`)).length === 1);
      } else {
        assert.ok([404, 409, 415].includes(answer.status), String(answer.status));
        assert.deepEqual(row, { n: 50, rows: 0 });
        await until(
          "nothing is kept",
          async () => (await sayso.keys(`uploads/${uploadIdOf(location)}/`)).length === 0,
        );
      }
    }
  });
});
