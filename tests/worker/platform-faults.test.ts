// D1, R2, Queues and the mail service fail now and then, though they are healthy: before they have done what they were asked, or after.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import {
  errorsOf,
  DATABASE_ERRORS,
  faultsLeft,
  setFaults,
  type Binding,
  type Call,
  type Fault,
} from "../support/faults.ts";
import { creditCalls } from "../support/credits.ts";
import { addClient, form, goodFields, submit, video, type ClientRow } from "../support/clients.ts";
import { thorough } from "../support/thorough.ts";
import { create, head, patch, uploadIdOf } from "../support/tus.ts";
import { startWorker, until, type Sayso } from "../support/worker.ts";

const [LOST = ""] = DATABASE_ERRORS;
const ACCEPTING = "INSERT INTO submissions";
const LOOK_UP = "support_url, c.id";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ main: "tests/support/failing-bindings.js" });
});
after(() => sayso.close());
beforeEach(() => setFaults(sayso));

/** Has statements with these words fail from now on. */
const fail = (words: string, error: string, times: number, after1 = false) =>
  setFaults(sayso, { name: "DB", words, error, times, after: after1 });

async function send(clientId: string, key: string) {
  const { status, reply } = await submit(sayso, form(goodFields(clientId), await video()), {
    "idempotency-key": key,
  });
  return { status, code: reply.code };
}
const standing = async (clientId: string) => ({
  rows: (await sayso.rows("SELECT id FROM submissions WHERE client_id = ?", clientId)).length,
  credits: (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", clientId))?.n,
  consents: (
    await sayso.rows(
      "SELECT 1 FROM consents c JOIN submissions s ON s.id = c.submission_id WHERE s.client_id = ?",
      clientId,
    )
  ).length,
});
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

  test("INV04 what is no passing fault is asked once, and is our fault", async () => {
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
        assert.deepEqual(await send(client.id, crypto.randomUUID()), { status: 200, code: undefined }, error);
        assert.deepEqual(await standing(client.id), { rows: 1, credits: 49, consents: 1 }, error);
        await sayso.schedule(new Date());
        await delivered(client.id);
      }
    });

  test("SUB25 SUB31 INV04 that cannot be accepted for now loses nothing: the same form, sent again, is accepted once", async () => {
    for (const after1 of [false, true]) {
      const client = await addClient(sayso);
      const key = crypto.randomUUID();
      await fail(ACCEPTING, LOST, 5, after1);
      assert.deepEqual(await send(client.id, key), { status: 503, code: "temporarily_unavailable" });
      assert.deepEqual(
        await standing(client.id),
        after1 ? { rows: 1, credits: 49, consents: 1 } : { rows: 0, credits: 50, consents: 0 },
      );
      await setFaults(sayso);
      assert.equal((await send(client.id, key)).status, 200);
      assert.deepEqual(await standing(client.id), { rows: 1, credits: 49, consents: 1 });
      await sayso.schedule(new Date());
      await delivered(client.id);
    }
  });
});

/** Just longer than anything waits; documented are stalls of 30 to 80 s. */
const STALL_MS = 11_000;
const SENDERS = 20;

describe("a stall", () => {
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
      await setFaults(sayso, { name: "DB", words: "support_url, c.id", stall: STALL_MS, times: 1 });
      const page = await sayso.fetch(path);
      assert.equal(page.status, 200, path);
      const text = await page.text();
      assert.match(text, new RegExp(client.company_name));
      if (path !== "/wpms") assert.match(text, /"is_stale":true/);
    }
  });

  test("SUB11 INV04 of a page that was never opened here is a page that tries again", async () => {
    const client = await addClient(sayso);
    await setFaults(sayso, { name: "DB", words: LOOK_UP, stall: STALL_MS, times: 1 });
    const page = await sayso.fetch(`/record/${client.custom_slug}`, { headers: { accept: "text/html" } });
    assert.deepEqual([page.status, page.headers.get("refresh")], [503, "3"]);
  });

  test("SUB31 INV02 INV04 while a submission is accepted answers 503; sent again it is accepted once, whatever the stalled one still does", async () => {
    const client = await addClient(sayso);
    const key = crypto.randomUUID();
    await setFaults(sayso, { name: "DB", words: ACCEPTING, stall: 11_000, times: 1 });
    assert.deepEqual(await send(client.id, key), { status: 503, code: "temporarily_unavailable" });
    assert.equal((await send(client.id, key)).status, 200);
    await until("the stalled one has ended", async () => {
      await sayso.schedule(new Date());
      return delivered(client.id);
    });
    assert.deepEqual(await standing(client.id), { rows: 1, credits: 49, consents: 1 });
  });
});

/** What a customer's browser does until it is told that its video has come. */
async function persist(send1: () => Promise<{ status: number }>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const { status } = await send1();
    if (status === 200) return;
    assert.ok(status === 503 && tried < 5, `answered ${status}`);
  }
}

/** Sends a video in its form. */
const byForm = (clientId: string) => {
  const key = crypto.randomUUID();
  return persist(() => send(clientId, key));
};

/** Each customer comes from somewhere else: few uploads without bytes may come from one address. */
let customers = 0;

/** Uploads a video, going on where it stands, and sends the form that names it. */
async function byUpload(clientId: string): Promise<void> {
  const bytes = await video();
  const from = { "cf-connecting-ip": `2001:db8:${(customers += 1).toString(16)}::1` };
  let location = "";
  for (let tried = 1; !location; tried += 1) {
    const answer = await create(sayso, clientId, bytes.length, from);
    assert.ok(answer.status === 201 || (answer.status === 503 && tried < 5), `created: ${answer.status}`);
    location = answer.headers.get("location") ?? "";
  }
  for (let tried = 1; ; tried += 1) {
    const stands = await head(sayso, location);
    assert.ok([200, 503, 423].includes(stands.status) && tried < 30, `stands: ${stands.status}`);
    const offset = Number(stands.headers.get("upload-offset"));
    if (stands.status === 200 && offset === bytes.length) break;
    if (stands.status !== 200) continue;
    // A writer whose answer got lost keeps its turn for a moment.
    await sayso.change("UPDATE uploads SET writer_until = 0 WHERE id = ?", uploadIdOf(location));
    const { status } = await patch(sayso, location, offset, bytes.subarray(offset) as BodyInit);
    assert.ok([204, 409, 423, 503].includes(status), `patched: ${status}`);
  }
  const key = { "idempotency-key": crypto.randomUUID() };
  const fields = { ...goodFields(clientId), uploadId: uploadIdOf(location) };
  await persist(() => submit(sayso, form(fields), key));
}

/** Waits until a client's one video is in its folder and its mail is sent, while the schedule runs. */
async function settled(clientId: string, email: string): Promise<void> {
  await until("delivered and mailed", async () => {
    await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status IN ('pending', 'running')");
    await sayso.schedule(new Date());
    return (
      (await sayso.row("SELECT 1 FROM emails WHERE recipient = ? AND status = 'sent'", email)) &&
      (await sayso.row("SELECT 1 FROM submissions WHERE client_id = ? AND status = 'processed'", clientId))
    );
  });
}

/** What has failed in turn already, by its text. */
const tried = new Map<string, Call>();
/** A question that failed has changed nothing either way. */
const momentsOf = ({ name, words }: Call) =>
  (name === "DB" && /^\s*(SELECT|WITH)/.test(words)) || /^(get|head|list) /.test(words)
    ? [false]
    : [false, true];
const described = (faults: Fault[]) =>
  faults
    .map(({ name, words, after: late, error, times }) => {
      const what = words.slice(0, 90).replaceAll(/\s+/g, " ");
      return `${name} ${what} ${late ? "after" : "before"} x${times}: ${error ?? "stalled"}`;
    })
    .join("; ");

/** A client gets one video while the platform fails so: whatever fails, it has to come out the same. */
async function arrivesOnce(sendBy: (clientId: string) => Promise<void>, ...faults: Fault[]) {
  const at = described(faults);
  const client = await addClient(sayso);
  await setFaults(sayso, ...faults);
  await sendBy(client.id).catch((cause: unknown) => assert.fail(`${at}: ${String(cause)}`));
  await settled(client.id, client.email);
  const { faults: left } = await setFaults(sayso);
  await hasArrivedOnce(client, at);
  return left;
}

async function hasArrivedOnce({ id, email }: ClientRow, at: string): Promise<void> {
  assert.deepEqual(await standing(id), { rows: 1, credits: 49, consents: 1 }, at);
  assert.equal((await sayso.keys(`drive/${id}/`)).length, 1, at);
  const mails = (await sayso.mails()).filter((mail) => [mail.to].flat().includes(email));
  const flagged = await sayso.row("SELECT maybe_sent_twice AS flag FROM emails WHERE recipient = ?", email);
  assert.ok(mails.length === 1 || flagged?.flag === 1, `${at}: ${mails.length} mails`);
}

/** The errors of a call that are tried: all in thorough runs, otherwise the next one. */
let turn = 0;
function chosenErrors({ name }: Call): string[] {
  const errors = errorsOf(name);
  return thorough ? errors : [errors[(turn += 1) % errors.length] ?? ""];
}

const FLOWS = [
  ["by a resumable upload", byUpload],
  ["in a form", byForm],
] as const;
for (const [how, sendBy] of FLOWS)
  describe(`a video that is sent ${how}`, () => {
    test("SUB25 SUB31 INV02 INV04 INV11 INV12 INV19 arrives once, with one credit, one consent and one mail, whichever call to the platform fails, before or after its effect", async () => {
      const first = await addClient(sayso);
      await setFaults(sayso);
      await sendBy(first.id);
      await settled(first.id, first.email);
      const { calls } = await setFaults(sayso);
      const distinct = new Map(calls.map((one) => [JSON.stringify(one), one]));
      assert.ok(distinct.size > 25, `${distinct.size} kinds of calls`);
      const bindings = new Set<Binding>(calls.map(({ name }) => name));
      assert.deepEqual([...bindings].toSorted(), ["DB", "EMAIL", "JOBS", "MEDIA"]);
      for (const [id, one] of distinct) {
        if (tried.has(id)) continue;
        tried.set(id, one);
        for (const late of momentsOf(one))
          for (const error of chosenErrors(one)) {
            const [left] = await arrivesOnce(sendBy, { ...one, error, after: late, times: 1 });
            assert.equal(left?.times, 0, `${described(left ? [left] : [])}: it was not called`);
          }
      }
      const unexpected = sayso
        .log()
        .filter(({ kind, status }) => kind === "request" && Number(status) === 500);
      // The one test above that means it.
      assert.ok(unexpected.length <= 1, JSON.stringify(unexpected));
    });
  });

test(
  "SUB31 INV02 INV04 INV11 INV19 each call stalls once while many send: each video arrives once, whatever the stalled ones still do",
  { skip: !thorough && "it takes minutes: --thorough" },
  async () => {
    const faults = [...tried.values()].map((one): Fault => ({ ...one, stall: STALL_MS, times: 1 }));
    assert.ok(faults.length > 25);
    await setFaults(sayso, ...faults);
    /** The schedule turns whether or not its last turn still waits. */
    const turns = setInterval(() => {
      const due = sayso.change("UPDATE job_queue SET due_at = 0 WHERE status = 'pending'");
      due.then(() => sayso.schedule(new Date())).catch(() => undefined);
    }, 1000);
    const clients = await Promise.all(Array.from({ length: SENDERS }, () => addClient(sayso)));
    try {
      const senders = clients.map(({ id }, index) => (index % 2 === 0 ? byForm : byUpload)(id));
      // Here the queue hands over one message at a time.
      const each = until(
        "each has stalled",
        async () => (await faultsLeft(sayso)).length === 0,
        faults.length * STALL_MS,
      );
      await Promise.all([...senders, each]);
      await pause(2 * STALL_MS);
    } finally {
      clearInterval(turns);
    }
    // A claim that stalled has taken a job for a runner that is gone: its lease has to run out.
    for (const { id, email } of clients) await settled(id, email);
    for (const client of clients) await hasArrivedOnce(client, client.id);
  },
);

test("INV02 INV04 INV11 INV19 in histories of several faults at once each video arrives once as well", async () => {
  const histories = thorough ? 1000 : 10;
  const kinds = [...tried.values()];
  assert.ok(kinds.length > 25);
  let seed = 18;
  const below = (bound: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * bound);
  };
  for (let history = 0; history < histories; history += 1) {
    const faults = Array.from({ length: 1 + below(3) }, (): Fault => {
      const one = kinds[below(kinds.length)] ?? { name: "DB", words: "" };
      const errors = errorsOf(one.name);
      return {
        ...one,
        error: errors[below(errors.length)] ?? "",
        after: below(2) === 1,
        times: 1 + below(2),
      };
    });
    await arrivesOnce(below(2) === 1 ? byForm : byUpload, ...faults);
  }
});

test("BIL04 INV04 INV06 a client's month begins once, whichever call to the database fails, before or after its effect", async () => {
  const { dueOn, renew, ledger } = creditCalls(() => sayso);
  const AT = "2031-03-15T00:07:00Z";
  await dueOn("2031-03-15");
  await setFaults(sayso);
  await renew(AT);
  const { calls } = await setFaults(sayso);
  const distinct = new Map(calls.map((one) => [JSON.stringify(one), one]));
  assert.ok(distinct.size > 2);
  for (const one of distinct.values())
    for (const late of momentsOf(one))
      for (const error of chosenErrors(one)) {
        const client = await dueOn("2031-03-15", { credits_remaining: 12 });
        await setFaults(sayso, { ...one, error, after: late, times: 1 });
        for (let run = 1; run <= 2; run += 1) await renew(AT);
        await setFaults(sayso);
        assert.deepEqual(
          (await ledger(client)).map(([reason]) => reason),
          ["opening", "renewal"],
          described([{ ...one, error, after: late, times: 1 }]),
        );
      }
});
