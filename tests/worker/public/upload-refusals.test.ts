import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import {
  create,
  createdUpload,
  head,
  patch,
  terminate,
  slowPatch,
} from "../../support/people/customer/tus.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const MIB = 1024 * 1024;
/** The largest object that an upload is stored in. */
const CHUNK = 4 * MIB;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());
// All tests share one address, which may have five open uploads.
beforeEach(() => sayso.change("DELETE FROM uploads WHERE status = 'open'"));

const offset = async (location: string) => Number((await head(sayso, location)).headers.get("upload-offset"));
const code = async (answer: Response) => ((await answer.json()) as { code: string }).code;

describe("refusals of an upload", () => {
  test("INV08 a wrong offset is 409 and changes nothing", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 5000);
    const answer = await patch(sayso, location, 100, new Uint8Array(10));
    assert.deepEqual([answer.status, await code(answer)], [409, "wrong_offset"]);
    assert.equal(await offset(location), 0);
    await terminate(sayso, location);
  });

  test("INV08 SUB35 a second writer is 423 while the first one writes", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 3 * CHUNK);
    const first = await slowPatch(sayso, location, 3 * CHUNK);
    first.write(Buffer.alloc(CHUNK + 10, 1));
    const stored = await until("the first writer has stored a chunk", () => offset(location));
    for (const at of [0, stored]) {
      const second = await patch(sayso, location, at, new Uint8Array(MIB).fill(2));
      assert.deepEqual([second.status, await code(second)], [423, "upload_locked"]);
    }
    first.destroy();
    await until("the writer's turn has ended", async () => {
      const at = await offset(location);
      return (await patch(sayso, location, at, new Uint8Array(3 * CHUNK - at).fill(3))).status === 204;
    });
    assert.equal(await offset(location), 3 * CHUNK);
    await terminate(sayso, location);
  });

  test("SUB35 numbers with a sign, and extensions that are not offered, are 400", async () => {
    const client = await addClient(sayso);
    for (const more of [
      { "upload-length": "+5" },
      { "upload-length": "-5" },
      { "upload-length": "1e3" },
      { "upload-length": "99999999999999999999" },
      { "upload-concat": "partial" },
      { "upload-defer-length": "1" },
    ]) {
      assert.equal(
        (await create(sayso, client.id, 10, more as Record<string, string>)).status,
        400,
        JSON.stringify(more),
      );
    }
    const location = await createdUpload(sayso, client.id, 10);
    assert.equal((await patch(sayso, location, 0, "x", { "upload-offset": "+0" })).status, 400);
    assert.equal((await patch(sayso, location, 0, "x", { "content-type": "video/mp4" })).status, 415);
    await terminate(sayso, location);
  });

  test("INV08 over the cap is 413: at creation, and beyond the declared length", async () => {
    const client = await addClient(sayso);
    assert.equal((await create(sayso, client.id, 95 * MIB + 1)).status, 413);
    const location = await createdUpload(sayso, client.id, 100);
    assert.equal((await patch(sayso, location, 0, new Uint8Array(101))).status, 413);
    assert.equal(await offset(location), 0);
    assert.equal((await patch(sayso, location, 0, new Uint8Array(100))).status, 204);
    assert.equal(
      (await patch(sayso, location, 100, new Uint8Array(1))).status,
      413,
      "nothing is added at full length",
    );
    await terminate(sayso, location);
  });

  test("SUB35 creation repeats the gate", async () => {
    const suspended = await addClient(sayso, { status: "suspended" });
    const empty = await addClient(sayso, { credits_remaining: 0 });
    assert.equal((await create(sayso, suspended.id, 10)).status, 403);
    assert.equal((await create(sayso, empty.id, 10)).status, 402);
    assert.equal((await create(sayso, crypto.randomUUID(), 10)).status, 404);
  });

  test("SUB35 creation needs a length and no type, for none is believed; every call names the protocol's version", async () => {
    const client = await addClient(sayso);
    const metadata = (type: string) => `clientId ${btoa(client.id)},filetype ${btoa(type)}`;
    assert.equal((await create(sayso, client.id, 10, { "upload-length": "x" })).status, 400);
    assert.equal((await create(sayso, client.id, 0)).status, 400);
    for (const type of ["application/octet-stream", "text/html", ""])
      assert.equal(
        (await create(sayso, client.id, 10, { "upload-metadata": metadata(type) })).status,
        201,
        type,
      );
    assert.equal((await create(sayso, client.id, 10, { "upload-metadata": "" })).status, 400);
    assert.equal((await create(sayso, client.id, 10, { "tus-resumable": "0.2.0" })).status, 412);
    const options = await sayso.fetch("/api/uploads", { method: "OPTIONS" });
    assert.equal(options.headers.get("tus-version"), "1.0.0");
    assert.equal(
      options.headers.get("tus-extension"),
      "creation,creation-with-upload,expiration,termination",
    );
    assert.equal(options.headers.get("tus-max-size"), String(95 * MIB));
  });

  test("SUB36 the sixth open upload of one address is 429 with Retry-After; ending one makes room", async () => {
    const client = await addClient(sayso);
    const open: string[] = [];
    for (let i = 0; i < 5; i += 1) open.push(await createdUpload(sayso, client.id, 10));
    const sixth = await create(sayso, client.id, 10);
    assert.equal(sixth.status, 429);
    assert.ok(Number(sixth.headers.get("retry-after")) > 0);
    assert.match(((await sixth.json()) as { error: string }).error, /try again later/);
    assert.equal((await terminate(sayso, open[0] ?? "")).status, 204);
    open.push(await createdUpload(sayso, client.id, 10));
    for (const location of open.slice(1)) await terminate(sayso, location);
  });
});
