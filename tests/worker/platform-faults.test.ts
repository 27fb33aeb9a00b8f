// A page and a submission while D1 fails though it is healthy, before or after its effect, or stalls.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { ACCEPTED_ONCE, acceptedOf, sendForm } from "../support/people/customer/accepted-once.ts";
import { addClient, form, goodFields, submit, video } from "../support/people/owner/clients.ts";
import {
  DATABASE_ERRORS,
  faultsLeft,
  setFaults,
  STALL_MS,
  type Binding,
} from "../support/doubles/workers/faults.ts";
import { heldClock } from "../support/doubles/workers/held-clock.ts";
import { completedUpload, terminate, uploadIdOf } from "../support/people/customer/tus.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";

const [LOST = ""] = DATABASE_ERRORS;
const ACCEPTING = "INSERT INTO submissions";
const LOOK_UP = "support_url, c.id";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ main: "tests/support/doubles/workers/failing-bindings.js" });
});
const clock = heldClock(() => sayso);
after(() => sayso.close());
beforeEach(() => setFaults(sayso));

/** Has statements with these words fail from now on. */
const fail = (words: string, error: string, times: number, after1 = false) =>
  setFaults(sayso, { name: "DB", words, error, times, after: after1 });

const delivered = (clientId: string) =>
  until("delivered", () =>
    sayso.row("SELECT 1 FROM submissions WHERE client_id = ? AND status = 'processed'", clientId),
  );

describe("a page", () => {
  test("SUB08 SUB11 INV04 opens although its question is lost four times, by each documented fault", async () => {
    const client = await addClient(sayso);
    for (const error of DATABASE_ERRORS) {
      await fail(LOOK_UP, error, 4);
      const answer = await sayso.fetch(`/record/${client.custom_slug}`);
      assert.equal(answer.status, 200, error);
      assert.match(await answer.text(), new RegExp(client.company_name));
    }
  });

  test("SUB11 INV04 that cannot be answered says so and tries again by itself; a program is told when to", async () => {
    const client = await addClient(sayso);
    await fail(LOOK_UP, LOST, 10);
    const page = await sayso.fetch(`/record/${client.custom_slug}`, { headers: { accept: "text/html" } });
    assert.deepEqual(
      [page.status, page.headers.get("refresh"), page.headers.get("retry-after")],
      [503, "3", "3"],
    );
    assert.match(await page.text(), /One moment, please/);
    const call = await sayso.fetch(`/api/public/get_client_by_slug?_slug=${client.custom_slug}`);
    assert.deepEqual([call.status, call.headers.get("retry-after")], [503, "3"]);
    assert.equal(((await call.json()) as { code: string }).code, "temporarily_unavailable");
  });

  test("a permanent platform error is not retried and counts as internal (INV04)", async () => {
    const client = await addClient(sayso);
    await fail(LOOK_UP, "D1_ERROR: no such column: x", 2);
    const answer = await sayso.fetch(`/api/public/get_client_by_slug?_slug=${client.custom_slug}`);
    assert.equal(answer.status, 500);
    assert.deepEqual(
      (await setFaults(sayso)).faults.map(({ times }) => times),
      [1],
    );
  });
});

describe("a submission", () => {
  for (const when of ["before", "after"] as const)
    test(`SUB30 SUB31 INV02 INV04 whose transaction fails ${when} its effect is accepted once, takes one credit and is delivered`, async () => {
      for (const error of DATABASE_ERRORS) {
        const client = await addClient(sayso);
        await fail(ACCEPTING, error, 1, when === "after");
        assert.deepEqual(
          await sendForm(sayso, client.id, crypto.randomUUID()),
          { status: 200, code: undefined },
          error,
        );
        assert.deepEqual(await acceptedOf(sayso, client.id), ACCEPTED_ONCE, error);
        await sayso.schedule(new Date());
        await delivered(client.id);
      }
    });

  test("SUB25 SUB31 INV04 that cannot be accepted for now loses nothing: the same form, sent again, is accepted once", async () => {
    for (const after1 of [false, true]) {
      const client = await addClient(sayso);
      const key = crypto.randomUUID();
      await fail(ACCEPTING, LOST, 5, after1);
      assert.deepEqual(await sendForm(sayso, client.id, key), {
        status: 503,
        code: "temporarily_unavailable",
      });
      assert.deepEqual(
        await acceptedOf(sayso, client.id),
        after1 ? ACCEPTED_ONCE : { submissions: 0, credits: 50, consents: 0 },
      );
      await setFaults(sayso);
      assert.equal((await sendForm(sayso, client.id, key)).status, 200);
      assert.deepEqual(await acceptedOf(sayso, client.id), ACCEPTED_ONCE);
      await sayso.schedule(new Date());
      await delivered(client.id);
    }
  });
});

describe("a stall", () => {
  /** Does something during which a call with these words stalls for longer than anything waits. */
  const whileStalled = async <T>(name: Binding, words: string, work: () => Promise<T>): Promise<T> => {
    await setFaults(sayso, { name, words, stall: STALL_MS, times: 1 });
    const done = work();
    await until("it stalls", async () => (await faultsLeft(sayso)).length === 0);
    // The stall itself lasts a little longer.
    await clock.skip(STALL_MS - 500);
    return done;
  };

  test("SUB08 INV04 a record page and a branded page open with what the edge has kept of them, and say that it is old", async () => {
    const client = await addClient(sayso);
    await sayso.change("UPDATE branded_pages SET client_id = ? WHERE page = 'wpms'", client.id);
    for (const path of [`/record/${client.custom_slug}`, "/wpms"]) {
      const fresh = await (await sayso.fetch(path)).text();
      assert.ok(!fresh.includes('"is_stale":true'));
      await until("the edge has kept it", async () => {
        await setFaults(sayso, { name: "DB", words: "support_url, c.id", error: "D1_ERROR: x", times: 1 });
        return (await setFaults(sayso)).faults.length === 1;
      });
      const page = await whileStalled("DB", LOOK_UP, () => sayso.fetch(path));
      assert.equal(page.status, 200, path);
      const text = await page.text();
      assert.match(text, new RegExp(client.company_name));
      if (path !== "/wpms") assert.match(text, /"is_stale":true/);
    }
  });

  test("SUB11 INV04 of a page that was never opened here is a page that tries again", async () => {
    const client = await addClient(sayso);
    const page = await whileStalled("DB", LOOK_UP, () =>
      sayso.fetch(`/record/${client.custom_slug}`, { headers: { accept: "text/html" } }),
    );
    assert.deepEqual([page.status, page.headers.get("refresh")], [503, "3"]);
  });

  test("SUB31 INV02 INV04 while the video of a form is stored answers 503; sent again it is accepted once", async () => {
    const client = await addClient(sayso);
    const key = crypto.randomUUID();
    assert.deepEqual(await whileStalled("MEDIA", "put uploads", () => sendForm(sayso, client.id, key)), {
      status: 503,
      code: "temporarily_unavailable",
    });
    assert.equal((await sendForm(sayso, client.id, key)).status, 200);
    await until("delivered", () => delivered(client.id));
    assert.deepEqual(await acceptedOf(sayso, client.id), ACCEPTED_ONCE);
  });

  test("SUB31 INV02 INV04 while a submission is accepted answers 503; sent again it is accepted once, whatever the stalled one still does", async () => {
    const client = await addClient(sayso);
    const key = crypto.randomUUID();
    assert.deepEqual(await whileStalled("DB", ACCEPTING, () => sendForm(sayso, client.id, key)), {
      status: 503,
      code: "temporarily_unavailable",
    });
    assert.equal((await sendForm(sayso, client.id, key)).status, 200);
    await until("the stalled one has ended", async () => {
      await sayso.schedule(new Date());
      return delivered(client.id);
    });
    assert.deepEqual(await acceptedOf(sayso, client.id), ACCEPTED_ONCE);
  });
});

describe("a form whose upload is looked into slowly", () => {
  /** Sends it and waits until its first probe of the video, which takes a while; returns a promise for the rest. */
  async function begun(clientId: string, location: string, key: string) {
    await setFaults(sayso, { name: "MEDIA", words: "get uploads", held: true, times: 1 });
    const answer = send(clientId, location, key);
    await until("it is looked into", async () => (await faultsLeft(sayso)).length === 0);
    return async () => {
      await setFaults(sayso);
      return answer;
    };
  }
  const send = async (clientId: string, location: string, key: string) => {
    const fields = { ...goodFields(clientId), uploadId: uploadIdOf(location) };
    const { status, reply } = await submit(sayso, form(fields), { "idempotency-key": key });
    return [status, reply.code];
  };

  test("SUB35 INV04 is refused as unknown where its sender ends the upload meanwhile", async () => {
    const client = await addClient(sayso);
    const location = await completedUpload(sayso, client.id, await video());
    const answer = await begun(client.id, location, crypto.randomUUID());
    assert.equal((await terminate(sayso, location)).status, 204);
    assert.deepEqual(await answer(), [404, "not_found"]);
    assert.deepEqual(await acceptedOf(sayso, client.id), { submissions: 0, credits: 50, consents: 0 });
  });

  for (const [same, behaviour, expected] of [
    [true, "counts as sent where the same one was accepted and delivered meanwhile", [200, undefined]],
    [
      false,
      "is refused where another one was accepted with it and delivered meanwhile",
      [409, "upload_taken"],
    ],
  ] as const)
    test(`SUB31 INV02 INV04 ${behaviour}`, async () => {
      const client = await addClient(sayso);
      const location = await completedUpload(sayso, client.id, await video());
      const key = crypto.randomUUID();
      const answer = await begun(client.id, location, key);
      assert.equal((await send(client.id, location, same ? key : crypto.randomUUID()))[0], 200);
      await delivered(client.id);
      await until("its bytes are let go", async () => {
        return (await sayso.keys(`uploads/${uploadIdOf(location)}/`)).length === 0;
      });
      assert.deepEqual(await answer(), expected);
      assert.deepEqual(await acceptedOf(sayso, client.id), ACCEPTED_ONCE);
    });
});
