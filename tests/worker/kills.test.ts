// The Worker's runtime is killed with SIGKILL while customers submit; what was acknowledged arrives once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../support/clients.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { thorough } from "../support/thorough.ts";
import { startWorker, until, type Sayso } from "../support/worker.ts";

const SUBMISSIONS = thorough ? 1000 : 100;
const KILLS = thorough ? 100 : 10;
/** Customers who submit at the same time. */
const AT_ONCE = 6;
const HOURS = 3_600_000;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

/** A customer's browser: sends under one key until an answer comes. */
async function submitUntilAnswered(clientId: string, bytes: Uint8Array, number: number): Promise<void> {
  const headers = {
    "idempotency-key": crypto.randomUUID(),
    "cf-connecting-ip": `198.51.${number >> 8}.${number & 255}`,
  };
  await until(`submission ${number} is acknowledged`, () =>
    submit(
      sayso,
      form({ ...goodFields(clientId), customerName: `Customer ${number}` }, bytes),
      headers,
      3000,
    ).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
}

test(`INV19 INV11 INV12 ${KILLS} kills among ${SUBMISSIONS} submissions: each acknowledged one is delivered exactly once`, async () => {
  const client = await addClient(sayso, { credits_remaining: SUBMISSIONS + 7 });
  const bytes = await video();
  let started = 0;
  let acknowledged = 0;
  let kills = 0;
  const customer = async () => {
    while (started < SUBMISSIONS) {
      started += 1;
      await submitUntilAnswered(client.id, bytes, started);
      acknowledged += 1;
    }
  };
  const killer = async () => {
    while (kills < KILLS) {
      const next = (kills * SUBMISSIONS) / KILLS;
      await until("more submissions", async () => acknowledged >= next);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      await sayso.killRuntime();
      kills += 1;
    }
  };
  await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, customer)]);
  assert.equal(kills, KILLS);

  const count = async (sql: string) => Number((await sayso.row(sql, client.id))?.n);
  let open = -1;
  await until(
    "all are delivered and all mails sent",
    async () => {
      const last = open;
      open = await count(
        "SELECT count(*) AS n FROM job_queue WHERE status IN ('pending', 'running') AND ?1 <> ''",
      );
      if (open === 0) return true;
      // Where nothing moves, the leases of runners that died have to pass. A sweep every 50 ms would only flood the queue.
      const due = open === last ? "('pending', 'running')" : "('pending')";
      await sayso.change(`UPDATE job_queue SET due_at = 0 WHERE status IN ${due}`);
      await sayso.schedule(new Date());
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return false;
    },
    thorough ? 900_000 : PATIENCE_MS,
  );
  assert.equal(
    await count("SELECT count(*) AS n FROM submissions WHERE client_id = ? AND status = 'processed'"),
    SUBMISSIONS,
  );
  assert.equal(
    await count("SELECT count(DISTINCT customer_name) AS n FROM submissions WHERE client_id = ?"),
    SUBMISSIONS,
  );
  assert.equal(await count("SELECT credits_remaining AS n FROM clients WHERE id = ?"), 7);
  assert.equal((await sayso.keys(`drive/${client.id}/`)).length, SUBMISSIONS, "one file each");
  const mails = await sayso.rows(
    "SELECT status, maybe_sent_twice FROM emails WHERE recipient = ?",
    client.email,
  );
  assert.equal(mails.length, SUBMISSIONS, "one mail each");
  assert.ok(mails.every((mail) => mail.status === "sent"));

  await sayso.schedule(new Date(Date.now() + 26 * HOURS));
  assert.deepEqual(await sayso.keys("uploads/"), [], "nothing is left of the uploads");
});
