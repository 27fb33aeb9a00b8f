import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { video } from "../../support/people/owner/clients.ts";
import { webhookForm } from "../../support/people/admin/site.ts";
import { completedUpload, createdUpload, uploadIdOf } from "../../support/people/customer/tus.ts";
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

test("BRA05 BRA07 BRA08 BRA09 DEM06 SUB34 each endpoint takes the six fields and keeps them with its own business", async () => {
  for (const endpoint of ["wpms", "career-garage", "wpmsaic", "live", "demo"]) {
    const email = someone();
    assert.equal((await postTestimonial(sayso, endpoint, webhookForm({ email }, await video()))).status, 200);
    const row = await deliveredFrom(sayso, email);
    assert.deepEqual(
      [row?.endpoint, row?.client_id, row?.customer_name],
      [endpoint, endpoint, "Ann Example"],
    );
    const consent = await sayso.row("SELECT * FROM consents WHERE submission_id = ?", row?.id);
    assert.equal(consent?.text_version, endpoint === "demo" ? "demo-2026-11-2" : "2026-11");
    assert.match(row?.drive_path, /^\d{4}-\d{2}\/.*\.webm$/);
  }
  assert.equal((await postTestimonial(sayso, "no-such-page", webhookForm({}, await video()))).status, 404);
});

test("BRA07 the fields may come after the video, as another page's form may send them", async () => {
  const email = someone();
  const sent = webhookForm({ email });
  const body = new FormData();
  body.set("video", new File([(await video()) as BlobPart], "testimonial-1.webm", { type: "video/webm" }));
  for (const [name, value] of sent) body.set(name, value);
  assert.equal((await postTestimonial(sayso, "wpms", body)).status, 200);
  assert.equal((await deliveredFrom(sayso, email))?.endpoint, "wpms");
});

test("refuses a form without a field, a consent or a video, naming the field, and leaves nothing (BRA05 INV09 INV10)", async () => {
  const leftovers = () => sayso.keys("uploads/");
  await until("earlier videos are put away", async () => (await leftovers()).length === 0);
  for (const [values, field] of [
    [{ name: undefined }, "name"],
    [{ email: "nobody" }, "email"],
    [{ privacyConsent: "false" }, "privacyConsent"],
    [{ marketingConsent: undefined }, "marketingConsent"],
  ] as const) {
    const answer = await postTestimonial(sayso, "wpms", webhookForm(values, await video()));
    const { code, fields } = (await answer.json()) as { code: string; fields: object };
    assert.deepEqual([answer.status, code, Object.keys(fields)], [400, "invalid", [field]]);
  }
  assert.equal((await postTestimonial(sayso, "wpms", webhookForm())).status, 400);
  const notVideo = new TextEncoder().encode("<html><script>alert(1)</script></html>".repeat(50));
  assert.equal((await postTestimonial(sayso, "wpms", webhookForm({}, notVideo))).status, 415);
  assert.deepEqual(await leftovers(), []);
});

test("BRA05 INV02 BIL05 a built-in page never runs out: its 51st testimonial is accepted, once, and no credit is counted", async () => {
  const own = () => sayso.row("SELECT * FROM clients WHERE id = 'wpmsaic'");
  const earlier = await own();
  assert.equal(earlier?.credits_remaining, 0, "as after 50 videos");
  const [email, key] = [someone(), crypto.randomUUID()];
  for (let i = 0; i < 3; i += 1) {
    const answer = await postTestimonial(sayso, "wpmsaic", webhookForm({ email }, await video()), {
      "idempotency-key": key,
    });
    assert.equal(answer.status, 200);
  }
  assert.deepEqual(
    [(await own())?.credits_remaining, (await own())?.submissions_count],
    [0, earlier.submissions_count + 1],
  );
  const listed = await call(sayso, "GET", "/api/admin/clients?q=wpmsaic", { cookie });
  const { clients } = (await listed.json()) as { clients: { id: string; counts_credits: boolean }[] };
  assert.deepEqual(
    clients.map(({ id, counts_credits }) => [id, counts_credits]),
    [["wpmsaic", false]],
    "the admins' list says so",
  );
  assert.equal((await sayso.rows("SELECT 1 FROM submissions WHERE customer_email = ?", email)).length, 1);
  await sayso.change("UPDATE clients SET status = 'suspended' WHERE id = 'wpmsaic'");
  const refused = await postTestimonial(sayso, "wpmsaic", webhookForm({}, await video()));
  assert.match(
    ((await refused.json()) as { error: string }).error,
    /^This account is currently not active\./,
  );
  await sayso.change("UPDATE clients SET status = 'active' WHERE id = 'wpmsaic'");
});

test("BRA07 SUB35 INV01 a video that was uploaded before takes the place of the form's, and counts once", async () => {
  const email = someone();
  const bytes = await video();
  const uploadId = uploadIdOf(await completedUpload(sayso, "wpms", bytes, "wpms"));
  const key = crypto.randomUUID();
  for (let i = 0; i < 2; i += 1) {
    const body = webhookForm({ email, uploadId });
    assert.equal((await postTestimonial(sayso, "wpms", body, { "idempotency-key": key })).status, 200);
  }
  const row = await deliveredFrom(sayso, email);
  assert.deepEqual([row.endpoint, row.size_bytes, row.upload_id], ["wpms", bytes.length, uploadId]);
  assert.equal((await sayso.rows("SELECT 1 FROM submissions WHERE customer_email = ?", email)).length, 1);
});

test("BRA07 SUB35 INV41 an upload serves only the business that it was opened for, and only when it is whole", async () => {
  const foreign = uploadIdOf(await completedUpload(sayso, "career-garage", await video(), "career-garage"));
  const empty = uploadIdOf(await createdUpload(sayso, "wpms", 1000, "wpms"));
  for (const [uploadId, status] of [
    [foreign, 404],
    [empty, 409],
    ["0".repeat(32), 404],
  ] as const) {
    const email = someone();
    const answer = await postTestimonial(sayso, "wpms", webhookForm({ email, uploadId }));
    assert.equal(answer.status, status, await answer.text());
    assert.equal(await bySender(sayso, email), undefined);
  }
});
