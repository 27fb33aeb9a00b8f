// One digest email in a flood instead of one per video.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const HOUR = 3_600_000;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const send = async (client: ClientRow, name: string) => {
  const fields = { ...goodFields(client.id), customerName: name };
  assert.equal((await submit(sayso, form(fields, await video()))).status, 200);
};
const delivered = (client: ClientRow, count: number) =>
  until("delivered", async () => {
    const sql = "SELECT count(*) AS n FROM submissions WHERE client_id = ? AND status = 'processed'";
    return (await sayso.row(sql, client.id))?.n === count;
  });
const mailsOf = async (client: ClientRow) =>
  (await sayso.mails()).filter(({ to }) => [to].flat().includes(client.email));
/** The schedule of a minute, two hours from now: every digest is due. */
const later = () => sayso.schedule(new Date(Date.now() + 2 * HOUR));

test("mails five submissions of an hour each, and all others in one digest at its end (EML11)", async () => {
  const client = await addClient(sayso, { company_name: "Crowded Shop" });
  for (let count = 1; count <= 9; count += 1)
    await send(client, `Customer ${String.fromCodePoint(64 + count)}`);
  await delivered(client, 9);
  const own = await until("five mails", async () => {
    const mails = await mailsOf(client);
    return mails.length >= 5 && mails;
  });
  assert.equal(own.length, 5);
  const due = await sayso.row(
    "SELECT j.due_at FROM job_queue j JOIN emails e ON e.id = j.subject_id WHERE e.template = 'submission_digest' AND e.recipient = ?",
    client.email,
  );
  assert.ok(due?.due_at > Date.now() && due?.due_at <= Date.now() + HOUR + 120_000);
  await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status = 'pending' AND lease IS NULL");
  await later();
  const digest = await until("the digest", async () =>
    (await mailsOf(client)).find(({ subject }) => subject.includes("more video")),
  );
  assert.equal(digest.subject, "4 more video testimonials for Crowded Shop");
  for (const name of ["F", "G", "H", "I"])
    assert.match(digest.text, new RegExp(`Customer ${name} \\(0:\\d\\d long\\)`));
  assert.doesNotMatch(digest.text, /Customer E/);
  assert.match(digest.text, /press Not a testimonial/);
  const link = /https:\/\/sayso\.test(\/drive\/video\/\S+)/.exec(digest.text)?.[1] ?? "";
  assert.equal((await sayso.fetch(link)).status, 200);
  await later();
  assert.equal((await mailsOf(client)).length, 6, "and once");
  const day = await sayso.row("SELECT submissions FROM submission_days");
  assert.equal(day?.submissions, 9, "all are counted");
});

test("the digest omits submissions removed as no testimonial (EML11 SUB38)", async () => {
  const client = await addClient(sayso);
  for (let count = 0; count < 7; count += 1) await send(client, "Ann Example");
  await delivered(client, 7);
  await until("the first mails", async () => (await mailsOf(client)).length === 5);
  const cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
  const ids = (await sayso.rows("SELECT id FROM submissions WHERE client_id = ?", client.id)).map(
    ({ id }) => id,
  );
  assert.equal(
    (await call(sayso, "POST", `/api/client/${client.id}/submissions/reject`, { cookie, body: { ids } }))
      .status,
    200,
  );
  await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status = 'pending' AND lease IS NULL");
  await later();
  const left = () =>
    sayso.row("SELECT * FROM emails WHERE template = 'submission_digest' AND recipient = ?", client.email);
  await until("it is dropped", async () => (await left()) === undefined);
  assert.equal((await mailsOf(client)).length, 5);
});
