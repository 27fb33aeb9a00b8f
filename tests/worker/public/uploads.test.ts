import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { Upload } from "tus-js-client";
import { brokenNetwork } from "../../support/broken-network.ts";
import { addClient, form, goodFields, submit, video } from "../../support/clients.ts";
import { create, created, head, idOf, patch, terminate, uploaded, slowPatch } from "../../support/tus.ts";
import { bigVideo } from "../../support/videos.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

const MIB = 1024 * 1024;
const LATER = (hours: number) => new Date(Date.now() + hours * 3_600_000);

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());
// All tests come from one address, which may have five open uploads.
beforeEach(() => sayso.change("DELETE FROM uploads WHERE status = 'open'"));

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const offset = async (location: string) => Number((await head(sayso, location)).headers.get("upload-offset"));
const code = async (answer: Response) => ((await answer.json()) as { code: string }).code;
const finish = (clientId: string, location: string, headers = {}) =>
  submit(sayso, form({ ...goodFields(clientId), uploadId: idOf(location) }), headers);

describe("a resumable upload", () => {
  test(
    "INV08 SUB35 cut twice it resumes from what had arrived, and what is delivered is what was sent",
    { timeout: 60_000 },
    async () => {
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
      const arrived = [2_700_000, (offsets[0] ?? 0) + 2_300_000];
      for (const [cut, carried] of arrived.entries()) {
        const resumed = offsets[cut] ?? 0;
        assert.ok(carried - resumed <= MIB + 2_000, `cut ${cut}: ${carried - resumed} bytes are sent again`);
      }
      assert.equal((await finish(client.id, location)).status, 200);
      const key = await until("delivered", async () => (await sayso.keys(`drive/${client.id}/`))[0]);
      await until("processed", () =>
        sayso.row("SELECT 1 FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
      );
      const stored = new Uint8Array(await (await sayso.media.get(key)).arrayBuffer());
      assert.equal(sha256(stored), sha256(bytes));
      assert.deepEqual(
        await sayso.keys(`uploads/${idOf(location)}/`),
        [],
        "the uploaded copy is gone once delivered",
      );
    },
  );

  test("SUB35 a finished upload becomes a submission in the transaction that takes the credit", async () => {
    const client = await addClient(sayso);
    const location = await uploaded(sayso, client.id, await video());
    assert.deepEqual((await finish(client.id, location)).reply, { success: true });
    const upload = await sayso.row("SELECT status FROM uploads WHERE id = ?", idOf(location));
    assert.ok(["accepted", "cleared"].includes(upload?.status));
    assert.equal(
      (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n,
      49,
    );
  });

  test("SUB35 one upload is one submission: a second form with another key is 409 and takes no credit", async () => {
    const client = await addClient(sayso);
    const location = await uploaded(sayso, client.id, await video());
    const answers = await Promise.all([1, 2, 3].map(() => finish(client.id, location)));
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 409, 409]);
    assert.equal(
      (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n,
      49,
    );
  });

  test("INV02 SUB31 the same form with the same key after acceptance is answered alike", async () => {
    const client = await addClient(sayso);
    const location = await uploaded(sayso, client.id, await video());
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (let i = 0; i < 3; i += 1) assert.equal((await finish(client.id, location, headers)).status, 200);
    assert.equal(
      (await sayso.row("SELECT count(*) AS n FROM submissions WHERE client_id = ?", client.id))?.n,
      1,
    );
  });

  test("SUB25 SUB35 another client's upload answers like an unknown one", async () => {
    const [mine, other] = [await addClient(sayso), await addClient(sayso)];
    const location = await uploaded(sayso, other.id, await video());
    const foreign = await finish(mine.id, location);
    const unknown = await finish(mine.id, `/api/uploads/${crypto.randomUUID().replaceAll("-", "")}`);
    assert.deepEqual([foreign.status, foreign.reply], [404, unknown.reply]);
    assert.equal((await finish(other.id, location)).status, 200);
  });

  test("SUB25 a form for an unfinished upload is 409 and takes no credit", async () => {
    const client = await addClient(sayso);
    const location = await created(sayso, client.id, 1000);
    const { status, reply } = await finish(client.id, location);
    assert.deepEqual([status, reply.code], [409, "upload_incomplete"]);
    assert.equal(
      (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n,
      50,
    );
    await terminate(sayso, location);
  });

  test("SUB33 INV10 what is no video is refused when the form comes, and no credit is taken", async () => {
    const client = await addClient(sayso);
    const location = await uploaded(sayso, client.id, new TextEncoder().encode("<html>".repeat(500)));
    const { status, reply } = await finish(client.id, location);
    assert.deepEqual([status, reply.code], [415, "not_a_video"]);
    assert.equal(
      (await sayso.row("SELECT count(*) AS n FROM submissions WHERE client_id = ?", client.id))?.n,
      0,
    );
    await until("nothing is kept", async () => (await sayso.keys(`uploads/${idOf(location)}/`)).length === 0);
    assert.equal((await head(sayso, location)).status, 404);
  });
});

describe("what an upload refuses", () => {
  test("INV08 a wrong offset is 409 and changes nothing", async () => {
    const client = await addClient(sayso);
    const location = await created(sayso, client.id, 5000);
    const answer = await patch(sayso, location, 100, new Uint8Array(10));
    assert.deepEqual([answer.status, await code(answer)], [409, "wrong_offset"]);
    assert.equal(await offset(location), 0);
    await terminate(sayso, location);
  });

  test("INV08 SUB35 a second writer is 423 while the first one writes", async () => {
    const client = await addClient(sayso);
    const location = await created(sayso, client.id, 3 * MIB);
    const first = await slowPatch(sayso, location, 3 * MIB);
    first.write(Buffer.alloc(MIB + 10, 1));
    await until("the first writer has stored a piece", async () => (await offset(location)) === MIB);
    for (const at of [0, MIB]) {
      const second = await patch(sayso, location, at, new Uint8Array(MIB).fill(2));
      assert.deepEqual([second.status, await code(second)], [423, "busy"]);
    }
    first.destroy();
    await until("the writer's turn has ended", async () => {
      const answer = await patch(sayso, location, MIB, new Uint8Array(2 * MIB).fill(3));
      return answer.status === 204;
    });
    assert.equal(await offset(location), 3 * MIB);
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
    const location = await created(sayso, client.id, 10);
    assert.equal((await patch(sayso, location, 0, "x", { "upload-offset": "+0" })).status, 400);
    assert.equal((await patch(sayso, location, 0, "x", { "content-type": "video/mp4" })).status, 415);
    await terminate(sayso, location);
  });

  test("INV08 over the cap is 413: at creation, and beyond the declared length", async () => {
    const client = await addClient(sayso);
    assert.equal((await create(sayso, client.id, 95 * MIB + 1)).status, 413);
    const location = await created(sayso, client.id, 100);
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

  test("SUB35 creation needs a length and a video type; every call names the protocol's version", async () => {
    const client = await addClient(sayso);
    const metadata = (type: string) => `clientId ${btoa(client.id)},filetype ${btoa(type)}`;
    assert.equal((await create(sayso, client.id, 10, { "upload-length": "x" })).status, 400);
    assert.equal((await create(sayso, client.id, 0)).status, 400);
    assert.equal(
      (await create(sayso, client.id, 10, { "upload-metadata": metadata("text/html") })).status,
      415,
    );
    assert.equal((await create(sayso, client.id, 10, { "upload-metadata": "" })).status, 400);
    assert.equal((await create(sayso, client.id, 10, { "tus-resumable": "0.2.0" })).status, 412);
    const options = await sayso.fetch("/api/uploads", { method: "OPTIONS" });
    assert.equal(options.headers.get("tus-version"), "1.0.0");
    assert.equal(options.headers.get("tus-extension"), "creation,expiration,termination");
    assert.equal(options.headers.get("tus-max-size"), String(95 * MIB));
  });

  test("SUB36 the sixth open upload of one address is 429 with Retry-After; ending one makes room", async () => {
    const client = await addClient(sayso);
    const open: string[] = [];
    for (let i = 0; i < 5; i += 1) open.push(await created(sayso, client.id, 10));
    const sixth = await create(sayso, client.id, 10);
    assert.equal(sixth.status, 429);
    assert.ok(Number(sixth.headers.get("retry-after")) > 0);
    assert.match(((await sixth.json()) as { error: string }).error, /try again later/);
    assert.equal((await terminate(sayso, open[0] ?? "")).status, 204);
    open.push(await created(sayso, client.id, 10));
    for (const location of open.slice(1)) await terminate(sayso, location);
  });

  test("SUB36 the 51st open upload for one client is 429, from wherever it comes", async () => {
    const client = await addClient(sayso);
    for (let i = 0; i < 50; i += 1) {
      await sayso.change(
        "INSERT INTO uploads (id, client_id, address_hash, declared_length, content_type, status, created_at, expires_at) VALUES (?, ?, ?, 10, 'video/mp4', 'open', ?, ?)",
        crypto.randomUUID(),
        client.id,
        `visitor ${i}`,
        Date.now(),
        Date.now() + 3_600_000,
      );
    }
    assert.equal((await create(sayso, client.id, 10)).status, 429);
    await sayso.change("DELETE FROM uploads WHERE client_id = ?", client.id);
  });
});

describe("the end of an upload", () => {
  test("SUB35 termination removes an open upload and its bytes, and never an accepted one", async () => {
    const client = await addClient(sayso);
    const open = await uploaded(sayso, client.id, await video());
    assert.equal((await terminate(sayso, open)).status, 204);
    assert.equal((await head(sayso, open)).status, 404);
    assert.deepEqual(await sayso.keys(`uploads/${idOf(open)}/`), []);
    const accepted = await uploaded(sayso, client.id, await video());
    await finish(client.id, accepted);
    assert.equal((await terminate(sayso, accepted)).status, 410);
    await until("delivered all the same", async () => (await sayso.keys(`drive/${client.id}/`)).length === 1);
  });

  test("SUB35 an unfinished upload expires after 24 hours, and not before", async () => {
    const client = await addClient(sayso);
    const location = await uploaded(sayso, client.id, await video());
    await sayso.schedule(LATER(23.9));
    assert.equal((await head(sayso, location)).status, 200);
    await sayso.schedule(LATER(24.1));
    assert.equal((await head(sayso, location)).status, 404);
    assert.deepEqual(await sayso.keys(`uploads/${idOf(location)}/`), []);
  });

  test("SUB35 past its time, before the sweeper comes, an upload is 410", async () => {
    const client = await addClient(sayso);
    const location = await uploaded(sayso, client.id, await video());
    await sayso.change("UPDATE uploads SET expires_at = ? WHERE id = ?", Date.now() - 1, idOf(location));
    assert.equal((await head(sayso, location)).status, 410);
    assert.equal((await patch(sayso, location, 0, new Uint8Array(1))).status, 410);
    assert.equal((await finish(client.id, location)).status, 404);
  });
});
