// Recipients of a business's emails: which ones, and when.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { MailRecipient, MailSettings } from "#api/generated/client.ts";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { finishedVideo, longVideo } from "../../support/films/videos.ts";
import { makeDue } from "../../support/runtime/jobs.ts";
import { startWorker, type Sayso, until } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const ownerOf = async (client: ClientRow) => signIn(sayso, await addUser(sayso, { clientId: client.id }));
const path = (client: ClientRow) => `/api/client/${client.id}/mails`;
type MailOptions = Partial<Omit<MailSettings, "recipients">> & {
  recipients: Pick<MailRecipient, "email" | "wants">[];
};
const put = (client: ClientRow, cookie: string, body: MailOptions) =>
  call(sayso, "PUT", path(client), { cookie, body: { time_zone: "Europe/London", digest_hour: 8, ...body } });
const COLLEAGUE = "colleague@shop.example";
const BOSS = "boss@shop.example";

describe("mail recipients", () => {
  test("EML01 begins with the business's own address, for every video", async () => {
    const client = await addClient(sayso);
    const answer = await call(sayso, "GET", path(client), { cookie: await ownerOf(client) });
    assert.deepEqual(await answer.json(), {
      recipients: [{ email: client.email, wants: "every-video", confirmed: true }],
      time_zone: "Europe/London",
      digest_hour: 8,
    });
  });

  test("EML01 each gets what was chosen: every video, one mail a day at the hour of the time zone, or trouble alone", async () => {
    const client = await addClient(sayso, { credits_remaining: 3 });
    const saved = await put(client, await ownerOf(client), {
      recipients: [
        { email: client.email, wants: "daily" },
        { email: COLLEAGUE.toUpperCase(), wants: "every-video" },
        { email: BOSS, wants: "trouble" },
      ],
      time_zone: "America/New_York",
      digest_hour: 20,
    });
    assert.equal(saved.status, 200, await saved.clone().text());
    await sayso.change("UPDATE mail_recipients SET confirmed_at = 1 WHERE client_id = ?", client.id);
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()))).status, 200);
    const sent = await until("the colleague's mail, and all the warnings", async () => {
      const rows = await sayso.rows(
        "SELECT template, recipient, status FROM emails WHERE recipient IN (?, ?, ?) AND template <> 'recipient_added'",
        client.email,
        COLLEAGUE,
        BOSS,
      );
      return rows.filter(({ status }) => status === "sent").length === 4 && rows;
    });
    assert.deepEqual(
      sent.map(({ template, recipient, status }) => `${template} ${recipient} ${status}`).toSorted(),
      [
        `credits_low ${BOSS} sent`,
        `credits_low ${COLLEAGUE} sent`,
        `credits_low ${client.email} sent`,
        `daily_digest ${client.email} queued`,
        `submission_received ${COLLEAGUE} sent`,
      ].toSorted(),
    );
    const job = await sayso.row(
      "SELECT q.id, q.due_at FROM job_queue q JOIN emails e ON e.id = q.subject_id WHERE e.template = 'daily_digest' AND e.recipient = ?",
      client.email,
    );
    const hour = new Intl.DateTimeFormat("en-GB", {
      timeZone: "America/New_York",
      hour: "2-digit",
      hourCycle: "h23",
    });
    assert.equal(hour.format(job?.due_at), "20");
    assert.ok(job?.due_at > Date.now() && job?.due_at < Date.now() + 25 * 3_600_000);
    await makeDue(sayso, job?.id);
    await sayso.deliver(job?.id);
    const digest = await until("the digest", async () =>
      (await sayso.mails()).find(
        ({ to, subject }) => [to].flat().includes(client.email) && /1 new video/.test(subject),
      ),
    );
    assert.match(digest.text, /https:\S+\/drive\/watch\//);

    // Erasing the customer deletes the colleague's email too.
    const line = await sayso.row("SELECT id FROM submissions WHERE client_id = ?", client.id);
    await call(sayso, "DELETE", `/api/client/${client.id}/submissions/${line?.id}`, {
      cookie: await ownerOf(client),
    });
    assert.deepEqual(
      await sayso.rows(
        "SELECT 1 FROM emails WHERE template = 'submission_received' AND recipient = ?",
        COLLEAGUE,
      ),
      [],
    );
  });

  test("EML01 an added address gets mails once its reader has agreed, and none after saying no", async () => {
    const client = await addClient(sayso, { company_name: "Blue <Door>" });
    const cookie = await ownerOf(client);
    const added = `new-${crypto.randomUUID()}@shop.example`;
    const own = { email: client.email, wants: "every-video" as const };
    const recipients = [own, { email: added, wants: "every-video" as const, confirmed: true }];
    const save = async () => (await (await put(client, cookie, { recipients })).json()) as MailSettings;
    assert.equal((await save()).recipients[1]?.confirmed, false, "nobody agrees for somebody else");
    await save();
    const asked = await until("the question", async () =>
      (await sayso.mails()).find(({ to }) => [to].flat().includes(added)),
    );
    const [get, leave] = asked.text.match(/https:\S+/g) ?? [];
    assert.match(asked.html, /Blue &(lt|#60);Door/);
    const open = async (link: string | undefined, method: string) => {
      const { pathname, search } = new URL(link ?? "");
      return (await sayso.fetch(pathname + search, { method })).text();
    };
    const receive = async () => {
      assert.equal((await submit(sayso, form(goodFields(client.id), await video()))).status, 200);
      await until("the owner's mail", async () => {
        const mine = "SELECT 1 FROM emails WHERE recipient = ? AND template = 'submission_received'";
        return (await sayso.rows(mine, client.email)).length > 0;
      });
      const query = "SELECT 1 FROM emails WHERE recipient = ? AND template = 'submission_received'";
      return (await sayso.rows(query, added)).length;
    };
    assert.match(await open(get, "GET"), /would like you to get its emails/);
    assert.equal(await receive(), 0);
    assert.match(await open(get, "POST"), /From now on you get the emails/);
    assert.equal((await save()).recipients[1]?.confirmed, true);
    assert.equal((await submit(sayso, form(goodFields(client.id), await finishedVideo()))).status, 200);
    const mail = await until("their mail", async () =>
      (await sayso.mails()).find(
        ({ to, subject }) => [to].flat().includes(added) && /video testimonial/.test(subject),
      ),
    );
    assert.match(mail.text, /Stop these emails:\nhttps:\S+\/emails\/leave\//);
    assert.match(mail.html, /Stop these emails/);
    const daily = [own, { email: added, wants: "daily" as const }];
    assert.equal((await put(client, cookie, { recipients: daily })).status, 200);
    assert.equal((await submit(sayso, form(goodFields(client.id), await longVideo(5)))).status, 200);
    const digest = await until("the digest is queued", () =>
      sayso.row("SELECT id FROM emails WHERE template = 'daily_digest' AND recipient = ?", added),
    );
    assert.match(await open(leave, "GET"), /If it adds you again, we ask you first/);
    assert.match(await open(leave, "POST"), /not on this business’s list/);
    assert.match(await open(get, "POST"), /not on this business’s list/);
    const job = await sayso.row("SELECT id FROM job_queue WHERE subject_id = ?", digest.id);
    await makeDue(sayso, String(job?.id));
    await sayso.deliver(String(job?.id));
    const gone = "SELECT 1 FROM emails WHERE template = 'daily_digest' AND recipient = ?";
    assert.deepEqual(await sayso.rows(gone, added), [], "who has left gets what was queued no more");
    assert.equal((await save()).recipients[1]?.confirmed, false);
    assert.equal(
      (await sayso.rows("SELECT 1 FROM emails WHERE recipient = ? AND template = 'recipient_added'", added))
        .length,
      1,
      "one a day",
    );
    const others = () =>
      Array.from({ length: 5 }, () => ({
        email: `${crypto.randomUUID()}@shop.example`,
        wants: "daily" as const,
      }));
    for (let count = 1; count < 20; count += 5)
      assert.equal((await put(client, cookie, { recipients: [own, ...others()] })).status, 200);
    const refused = await put(client, cookie, { recipients: [own, ...others()] });
    assert.deepEqual(Object.keys((await refused.json()).fields), ["recipients.1"]);
    assert.equal((await put(client, cookie, { recipients: [own] })).status, 200);
  });

  test("refuses invalid settings beside their fields and stores nothing (EML01)", async () => {
    const client = await addClient(sayso);
    const cookie = await ownerOf(client);
    const own = { email: client.email, wants: "daily" as const };
    const wrong = await put(client, cookie, {
      recipients: [own, { email: "nobody", wants: "daily" }, { ...own, email: client.email.toUpperCase() }],
    });
    assert.equal(wrong.status, 400);
    assert.deepEqual(Object.keys((await wrong.json()).fields), ["recipients.1", "recipients.2"]);
    for (const body of [
      { recipients: [] },
      { recipients: [{ email: BOSS, wants: "daily" as const }] },
      { recipients: [own], time_zone: "Mars/Olympus" },
      { recipients: [own], digest_hour: 24 },
      { recipients: Array.from({ length: 7 }, () => own) },
      { recipients: [{ ...own, wants: "everything" as never }] },
    ])
      assert.equal((await put(client, cookie, body)).status, 400, JSON.stringify(body));
    assert.deepEqual(await sayso.rows("SELECT * FROM mail_recipients WHERE client_id = ?", client.id), []);
  });
});
