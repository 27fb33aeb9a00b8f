import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { form, goodFields, submit, video } from "../../support/clients.ts";
import { outside, status } from "../../support/outward.ts";
import { webhookForm } from "../../support/site.ts";
import { create } from "../../support/tus.ts";
import { addUser, call, signIn } from "../../support/users.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

const SECRET = "a secret that only these tests use";
const AUTOMATION = "automation.example";
let sayso: Sayso;
let cookie: string;
before(async () => {
  sayso = await startWorker({ secrets: { AUTOMATION_SECRET: SECRET } });
  cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
});
after(() => sayso.close());

const forgetMails = () => sayso.change("DELETE FROM attempts WHERE kind = 'mail'");
const post = (endpoint: string, body: FormData, headers: Record<string, string> = {}) =>
  sayso.fetch(`/webhooks/testimonials/${endpoint}`, { method: "POST", body, headers });
const bySender = (email: string) => sayso.row("SELECT * FROM submissions WHERE customer_email = ?", email);
const delivered = (email: string) =>
  until("delivered", async () => ((await bySender(email))?.status === "processed" ? bySender(email) : null));
const someone = () => `${crypto.randomUUID().slice(0, 8)}@customers.example`;
const mailsTo = async (address: string) =>
  (await sayso.mails()).filter((mail) => [mail.to].flat().includes(address));
const mail = (address: string) => until("the mail", async () => (await mailsTo(address))[0]);

describe("webhooks", () => {
  test("BRA05 BRA07 BRA08 BRA09 DEM06 SUB34 each endpoint takes the six fields and keeps them with its own business", async () => {
    for (const endpoint of ["wpms", "career-garage", "wpmsaic", "live", "demo"]) {
      const email = someone();
      assert.equal((await post(endpoint, webhookForm({ email }, await video()))).status, 200);
      const row = await delivered(email);
      assert.deepEqual(
        [row?.endpoint, row?.client_id, row?.customer_name],
        [endpoint, endpoint, "Ann Example"],
      );
      const consent = await sayso.row("SELECT * FROM consents WHERE submission_id = ?", row?.id);
      assert.equal(consent?.text_version, endpoint === "demo" ? "demo-2026-11" : "2026-11");
      assert.match(row?.drive_path, /^\d{4}-\d{2}\/.*\.webm$/);
    }
    assert.equal((await post("no-such-page", webhookForm({}, await video()))).status, 404);
  });

  test("BRA07 the fields may come after the video, as another page's form may send them", async () => {
    const email = someone();
    const sent = webhookForm({ email });
    const body = new FormData();
    body.set("video", new File([(await video()) as BlobPart], "testimonial-1.webm", { type: "video/webm" }));
    for (const [name, value] of sent) body.set(name, value);
    assert.equal((await post("wpms", body)).status, 200);
    assert.equal((await delivered(email))?.endpoint, "wpms");
  });

  test("BRA05 INV09 INV10 what lacks a field, a consent or a video is refused with its field, and leaves nothing", async () => {
    const had = (await sayso.keys("uploads/")).length;
    for (const [wish, field] of [
      [{ name: undefined }, "name"],
      [{ email: "nobody" }, "email"],
      [{ privacyConsent: "false" }, "privacyConsent"],
      [{ marketingConsent: undefined }, "marketingConsent"],
    ] as const) {
      const answer = await post("wpms", webhookForm(wish, await video()));
      const { code, fields } = (await answer.json()) as { code: string; fields: object };
      assert.deepEqual([answer.status, code, Object.keys(fields)], [400, "invalid", [field]]);
    }
    assert.equal((await post("wpms", webhookForm())).status, 400);
    const notVideo = new TextEncoder().encode("<html><script>alert(1)</script></html>".repeat(50));
    assert.equal((await post("wpms", webhookForm({}, notVideo))).status, 415);
    assert.equal((await sayso.keys("uploads/")).length, had);
  });

  test("BRA05 INV02 BIL05 a branded page's testimonial costs one credit, however often it is sent", async () => {
    const credits = async () =>
      (await sayso.row("SELECT credits_remaining FROM clients WHERE id = 'wpmsaic'"))?.credits_remaining;
    const had = await credits();
    const [email, key] = [someone(), crypto.randomUUID()];
    for (let i = 0; i < 3; i += 1) {
      const answer = await post("wpmsaic", webhookForm({ email }, await video()), { "idempotency-key": key });
      assert.equal(answer.status, 200);
    }
    assert.equal(await credits(), had - 1);
    assert.equal((await sayso.rows("SELECT 1 FROM submissions WHERE customer_email = ?", email)).length, 1);
    await sayso.change("UPDATE clients SET status = 'suspended' WHERE id = 'wpmsaic'");
    const refused = await post("wpmsaic", webhookForm({}, await video()));
    assert.match(
      ((await refused.json()) as { error: string }).error,
      /^This account is currently not active\./,
    );
    await sayso.change("UPDATE clients SET status = 'active' WHERE id = 'wpmsaic'");
  });
});

describe("the demo", () => {
  test("DEM06 EML02 its link goes to the address that was typed and to nobody else, and opens the video", async () => {
    await forgetMails();
    const email = someone();
    const known = (await sayso.mails()).length;
    assert.equal((await post("demo", webhookForm({ email }, await video()))).status, 200);
    const sent = await mail(email);
    assert.equal((await sayso.mails()).length, known + 1, "one mail in all");
    assert.ok(!sent.text.includes("Ann Example"), "what was typed does not stand in a mail to anybody");
    const link = /https:\/\/\S+/.exec(sent.text)?.[0] ?? "";
    const page = await sayso.fetch(new URL(link).pathname + new URL(link).search);
    assert.equal(page.status, 200);
  });

  test("DEM06 BIL05 it never runs out, is no line in the admins' table and counts as nobody's submission", async () => {
    await forgetMails();
    const days = async () =>
      (await sayso.rows("SELECT submissions FROM submission_days"))[0]?.submissions ?? 0;
    const counted = await days();
    assert.equal((await post("demo", webhookForm({ email: someone() }, await video()))).status, 200);
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
    await forgetMails();
    const email = someone();
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await post("demo", webhookForm({ email }, await video())));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 200, 200, 429],
    );
    assert.ok(Number(answers[3]?.headers.get("retry-after")) > 80_000);
    assert.equal((await sayso.rows("SELECT 1 FROM submissions WHERE customer_email = ?", email)).length, 3);
  });

  test("SUB36 EML02 nobody is mailed by another address than the one that was counted", async () => {
    await forgetMails();
    const [decoy, victim] = [someone(), someone()];
    const body = webhookForm({ email: decoy }, await video());
    body.append("email", victim);
    const answer = await post("demo", body);
    assert.deepEqual(
      [answer.status, ((await answer.json()) as { error: string }).error],
      [400, "The form has a field twice."],
    );
    assert.equal(
      (await sayso.rows("SELECT 1 FROM emails WHERE recipient IN (?, ?)", decoy, victim)).length,
      0,
    );
    assert.equal((await sayso.rows("SELECT 1 FROM attempts WHERE kind = 'mail'")).length, 0);
  });

  test("SUB36 what is no video, is cut off or comes twice uses up no mail", async () => {
    await forgetMails();
    const [email, key] = [someone(), crypto.randomUUID()];
    for (let i = 0; i < 4; i += 1)
      assert.equal((await post("demo", webhookForm({ email }, new Uint8Array(500)))).status, 415);
    for (let i = 0; i < 4; i += 1) {
      const again = await post("demo", webhookForm({ email }, await video()), { "idempotency-key": key });
      assert.equal(again.status, 200);
    }
    assert.equal((await sayso.rows("SELECT 1 FROM attempts WHERE kind = 'mail'")).length, 1);
  });

  test("DEM06 INV40 its folder is no client that an admin could invite, edit, suspend or look into", async () => {
    const admin = (method: string, path: string, body?: unknown) =>
      call(sayso, method, path, { cookie, body });
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
    await forgetMails();
    const [young, old] = [someone(), someone()];
    for (const email of [young, old]) {
      assert.equal((await post("demo", webhookForm({ email }, await video()))).status, 200);
      await delivered(email);
      await mail(email);
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
    } = (await bySender(old)) as { id: string; drive_path: string; upload_id: string };
    await sayso.schedule(new Date(now));
    assert.ok(await bySender(young), "not before");
    assert.equal(await bySender(old), undefined, "on time");
    assert.deepEqual(await sayso.keys(`drive/demo/${path}`), []);
    // What a delivery under way could have left is looked for once more; then no record stays either.
    await sayso.schedule(new Date(now + hours(1)));
    const tables = await sayso.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%cf%'",
    );
    assert.ok(tables.length > 15);
    for (const { name } of tables) {
      const text = JSON.stringify(await sayso.rows(`SELECT * FROM "${name}"`));
      for (const trace of [id, uploadId, old])
        assert.ok(!text.includes(trace), `${name} still holds ${trace}`);
    }
    for (const key of await sayso.keys(""))
      assert.ok(!key.includes(uploadId) && !key.includes(id.slice(0, 8)), key);
  });
});

describe("forwarding", () => {
  const setUrl = (endpoint: string, url: string) =>
    sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES (?, ?) ON CONFLICT (setting_key) DO UPDATE SET setting_value = excluded.setting_value",
      `automation_url_${endpoint.replace("-", "_")}`,
      url,
    );
  type Log = {
    forwards: {
      submission_id: string;
      endpoint: string;
      state: string;
      attempts: { outcome: string; reason: string | null }[];
    }[];
  };
  const entry = async (id: string) => {
    const log = (await (await call(sayso, "GET", "/api/admin/forwards", { cookie })).json()) as Log;
    return log.forwards.filter((line) => line.submission_id === id);
  };
  const untilState = (id: string, state: string) =>
    until(state, async () => (await entry(id)).find((line) => line.state === state));

  test("BRA06 without an address nothing is forwarded and the testimonial arrives all the same", async () => {
    const email = someone();
    assert.equal((await post("career-garage", webhookForm({ email }, await video()))).status, 200);
    const row = await delivered(email);
    assert.deepEqual(
      await sayso.rows(
        "SELECT 1 FROM job_queue WHERE job_type = 'forward-submission' AND subject_id = ?",
        row?.id,
      ),
      [],
    );
  });

  test("BRA06 with one it gets a note that is signed over its time and its body, with a link that opens", async () => {
    const there = outside(AUTOMATION, status(200));
    await setUrl("career-garage", `https://${AUTOMATION}/hook`);
    const email = someone();
    assert.equal((await post("career-garage", webhookForm({ email }, await video()))).status, 200);
    const row = await delivered(email);
    await untilState(row?.id, "done");
    assert.equal(there.received.length, 1);
    const [{ headers, body, url, method }] = there.received as [(typeof there.received)[0]];
    assert.deepEqual(
      [url, method, headers.get("content-type"), headers.get("idempotency-key")],
      [`https://${AUTOMATION}/hook`, "POST", "application/json", row?.id],
    );
    const [, time, signed] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers.get("sayso-signature") ?? "") ?? [];
    assert.ok(Math.abs(Number(time) - Date.now() / 1000) < 60);
    assert.equal(signed, createHmac("sha256", SECRET).update(`${time}.${body}`).digest("hex"));
    const note = JSON.parse(body);
    assert.deepEqual(
      [
        note.event,
        note.endpoint,
        note.business,
        note.name,
        note.email,
        note.privacyConsent,
        note.marketingConsent,
      ],
      ["testimonial.received", "career-garage", "Career Garage", "Ann Example", email, true, true],
    );
    assert.ok(!Number.isNaN(Date.parse(note.timestamp)));
    const link = new URL(note.video.url);
    assert.equal((await sayso.fetch(link.pathname + link.search)).status, 200);
    assert.deepEqual(
      (await entry(row?.id))[0]?.attempts.map((attempt) => attempt.outcome),
      ["done"],
    );
    there.close();
  });

  test("BRA06 INV18 an address that fails is tried again, and one that says no for good is not; an admin sees why and retries", async () => {
    const there = outside(AUTOMATION, status(503), status(404), status(200));
    await setUrl("wpms", `https://${AUTOMATION}/hook`);
    const email = someone();
    assert.equal((await post("wpms", webhookForm({ email }, await video()))).status, 200);
    const { id } = (await delivered(email)) as { id: string };
    const [first] = await until("a try", async () => {
      const lines = await entry(id);
      return lines[0]?.attempts[0]?.outcome ? lines : null;
    });
    assert.deepEqual(
      [first?.state, first?.attempts[0]?.outcome, first?.attempts[0]?.reason],
      ["pending", "retry", "The automation address answered 503."],
    );
    const early = await call(sayso, "POST", `/api/admin/forwards/${id}/retry`, { cookie });
    assert.equal(early.status, 409, "it is on its way");
    await sayso.change(
      "UPDATE job_queue SET due_at = 0 WHERE subject_id = ? AND job_type = 'forward-submission'",
      id,
    );
    await sayso.schedule(new Date());
    const failed = await untilState(id, "failed");
    assert.equal(failed.attempts.at(-1)?.reason, "The automation address answered 404.");
    const clicks = await Promise.all(
      [1, 2, 3].map(() => call(sayso, "POST", `/api/admin/forwards/${id}/retry`, { cookie })),
    );
    assert.deepEqual(clicks.map((answer) => answer.status).toSorted(), [200, 409, 409]);
    await untilState(id, "done");
    assert.equal(there.received.length, 3);
    assert.equal((await entry(id)).length, 2, "the log keeps both");
    there.close();
  });

  test("BRA06 EML02 DEM04 of a demo only that there was one is told, and never its link", async () => {
    await forgetMails();
    const there = outside(AUTOMATION, status(200));
    await setUrl("demo", `https://${AUTOMATION}/hook`);
    const email = someone();
    assert.equal((await post("demo", webhookForm({ email }, await video()))).status, 200);
    const { id } = (await delivered(email)) as { id: string };
    await untilState(id, "done");
    const note = there.received[0]?.body ?? "";
    assert.deepEqual(Object.keys(JSON.parse(note)).toSorted(), [
      "endpoint",
      "event",
      "id",
      "timestamp",
      "video",
    ]);
    assert.ok(!note.includes(email) && !note.includes("Ann") && !note.includes("/drive/"));
    there.close();
  });

  test("BRA06 a redirect is no success: what is sent goes nowhere else", async () => {
    const elsewhere = outside("elsewhere.example", status(200));
    const there = outside(AUTOMATION, status(302, { location: "https://elsewhere.example/" }));
    await setUrl("live", `https://${AUTOMATION}/hook`);
    const email = someone();
    assert.equal((await post("live", webhookForm({ email }, await video()))).status, 200);
    const { id } = (await delivered(email)) as { id: string };
    const failed = await untilState(id, "failed");
    assert.equal(failed.attempts.at(-1)?.reason, "The automation address answered 302.");
    assert.equal(elsewhere.received.length, 0);
    there.close();
    elsewhere.close();
  });
});
