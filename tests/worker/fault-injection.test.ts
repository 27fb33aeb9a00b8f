// Fault injection: each kind of call to D1, R2, Queues and the mail service fails in turn, before or after its effect,
// alone, stalled, and several at once.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { ACCEPTED_ONCE, acceptedOf, sendForm } from "../support/people/customer/accepted-once.ts";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../support/people/owner/clients.ts";
import { creditCalls } from "../support/people/owner/credits.ts";
import {
  errorsOf,
  faultsLeft,
  setFaults,
  STALL_MS,
  type Binding,
  type Call,
  type Fault,
} from "../support/doubles/workers/faults.ts";
import { thorough } from "../support/runtime/thorough.ts";
import { create, head, patch, uploadIdOf } from "../support/people/customer/tus.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";

/** How many send while each call stalls once. */
const SENDERS = 20;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ main: "tests/support/doubles/workers/failing-bindings.js" });
});
after(() => sayso.close());
beforeEach(() => setFaults(sayso));

/** Retries like a customer's browser until the video is accepted. */
async function persist(send1: () => Promise<{ status: number }>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { status } = await send1();
    if (status === 200) return;
    assert.ok(status === 503 && attempt < 5, `answered ${status}`);
  }
}

/** Sends a video in its form. */
const byForm = (clientId: string) => {
  const key = crypto.randomUUID();
  return persist(() => sendForm(sayso, clientId, key));
};

/** A new address per customer: one may have few uploads without bytes. */
let customers = 0;

/** Uploads a video, resuming at its offset, and submits the form with its id. */
async function byUpload(clientId: string): Promise<void> {
  const bytes = await video();
  const from = { "cf-connecting-ip": `2001:db8:${(customers += 1).toString(16)}::1` };
  const id = crypto.randomUUID().replaceAll("-", "");
  const location = `/api/uploads/${id}`;
  for (let attempt = 1; ; attempt += 1) {
    const upload = await head(sayso, location);
    assert.ok([200, 404, 503, 423].includes(upload.status) && attempt < 30, `stands: ${upload.status}`);
    if (upload.status === 404) {
      // Its bytes may be stored, whatever the status.
      const answer = await create(sayso, clientId, bytes.length, from, { id }, bytes);
      assert.ok([201, 503].includes(answer.status), `created: ${answer.status}`);
      continue;
    }
    const offset = Number(upload.headers.get("upload-offset"));
    if (upload.status === 200 && offset === bytes.length) break;
    if (upload.status !== 200) continue;
    // A writer whose response was lost holds the lock for a moment.
    await sayso.change("UPDATE uploads SET writer_until = 0 WHERE id = ?", uploadIdOf(location));
    const { status } = await patch(sayso, location, offset, bytes.subarray(offset) as BodyInit);
    assert.ok([204, 409, 423, 503].includes(status), `patched: ${status}`);
  }
  const key = { "idempotency-key": crypto.randomUUID() };
  const fields = { ...goodFields(clientId), uploadId: uploadIdOf(location) };
  await persist(() => submit(sayso, form(fields), key));
}

/** A turn of the schedule in which the walks over stored objects begin, which do so each hour. */
async function turn(): Promise<void> {
  await sayso.change("DELETE FROM sweep_cursors");
  await sayso.schedule(new Date());
}

/** Waits until a client's one video is in its folder and its email is sent, while the schedule runs. */
async function waitUntilDelivered(clientId: string, email: string): Promise<void> {
  await until("delivered and mailed", async () => {
    await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status IN ('pending', 'running')");
    await turn();
    return (
      (await sayso.row("SELECT 1 FROM emails WHERE recipient = ? AND status = 'sent'", email)) &&
      (await sayso.row("SELECT 1 FROM submissions WHERE client_id = ? AND status = 'processed'", clientId))
    );
  });
}

/** Calls that have failed once already, by text. */
const tried = new Map<string, Call>();
/** A failed read changes nothing. */
const isQuestion = ({ name, words }: Call) =>
  (name === "DB" && /^\s*(SELECT|WITH)/.test(words)) || /^(get|head|list) /.test(words);
const described = (faults: Fault[]) =>
  faults
    .map(({ name, words, after: late, error, times }) => {
      const summary = words.slice(0, 90).replaceAll(/\s+/g, " ");
      return `${name} ${summary} ${late ? "after" : "before"} x${times}: ${error ?? "stalled"}`;
    })
    .join("; ");

/** A client gets one video under this platform fault: the result must be the same. */
async function arrivesOnce(sendBy: (clientId: string) => Promise<void>, ...faults: Fault[]) {
  const at = described(faults);
  const client = await addClient(sayso);
  await setFaults(sayso, ...faults);
  await sendBy(client.id).catch((cause: unknown) => assert.fail(`${at}: ${String(cause)}`));
  await waitUntilDelivered(client.id, client.email);
  const { faults: left } = await setFaults(sayso);
  await hasArrivedOnce(client, at);
  return left;
}

async function hasArrivedOnce({ id, email }: ClientRow, at: string): Promise<void> {
  assert.deepEqual(await acceptedOf(sayso, id), ACCEPTED_ONCE, at);
  assert.equal((await sayso.keys(`drive/${id}/`)).length, 1, at);
  const mails = (await sayso.mails()).filter((mail) => [mail.to].flat().includes(email));
  const flagged = await sayso.row("SELECT maybe_sent_twice AS flag FROM emails WHERE recipient = ?", email);
  assert.ok(mails.length === 1 || flagged?.flag === 1, `${at}: ${mails.length} mails`);
}

/** How a call fails: each error, before its effect and after it. One of them in ordinary runs, another for each call. */
let next = 0;
function failuresOf(call: Call): Fault[] {
  const moments = isQuestion(call) ? [false] : [false, true];
  const all = errorsOf(call.name).flatMap((error) =>
    moments.map((after1): Fault => ({ ...call, error, after: after1, times: 1 })),
  );
  return thorough ? all : all.slice((next += 1) % all.length).slice(0, 1);
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
      await waitUntilDelivered(first.id, first.email);
      const { calls } = await setFaults(sayso);
      const distinct = new Map(calls.map((one) => [JSON.stringify(one), one]));
      assert.ok(distinct.size > 25, `${distinct.size} kinds of calls`);
      const bindings = new Set<Binding>(calls.map(({ name }) => name));
      assert.deepEqual([...bindings].toSorted(), ["DB", "EMAIL", "JOBS", "MEDIA"]);
      for (const [id, one] of distinct) {
        if (tried.has(id)) continue;
        tried.set(id, one);
        for (const failure of failuresOf(one)) {
          const [left] = await arrivesOnce(sendBy, failure);
          assert.equal(left?.times, 0, `${described(left ? [left] : [])}: it was not called`);
        }
      }
      const unexpected = sayso
        .log()
        .filter(({ kind, status }) => kind === "request" && Number(status) === 500);
      assert.deepEqual(unexpected, []);
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
      const due = sayso.change("UPDATE job_queue SET due_at = 0 WHERE status = 'pending' AND lease IS NULL");
      due.then(turn).catch(() => undefined);
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
    // A stalled claim has leased a job to a dead runner: its lease has to expire.
    for (const { id, email } of clients) await waitUntilDelivered(id, email);
    for (const client of clients) await hasArrivedOnce(client, client.id);
  },
);

test("INV02 INV04 INV11 INV19 in histories of several faults at once each video arrives once as well", async () => {
  const histories = thorough ? 1000 : 5;
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
    for (const failure of failuresOf(one)) {
      const client = await dueOn("2031-03-15", { credits_remaining: 12 });
      await setFaults(sayso, failure);
      for (let run = 1; run <= 2; run += 1) await renew(AT);
      await setFaults(sayso);
      assert.deepEqual(
        (await ledger(client)).map(([reason]) => reason),
        ["opening", "renewal"],
        described([failure]),
      );
    }
});
