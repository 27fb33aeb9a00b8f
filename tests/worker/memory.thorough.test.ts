// An isolate has 128 MB for JavaScript and wasm together, and requests share it.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../support/people/owner/clients.ts";
import { statusOf } from "../support/runtime/raw-http.ts";
import { create, slowPatch } from "../support/people/customer/tus.ts";
import { call } from "../support/people/owner/users.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";

const MIB = 1024 * 1024;
const AT_ONCE = 6;
/**
 * Limit of wasm memory growth by uploads, whose bytes never enter it. The platform's limit is 128 MB, and wasm memory
 * never shrinks.
 */
const BY_UPLOADS = 4 * MIB;
/** Limit of byte arrays that uploads allocate, collected or not: half of the isolate's memory, including the wasm. */
const BY_ARRAYS = 60 * MIB;
/** Overall limit: hashing a password takes 19 MB. */
const IN_ALL = 32 * MIB;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ main: "tests/support/doubles/workers/measured-worker.js" });
});
after(() => sayso.close());

const taken = async () =>
  (await (await sayso.fetch("/test-memory")).json()) as { wasm: number; arrays: number };

/** So many bytes that begin like a recording, in chunks. */
function bytesOf(size: number, head: Uint8Array): Readable {
  const piece = new Uint8Array(64 * 1024);
  function* pieces() {
    yield head;
    for (let left = size - head.length; left > 0; left -= piece.length)
      yield piece.subarray(0, Math.min(piece.length, left));
  }
  return Readable.from(pieces());
}

test("BUDGET SUB35 six uploads of 95 MB at once, and deliveries of them, take less than 64 MB of the isolate's 128, the wasm below 4 of them, and below 32 with a sign-in", async () => {
  const size = 95 * MIB;
  const head = await video();
  const client = await addClient(sayso);
  const before1 = await taken();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, visitor) => {
      // An address may have five under way.
      const { headers } = await create(sayso, client.id, size, {
        "cf-connecting-ip": `203.0.113.${visitor}`,
      });
      const location = headers.get("location") ?? "";
      const request = await slowPatch(sayso, location, size);
      const status = statusOf(request);
      bytesOf(size, head).pipe(request, { end: false });
      assert.equal(await status, 204);
      request.destroy();
    }),
  );
  // A video that arrives meanwhile is judged and delivered in the same isolate.
  assert.equal((await submit(sayso, form(goodFields(client.id), head))).status, 200);
  await until("delivered", () =>
    sayso.row("SELECT 1 FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
  );
  const uploaded = await taken();
  assert.ok(
    uploaded.wasm < BY_UPLOADS,
    `${before1.wasm / MIB} MB before, ${uploaded.wasm / MIB} MB after the uploads`,
  );
  const arrays = uploaded.arrays - before1.arrays;
  assert.ok(arrays > 6 * MIB && arrays < BY_ARRAYS, `${arrays / MIB} MB of arrays`);
  // A login for an unknown address hashes the password too.
  const body = { area: "client", email: "nobody@example.com", password: "plum tart 88" };
  assert.equal((await call(sayso, "POST", "/api/auth/login", { body })).status, 401);
  const { wasm: hashed } = await taken();
  assert.ok(hashed > 19 * MIB && hashed < IN_ALL, `${hashed / MIB} MB after a sign-in`);
});
