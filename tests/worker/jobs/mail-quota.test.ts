// The mail service's daily quota, and its refusal of addresses that bounced.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Dashboard } from "#api/generated/client.ts";
import type { Overview } from "#api/generated/operations.ts";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { setFaults } from "../../support/doubles/workers/faults.ts";
import { isWaiting } from "../../support/runtime/jobs.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso, until } from "../../support/runtime/worker.ts";

const HOURS = 3_600_000;

let sayso: Sayso;
let admin: string;
before(async () => {
  sayso = await startWorker({ main: "tests/support/doubles/workers/failing-bindings.js" });
  admin = await adminCookie(sayso);
});
after(() => sayso.close());
beforeEach(async () => {
  await setFaults(sayso);
  await sayso.change("DELETE FROM mail_days");
  await sayso.change("DELETE FROM admin_settings");
  await sayso.change("DELETE FROM emails WHERE template = 'mail_quota'");
});

const today = () => new Date().toISOString().slice(0, 10);
const usedUp = (sent: number) =>
  sayso.change("INSERT INTO mail_days (day, sent) VALUES (?, ?)", today(), sent);
const allow = (mails: number) =>
  sayso.change("INSERT INTO admin_settings VALUES ('mail_daily_limit', ?)", String(mails));
const mailOf = (recipient: string) => sayso.row("SELECT * FROM emails WHERE recipient = ?", recipient);
const jobOf = (recipient: string) =>
  sayso.row(
    "SELECT j.* FROM job_queue j JOIN emails e ON e.id = j.subject_id WHERE e.recipient = ?",
    recipient,
  );
const send = async (client: ClientRow, fields: { customerName?: string } = {}) => {
  const answer = await submit(sayso, form({ ...goodFields(client.id), ...fields }, await video()));
  assert.equal(answer.status, 200);
};
const sent = (recipient: string) =>
  until(`${recipient} is mailed`, async () => (await mailOf(recipient))?.status === "sent");
const reset = (email: string) => call(sayso, "POST", "/api/auth/reset", { body: { area: "client", email } });

describe("a day's mails", () => {
  test("EML13 from 80 % on a client's testimonials wait for one mail of tomorrow, while a reset still goes out; each admin is told once", async () => {
    await allow(100);
    await usedUp(79);
    const [first, second] = [await addClient(sayso), await addClient(sayso)];
    await send(first);
    await sent(first.email);
    for (const customerName of ["Bob Example", "Cleo Example"]) await send(second, { customerName });
    await until("both wait for the same mail", async () => {
      const sql = "SELECT count(*) AS n FROM submissions WHERE client_id = ? AND digest_hour IS NOT NULL";
      return (await sayso.row(sql, second.id))?.n === 2;
    });
    const midnight = (Math.floor(Date.now() / (24 * HOURS)) + 1) * 24 * HOURS;
    const waiting = await jobOf(second.email);
    assert.equal(waiting?.due_at, midnight + HOURS + 60_000);
    assert.equal(waiting?.max_attempts - waiting?.attempts, 7, "no attempt was used up");
    const mails = await sayso.rows("SELECT template, status FROM emails WHERE recipient = ?", second.email);
    assert.deepEqual(mails, [{ template: "submission_digest", status: "queued" }]);
    const user = await addUser(sayso, { clientId: second.id });
    assert.equal((await reset(user.email)).status, 200);
    await sent(user.email);
    const adminMails = await until("the admins are told", () =>
      sayso.row("SELECT count(*) AS n FROM emails WHERE template = 'mail_quota' AND status = 'sent'"),
    );
    const admins = await sayso.row("SELECT count(*) AS n FROM user_roles WHERE role = 'admin'");
    await until("once each", async () => {
      const row = await sayso.row("SELECT count(*) AS n FROM emails WHERE template = 'mail_quota'");
      return row?.n === admins?.n;
    });
    assert.ok(adminMails.n <= admins?.n);
    const mail = (await sayso.mails()).find(({ subject }) => subject.includes("it may send today"));
    assert.match(mail?.text ?? "", /of the 100 emails that the mail service allows today/);
    const overview = (await (
      await call(sayso, "GET", "/api/admin/overview", { cookie: admin })
    ).json()) as Overview;
    assert.equal(overview.emails_a_day, 100);
    assert.ok(overview.emails_today >= 82, `${overview.emails_today}`);
    // The next day's quota is free again.
    await sayso.change("UPDATE mail_days SET day = date(day, '-1 day')");
    await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status = 'pending' AND lease IS NULL");
    await sayso.schedule(new Date());
    await sent(second.email);
    const news = (await sayso.mails()).filter(({ to }) => [to].flat().includes(second.email));
    assert.deepEqual(
      news.map(({ subject }) => subject),
      [`2 more video testimonials for ${second.company_name}`],
    );
    for (const name of ["Bob", "Cleo"]) assert.match(news[0]?.text ?? "", new RegExp(`${name} Example \\(`));
  });

  test("queues mails that the service refuses for the day and sends them later; none is dropped (EML13 INV18)", async () => {
    const client = await addClient(sayso);
    await setFaults(sayso, {
      name: "EMAIL",
      words: "send",
      error: "Daily limit exceeded",
      code: "E_DAILY_LIMIT_EXCEEDED",
      times: 1000,
    });
    await send(client);
    for (let day = 1; day <= 9; day += 1) {
      await until(`refused on day ${day}`, async () => {
        const job = await jobOf(client.email);
        // The first day ends with a new email, which covers everything that waits.
        return job !== undefined && job.attempts === day - 1 && isWaiting(job) && job.due_at > Date.now();
      });
      const mail = await mailOf(client.email);
      assert.deepEqual(
        [mail?.template, mail?.status, mail?.maybe_sent_twice],
        ["submission_digest", "queued", 0],
      );
      const row = await sayso.row("SELECT refused_after FROM mail_days WHERE day = ?", today());
      assert.equal(row?.refused_after, 0);
      await sayso.change("DELETE FROM mail_days");
      if (day === 9) await setFaults(sayso);
      await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status = 'pending' AND lease IS NULL");
      await sayso.schedule(new Date());
    }
    await sent(client.email);
    const mails = (await sayso.mails()).filter((mail) => [mail.to].flat().includes(client.email));
    assert.equal(mails.length, 1);
  });

  test("EML13 once the service has refused one, no other news is handed to it on that day", async () => {
    await sayso.change("INSERT INTO mail_days (day, sent, refused_after) VALUES (?, 5, 5)", today());
    const client = await addClient(sayso);
    await send(client);
    await until("it waits", async () => (await mailOf(client.email))?.template === "submission_digest");
    await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status = 'pending' AND lease IS NULL");
    await sayso.schedule(new Date());
    const job = await until("it waits again", async () => {
      const found = await jobOf(client.email);
      return found?.attempts === 1 && isWaiting(found) ? found : undefined;
    });
    assert.match(job.error_message, /^It is waiting/);
    assert.equal((await mailOf(client.email))?.error_message, null, "nobody was asked");
  });

  test("EML13 days of which nobody asks any more are forgotten", async () => {
    await sayso.change("INSERT INTO mail_days (day, sent) VALUES ('2020-01-01', 5)");
    await usedUp(3);
    await sayso.schedule(new Date());
    assert.deepEqual(await sayso.rows("SELECT day FROM mail_days"), [{ day: today() }]);
  });
});

describe("an address that mails came back from", () => {
  test("EML14 gets no further mail; its client's portal says so, and an admin can send again", async () => {
    const client = await addClient(sayso);
    const user = await addUser(sayso, { clientId: client.id });
    const cookie = await signIn(sayso, user);
    const dashboard = async () =>
      (await (await call(sayso, "GET", "/api/client/dashboard", { cookie })).json()) as Dashboard;
    assert.equal((await dashboard()).emails_bounce, false);
    await setFaults(sayso, {
      name: "EMAIL",
      words: "send",
      error: "Recipient suppressed",
      code: "E_RECIPIENT_SUPPRESSED",
      times: 1,
    });
    await send(client);
    const failed = await until("it has failed", async () => {
      const mail = await mailOf(client.email);
      return mail?.status === "failed" ? mail : undefined;
    });
    assert.match(failed.error_message, /earlier emails bounced/);
    assert.equal((await dashboard()).emails_bounce, true);
    // The next one is not even handed over, however the address is written.
    await setFaults(sayso);
    await sayso.change("UPDATE clients SET email = upper(email) WHERE id = ?", client.id);
    await send(client);
    await until("the second has failed", async () => {
      const rows = await sayso.rows("SELECT status FROM emails WHERE lower(recipient) = ?", client.email);
      return rows.length === 2 && rows.every(({ status }) => status === "failed");
    });
    assert.ok(!(await setFaults(sayso)).calls.some(({ name }) => name === "EMAIL"));
    // After the cause was fixed the email is resent.
    const again = await call(sayso, "POST", `/api/admin/emails/${failed.id}/resend`, { cookie: admin });
    assert.equal(again.status, 200);
    await until("sent again", async () => {
      const row = await sayso.row("SELECT status FROM emails WHERE id = ?", failed.id);
      return row?.status === "sent";
    });
    assert.equal((await dashboard()).emails_bounce, false);
  });

  test("EML14 is tried again after half a year, and another address of the client's at once", async () => {
    const client = await addClient(sayso);
    await sayso.change(
      "INSERT INTO bounced_recipients VALUES ('old@shop.example', ?)",
      Date.now() - 181 * 24 * HOURS,
    );
    await sayso.change("INSERT INTO bounced_recipients VALUES (?, ?)", client.email, Date.now());
    await sayso.schedule(new Date());
    assert.deepEqual(
      await sayso.rows(
        "SELECT recipient FROM bounced_recipients WHERE recipient IN ('old@shop.example', ?)",
        client.email,
      ),
      [{ recipient: client.email }],
    );
    const moved = `new-${client.email}`;
    await sayso.change("UPDATE clients SET email = ? WHERE id = ?", moved, client.id);
    await send({ ...client, email: moved });
    await sent(moved);
  });
});
