import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { brotliBytes } from "../support/runtime/brotli.ts";
import { addClient, form, goodFields, submit, video } from "../support/people/owner/clients.ts";
import { uploadIdOf, completedUpload } from "../support/people/customer/tus.ts";
import { startWorker, type Sayso } from "../support/runtime/worker.ts";

const file = (path: string) => readFile(new URL(`../../${path}`, import.meta.url));

const HEADER_BYTES = 8;
const CODE_SECTION = 10;

/** The length in bytes of the body of each function of a WebAssembly module, in their order. */
function functionSizes(module: Uint8Array): number[] {
  let at = HEADER_BYTES;
  /** An unsigned integer in LEB128. */
  const integer = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < module.length) {
    const section = module[at++];
    const length = integer();
    if (section !== CODE_SECTION) {
      at += length;
      continue;
    }
    return Array.from({ length: integer() }, () => {
      const size = integer();
      at += size;
      return size;
    });
  }
  throw new Error("no code");
}

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ submissionLimits: true });
});
after(() => sayso.close());

describe("sizes", () => {
  for (const [part, description, kilobytes] of [
    ["rules", "what a page needs before its camera is on", 18.4],
    // 2.7 kB of it detect films with a missing end: by zeros, by an index, by cut fragments; 1.2 kB read films whose type,
    // length or end is not written down.
    ["video", "what it needs once there is a video", 47.2],
  ] as const)
    test(`BUDGET of the media core, ${description} is at most ${kilobytes} kB (brotli 11)`, async () => {
      const size = brotliBytes(await file(`web/src/media/core/${part}_bg.wasm`));
      assert.ok(size <= kilobytes * 1000, `${size} bytes`);
    });

  test("BUDGET the check of a partner's statement is at most 34 kB (brotli 11)", async () => {
    const size = brotliBytes(await file("web/src/areas/affiliate/statements/core/statement_wasm_bg.wasm"));
    assert.ok(size <= 34_000, `${size} bytes`);
  });

  // Beside the finisher, which record pages have too.
  test("BUDGET the editor of clips is at most 12 kB (brotli 11)", async () => {
    let size = Number.NaN;
    for await (const name of glob("web/dist/assets/*/clip-editor.js")) size = brotliBytes(await file(name));
    assert.ok(size <= 12_000, `${size} bytes`);
  });

  // Publishing, walls and consent records took 0.1 MB, transcripts 0.07, clips and the cuts of captions 0.04.
  test("BUDGET the Worker's wasm is at most 2.15 MB (gzip)", async () => {
    const size = gzipSync(await file("worker/build/index_bg.wasm"), { level: 9 }).length;
    assert.ok(size <= 2_150_000, `${size} bytes`);
  });

  test("BUDGET no function of the Worker's wasm is larger than 128 kB", async () => {
    const sizes = functionSizes(await file("worker/build/index_bg.wasm"));
    assert.ok(sizes.length > 1000, `${sizes.length} functions`);
    assert.ok(Math.max(...sizes) <= 128_000, `${Math.max(...sizes)} bytes`);
  });
});

describe("rows of the accepting request", () => {
  const line = (route: string) =>
    sayso.log().findLast((entry) => entry.route === route) as unknown as {
      rows_read: number;
      rows_written: number;
    };

  async function costs() {
    const client = await addClient(sayso);
    const accept = "/functions/v1/submit-testimonial";
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()))).status, 200);
    const plain = line(accept);
    const location = await completedUpload(sayso, client.id, await video());
    assert.equal(
      (await submit(sayso, form({ ...goodFields(client.id), uploadId: uploadIdOf(location) }))).status,
      200,
    );
    const resumable = line(accept);
    const pick = (entry: { rows_read: number; rows_written: number }) => ({
      read: entry.rows_read,
      written: entry.rows_written,
    });
    return { plain: pick(plain), resumable: pick(resumable) };
  }

  test("BUDGET it reads at most 19 and writes at most 21, the same with 100,000 submissions in the table", async () => {
    const few = await costs();
    for (const [how, { read, written }] of Object.entries(few)) {
      assert.ok(read > 0 && read <= 19, `${how} reads ${read}`);
      assert.ok(written > 0 && written <= 21, `${how} writes ${written}`);
    }
    const { id } = await addClient(sayso);
    const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)";
    await sayso.change(
      `INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at)
       ${numbers} SELECT 'u' || i, ?, '', 10, 'video/mp4', 'cleared', i, i FROM n`,
      id,
    );
    await sayso.change(
      `INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email, container, size_bytes, duration_ms, status, created_at)
       ${numbers} SELECT 's' || i, ?, 'k' || i, 'u' || i, 'Ann', 'ann@example.com', 'mp4', 10, 10, 'processed', i FROM n`,
      id,
    );
    assert.equal((await sayso.row("SELECT count(*) AS n FROM submissions"))?.n, 100_002);
    assert.deepEqual(await costs(), few);
  });
});
