import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import rules from "#api/generated/rules.json" with { type: "json" };
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { openRequest, statusOf } from "../../support/runtime/raw-http.ts";
import { bigVideo } from "../../support/films/videos.ts";
import { leftovers } from "../../support/runtime/leftovers.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { credits, submissions, uploads, expectNothingStored } = leftovers(() => sayso);

describe("under load and repetition", () => {
  test("INV01 SUB30 50 credits and 200 concurrent submissions: exactly 50 accepted", async () => {
    const client = await addClient(sayso, { credits_remaining: 50 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => submit(sayso, form(goodFields(client.id), await video()))),
    );
    const accepted = answers.filter((answer) => answer.status === 200);
    const refused = answers.filter((answer) => answer.status === 402);
    assert.equal(accepted.length, 50);
    assert.equal(refused.length, 150);
    for (const { reply } of refused) assert.equal(reply.error, "This account has no credits remaining.");
    assert.equal(await credits(client.id), 0);
    assert.equal(await submissions(client.id), 50);
    const stored = async () => {
      const done = await sayso.row(
        "SELECT count(*) AS n FROM submissions WHERE client_id = ? AND status = 'processed'",
        client.id,
      );
      return done?.n === 50 && (await sayso.keys(`drive/${client.id}/`)).length === 50;
    };
    await until("50 stored objects", stored);
    await until("no other object is left", async () => (await uploads()).length === 0);
  });

  test("INV02 SUB31 three times the same key, at once and later: one row, one credit, the same answer", async () => {
    const client = await addClient(sayso);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const send = async () => submit(sayso, form(goodFields(client.id), await video()), headers);
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    for (const { status, reply } of answers)
      assert.deepEqual({ status, reply }, { status: 200, reply: { success: true } });
    assert.equal(await submissions(client.id), 1);
    assert.equal(await credits(client.id), 49);
    await until("delivered", async () => (await sayso.keys(`drive/${client.id}/`)).length === 1);
    await until("the losers' bytes are gone", async () => (await uploads()).length === 0);
    assert.equal((await sayso.row("SELECT count(*) AS n FROM uploads WHERE client_id = ?", client.id))?.n, 1);
  });

  test("SUB31 the key is looked up before the gate: a repeated last submission is still answered as accepted", async () => {
    const client = await addClient(sayso, { credits_remaining: 1 });
    const headers = { "idempotency-key": crypto.randomUUID() };
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()), headers)).status, 200);
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()), headers)).status, 200);
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()))).status, 402);
  });

  test("SUB31 a key belongs to one client, and must be a UUID", async () => {
    const [one, other] = [await addClient(sayso), await addClient(sayso)];
    const headers = { "idempotency-key": crypto.randomUUID() };
    await submit(sayso, form(goodFields(one.id), await video()), headers);
    await submit(sayso, form(goodFields(other.id), await video()), headers);
    assert.equal(await submissions(other.id), 1);
    const bad = await submit(sayso, form(goodFields(one.id), await video()), { "idempotency-key": "again" });
    assert.equal(bad.status, 400);
  });

  test("INV03 a body cut in the middle leaves no object, no row, no credit taken", async () => {
    const client = await addClient(sayso);
    const request = new Response(form(goodFields(client.id), await bigVideo(5), "video/mp4"));
    const type = request.headers.get("content-type") ?? "";
    const body = Buffer.from(await request.arrayBuffer());
    const socket = await openRequest(sayso.url, "POST", "/functions/v1/submit-testimonial", {
      "content-type": type,
      "content-length": body.length,
    });
    socket.write(body.subarray(0, 4_500_000));
    await until("the first chunk is stored", async () => (await uploads()).length === 1);
    socket.destroy();
    await expectNothingStored(client.id, 50);
  });
});

describe("faults of our own", () => {
  test("SUB25 INV04 a database that refuses answers `Submission failed`, takes no credit and leaves nothing behind", async () => {
    const client = await addClient(sayso);
    await sayso.change("ALTER TABLE consents RENAME TO consents_away");
    const { status, reply } = await submit(sayso, form(goodFields(client.id), await video()));
    await sayso.change("ALTER TABLE consents_away RENAME TO consents");
    assert.deepEqual([status, reply.error, reply.code], [500, "Submission failed", "submission_failed"]);
    await expectNothingStored(client.id, 50);
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()))).status, 200);
  });

  test("INV17 bytes of a submission that was accepted are kept, also when its sender repeats it while it waits", async () => {
    const client = await addClient(sayso);
    const headers = { "idempotency-key": crypto.randomUUID() };
    await sayso.change(
      "CREATE TRIGGER wait AFTER INSERT ON job_queue BEGIN UPDATE job_queue SET due_at = 9e15 WHERE id = NEW.id; END",
    );
    for (let i = 0; i < 3; i += 1) {
      assert.equal((await submit(sayso, form(goodFields(client.id), await video()), headers)).status, 200);
    }
    await sayso.change("DROP TRIGGER wait");
    const upload = await sayso.row("SELECT id, status FROM uploads WHERE client_id = ?", client.id);
    assert.equal(upload?.status, "accepted");
    assert.equal((await sayso.keys(`uploads/${upload?.id}/`)).length, 1);
    await sayso.media.delete(await uploads());
  });
});

describe("memory", () => {
  test("SUB25 a part whose head never ends is refused while it is still short", async () => {
    const client = await addClient(sayso);
    const socket = await openRequest(sayso.url, "POST", "/functions/v1/submit-testimonial", {
      "content-type": "multipart/form-data; boundary=x",
      "content-length": 60 * 1024 * 1024,
    });
    socket.write('--x\r\nContent-Disposition: form-data; name="clientId"\r\nX-Long: ');
    socket.write(Buffer.alloc(2 * 1024 * 1024, "a"));
    const refused = () =>
      sayso
        .log()
        .some(
          (line) =>
            line.route === "/functions/v1/submit-testimonial" &&
            line.status === 400 &&
            (line.ms as number) >= 0,
        );
    sayso.server.clearLogs();
    await until("400, with 58 MB still to come", async () => refused());
    socket.destroy();
    await expectNothingStored(client.id, 50);
  });
});

describe("sizes", () => {
  test("INV09 SUB25 a body over the cap is 413 before it is read", async () => {
    const client = await addClient(sayso);
    const socket = await openRequest(sayso.url, "POST", "/functions/v1/submit-testimonial", {
      "content-type": "multipart/form-data; boundary=x",
      "content-length": 95 * 1024 * 1024 + rules.posters.stillBytes + rules.posters.cardBytes + 64 * 1024 + 1,
    });
    // No byte of the body has been sent. The local runtime's proxy holds the answer until the body has arrived, so the
    // Worker's log is checked.
    await until("the Worker has answered 413", async () => sayso.log().some((line) => line.status === 413));
    socket.destroy();
    await expectNothingStored(client.id, 50);
  });

  test("SUB25 a body of unknown length is 411", async () => {
    const socket = await openRequest(sayso.url, "POST", "/functions/v1/submit-testimonial", {
      "content-type": "multipart/form-data; boundary=x",
      "transfer-encoding": "chunked",
    });
    socket.write("5\r\nhello\r\n0\r\n\r\n");
    assert.equal(await statusOf(socket), 411);
    socket.destroy();
  });
});
