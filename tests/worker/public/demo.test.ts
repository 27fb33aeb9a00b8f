import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { webhookForm } from "../../support/people/admin/site.ts";
import { completedUpload, create, uploadIdOf } from "../../support/people/customer/tus.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { bySender, deliveredFrom, postTestimonial, someone } from "../../support/doubles/webhooks.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
let cookie: string;
before(async () => {
  sayso = await startWorker();
  cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
});
after(() => sayso.close());

const clearMailLimit = () => sayso.change("DELETE FROM rate_limit_events WHERE kind = 'mail'");
const mailsTo = async (address: string) =>
  (await sayso.mails()).filter((mail) => [mail.to].flat().includes(address));
const mailTo = (address: string) => until("the mail", async () => (await mailsTo(address))[0]);

test("DEM06 EML02 its link goes to the address that was typed and to nobody else, and opens the video", async () => {
  await clearMailLimit();
  const email = someone();
  const earlier = (await sayso.mails()).length;
  assert.equal((await postTestimonial(sayso, "demo", webhookForm({ email }, await video()))).status, 200);
  const sent = await mailTo(email);
  assert.equal((await sayso.mails()).length, earlier + 1, "one mail in all");
  assert.ok(!sent.text.includes("Ann Example"), "what was typed does not stand in a mail to anybody");
  const link = /https:\/\/\S+/.exec(sent.text)?.[0] ?? "";
  const page = await sayso.fetch(new URL(link).pathname + new URL(link).search);
  assert.equal(page.status, 200);
});

test("DEM06 BIL05 it never runs out, is no line in the admins' table and counts as nobody's submission", async () => {
  await clearMailLimit();
  const days = async () => (await sayso.rows("SELECT submissions FROM submission_days"))[0]?.submissions ?? 0;
  const counted = await days();
  assert.equal(
    (await postTestimonial(sayso, "demo", webhookForm({ email: someone() }, await video()))).status,
    200,
  );
  assert.equal(await days(), counted);
  assert.equal(
    (await sayso.row("SELECT credits_remaining FROM clients WHERE id = 'demo'"))?.credits_remaining,
    0,
  );
  const answer = await call(sayso, "GET", "/api/admin/clients?q=sayso", { cookie });
  const { clients } = (await answer.json()) as { clients: { id: string }[] };
  assert.deepEqual(
    clients.map((client) => client.id).filter((id) => id === "demo"),
    [],
  );
});

test("DEM06 INV41 its folder takes nothing from a record page, an upload or the look-up", async () => {
  assert.equal((await submit(sayso, form(goodFields("demo"), await video()))).status, 404);
  assert.equal((await create(sayso, "demo", 10)).status, 404);
  const look = await sayso.fetch("/api/public/get_client_by_slug?_slug=sayso-demo");
  assert.deepEqual(await look.json(), []);
  assert.equal((await sayso.fetch("/record/sayso-demo")).status, 404);
});

test("SUB36 one address gets three demo mails a day, and then a clear 429", async () => {
  await clearMailLimit();
  const email = someone();
  const answers = [];
  for (let i = 0; i < 4; i += 1)
    answers.push(await postTestimonial(sayso, "demo", webhookForm({ email }, await video())));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200, 429],
  );
  assert.ok(Number(answers[3]?.headers.get("retry-after")) > 80_000);
  assert.equal((await sayso.rows("SELECT 1 FROM submissions WHERE customer_email = ?", email)).length, 3);
});

test("refuses a second email field, so that only the counted address is mailed (SUB36 EML02)", async () => {
  await clearMailLimit();
  const [decoy, victim] = [someone(), someone()];
  const body = webhookForm({ email: decoy }, await video());
  body.append("email", victim);
  const answer = await postTestimonial(sayso, "demo", body);
  assert.deepEqual(
    [answer.status, ((await answer.json()) as { error: string }).error],
    [400, "The form has a field twice."],
  );
  assert.equal((await sayso.rows("SELECT 1 FROM emails WHERE recipient IN (?, ?)", decoy, victim)).length, 0);
  assert.equal((await sayso.rows("SELECT 1 FROM rate_limit_events WHERE kind = 'mail'")).length, 0);
});

test("a file that is no video, is truncated or arrives twice uses up no mail (SUB36)", async () => {
  await clearMailLimit();
  const [email, key] = [someone(), crypto.randomUUID()];
  for (let i = 0; i < 4; i += 1)
    assert.equal(
      (await postTestimonial(sayso, "demo", webhookForm({ email }, new Uint8Array(500)))).status,
      415,
    );
  for (let i = 0; i < 4; i += 1) {
    const again = await postTestimonial(sayso, "demo", webhookForm({ email }, await video()), {
      "idempotency-key": key,
    });
    assert.equal(again.status, 200);
  }
  assert.equal((await sayso.rows("SELECT 1 FROM rate_limit_events WHERE kind = 'mail'")).length, 1);
});

test("DEM06 INV40 its folder is no client that an admin could invite, edit, suspend or look into", async () => {
  const admin = (method: string, path: string, body?: unknown) => call(sayso, method, path, { cookie, body });
  for (const answer of [
    await admin("GET", "/api/admin/clients/demo"),
    await admin("PATCH", "/api/admin/clients/demo", { changed: {}, loaded: {} }),
    await admin("POST", "/api/admin/clients/demo/status", { status: "suspended", loaded: "active" }),
    await admin("POST", "/functions/v1/invite-client", { clientId: "demo" }),
    await admin("GET", "/api/client/dashboard?clientId=demo"),
    await admin("GET", "/api/client/demo/submissions"),
  ]) {
    assert.equal(answer.status, 404, answer.url);
  }
  assert.equal((await sayso.row("SELECT * FROM clients WHERE id = 'demo'"))?.status, "active");
});

test("RET04 INV52 TRM13 a demo is gone after 24 hours and not before, with everything about it", async () => {
  await clearMailLimit();
  const [young, old] = [someone(), someone()];
  for (const email of [young, old]) {
    assert.equal((await postTestimonial(sayso, "demo", webhookForm({ email }, await video()))).status, 200);
    await deliveredFrom(sayso, email);
    await mailTo(email);
  }
  const now = Date.now();
  const hours = (count: number) => count * 3_600_000;
  await sayso.change(
    "UPDATE submissions SET created_at = ? WHERE customer_email = ?",
    now - hours(24) + 60_000,
    young,
  );
  await sayso.change(
    "UPDATE submissions SET created_at = ? WHERE customer_email = ?",
    now - hours(24) - 1000,
    old,
  );
  const {
    id,
    drive_path: path,
    upload_id: uploadId,
  } = (await bySender(sayso, old)) as { id: string; drive_path: string; upload_id: string };
  await sayso.schedule(new Date(now));
  assert.ok(await bySender(sayso, young), "not before");
  assert.equal(await bySender(sayso, old), undefined, "on time");
  assert.deepEqual(await sayso.keys(`drive/demo/${path}`), []);
  // The second sweep looks for leftovers of a running delivery; afterwards no row remains.
  await sayso.schedule(new Date(now + hours(1)));
  const tables = await sayso.rows(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%cf%'",
  );
  assert.ok(tables.length > 15);
  for (const { name } of tables) {
    const text = JSON.stringify(await sayso.rows(`SELECT * FROM "${name}"`));
    for (const trace of [id, uploadId, old]) assert.ok(!text.includes(trace), `${name} still holds ${trace}`);
  }
  for (const key of await sayso.keys(""))
    assert.ok(!key.includes(uploadId) && !key.includes(id.slice(0, 8)), key);
});

test("DEM06 SUB35 a large demo is uploaded first, for the demo's webhook alone", async () => {
  await clearMailLimit();
  const email = someone();
  for (const webhook of ["wpms", "no-such-page"]) {
    assert.equal((await create(sayso, "demo", 10, {}, { webhook })).status, 404, webhook);
  }
  const uploadId = uploadIdOf(await completedUpload(sayso, "demo", await video(), "demo"));
  const record = form({ ...goodFields("demo"), uploadId });
  assert.equal((await submit(sayso, record)).status, 404, "no record page takes it");
  assert.equal((await postTestimonial(sayso, "demo", webhookForm({ email, uploadId }))).status, 200);
  assert.equal((await deliveredFrom(sayso, email)).endpoint, "demo");
  assert.ok(await mailTo(email));
});

test("EML12 the demo's mail says who sends it and why, and its recipient stops it with one press, for every spelling", async () => {
  await clearMailLimit();
  const name = someone().split("@")[0] ?? "";
  const email = `${name}@gmail.com`;
  const post = async (address: string) =>
    postTestimonial(
      sayso,
      "demo",
      webhookForm({ email: address, name: "Buy at cheap example" }, await video()),
    );
  assert.equal((await post(email)).status, 200);
  const sent = await mailTo(email);
  assert.equal(sent.subject, "Your Sayso demo video");
  assert.ok(!/cheap/i.test(sent.subject + sent.text + sent.html));
  assert.match(
    sent.text,
    /Sayso sent this because your address was typed in at https:\/\/sayso\.test\/demo\./,
  );
  const link = new URL(/https:\/\/\S+\/emails\/stop\/\S+/.exec(sent.text)?.[0] ?? "");
  assert.ok(!link.href.includes(name), "the address does not stand in it");
  assert.deepEqual(sent.headers, {
    "List-Unsubscribe": `<${link.href}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  const path = link.pathname + link.search;

  const looked = await sayso.fetch(path);
  assert.equal(looked.status, 200);
  assert.match(await looked.text(), /<form method="post"><button type="submit"/);
  await clearMailLimit();
  assert.equal((await post(email)).status, 200, "looking stops nothing");

  const other = path.replace(/(?<=signature=)./, (digit) => (digit === "0" ? "1" : "0"));
  const forged = await sayso.fetch(other, { method: "POST" });
  assert.equal(forged.status, 404);
  const pressed = await sayso.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  assert.equal(pressed.status, 200);
  assert.match(await pressed.text(), /The demo will not email this address again/);
  await clearMailLimit();
  for (const spelling of [email, `${name}+more@gmail.com`, email.toUpperCase()]) {
    const refused = await post(spelling);
    assert.equal(refused.status, 400, spelling);
    assert.match(((await refused.json()) as { fields: { email: string } }).fields.email, /wants no emails/);
  }
  assert.equal((await post(someone())).status, 200);
});

test("INV51 DEM06 whoever made a demo deletes it by the link of its mail, and an admin all of an address; looking deletes nothing", async () => {
  const made = async (email: string) => {
    await clearMailLimit();
    assert.equal((await postTestimonial(sayso, "demo", webhookForm({ email }, await video()))).status, 200);
    const { id, drive_path: path } = await deliveredFrom(sayso, email);
    return { id: String(id), file: `drive/demo/${String(path)}` };
  };
  const email = someone();
  const demo = await made(email);
  const { text } = await mailTo(email);
  const link = new URL(/https:\/\/\S+\/demo\/\S+/.exec(text)?.[0] ?? "");
  const path = link.pathname + link.search;
  assert.match(await (await sayso.fetch(path)).text(), /<form method="post"><button type="submit"/);
  assert.ok(await bySender(sayso, email), "looking deletes nothing");
  await sayso.change("INSERT INTO bounced_recipients VALUES (?, ?)", email.toLowerCase(), Date.now());
  const forged = path.replace(/(?<=signature=)./, (digit) => (digit === "0" ? "1" : "0"));
  assert.equal((await sayso.fetch(forged, { method: "POST" })).status, 404);
  for (const press of ["once", "twice"]) {
    const answer = await sayso.fetch(path, { method: "POST" });
    assert.equal(answer.status, 200, press);
    assert.match(await answer.text(), /Your demo is deleted/);
  }
  assert.match(await (await sayso.fetch(path)).text(), /Your demo is deleted/);
  assert.equal(await bySender(sayso, email), undefined);
  assert.deepEqual(await sayso.keys(demo.file), []);
  assert.equal(await sayso.row("SELECT 1 FROM emails WHERE recipient = ?", email), undefined);
  assert.equal(
    await sayso.row("SELECT 1 FROM bounced_recipients WHERE recipient = ?", email.toLowerCase()),
    undefined,
  );

  const asks = someone();
  const files = [(await made(asks)).file, (await made(asks)).file];
  const remaining = await made(someone());
  const erase = async (typed: string) => {
    const answer = await call(sayso, "POST", "/api/admin/demo-erasures", { cookie, body: { email: typed } });
    return [answer.status, ((await answer.json()) as { erased?: number }).erased];
  };
  assert.deepEqual(await erase("nobody"), [400, undefined]);
  assert.deepEqual(await erase(` ${asks.toUpperCase()} `), [200, 2]);
  assert.deepEqual(await erase(asks), [200, 0]);
  for (const file of files) assert.deepEqual(await sayso.keys(file), []);
  assert.equal((await sayso.keys(remaining.file)).length, 1);
  const audited = await sayso.rows("SELECT action FROM audit_log WHERE action = 'submission.erase'");
  assert.equal(audited.length, 1);
});
