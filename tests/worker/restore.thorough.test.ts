// The drill: load, back up, lose everything, restore with `cargo xtask restore`, compare every table, record and deliver.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { SECRET_KEY } from "../support/runtime/keys.ts";
import { tablesOf } from "../support/people/admin/back-ups.ts";
import { adminCookie } from "../support/people/admin/admin-calls.ts";
import { addClient, form, goodFields, submit, video } from "../support/people/owner/clients.ts";
import {
  own,
  press,
  publicPath,
  publish,
  withTestimonial,
  type Owner,
} from "../support/people/owner/testimonials.ts";
import { addPermanentFailure } from "../support/runtime/jobs.ts";
import { migrate, serve, withBindings, xtask } from "../support/runtime/local-state.ts";
import { call } from "../support/people/owner/users.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";

const SHOP = { id: "c0000000-0000-4000-8000-000000000001", user: "ann@bluedoorbakery.example" };
const LEFT_OUT = ["back_ups", "back_up_chunks", "d1_migrations", "one_time_links", "rate_limit_events"];
LEFT_OUT.push("schedule_runs", "sessions", "sweep_cursors");

const state = mkdtempSync(join(tmpdir(), "sayso-restore-"));
let sayso: Sayso;
/** The submission that is erased after the back-up, and the one whose consent is withdrawn. */
let erased: { id?: unknown } = {};
let withdrawn: Owner;
before(async () => {
  sayso = await startWorker();
});
after(async () => {
  await sayso.close();
  rmSync(state, { recursive: true, force: true });
});

/** Everything in the bucket but the videos on their way, as the loss of the database leaves it. */
async function bucket(): Promise<Map<string, ArrayBuffer>> {
  const objects = new Map<string, ArrayBuffer>();
  for (const key of await sayso.keys("")) objects.set(key, await (await sayso.media.get(key)).arrayBuffer());
  return objects;
}

const login = async (origin: string, email: string, password: string) => {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ area: "client", email, password }),
  });
  assert.equal(answer.status, 200);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
};

test("OPS03 OPS04 everything is lost, restored from the night, and as it was; what was erased or withdrawn since is so again (CNS04)", async () => {
  const seed = splitSql(readFileSync("tests/support/runtime/seed.sql", "utf8"));
  await sayso.db.batch(seed.map((sql) => sayso.db.prepare(sql)));
  const client = await addClient(sayso, { company_name: "O’Neill’s “Quotes”, a 'line'\nand 😀" });
  const { reply } = await submit(sayso, form(goodFields(client.id), await video()));
  assert.equal(reply.success, true);
  erased = await until("delivered", () =>
    sayso.row("SELECT id FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
  );
  withdrawn = await withTestimonial(sayso);
  await publish(sayso, withdrawn);
  await publicPath(sayso, withdrawn);
  await addPermanentFailure(sayso);
  await sayso.change("UPDATE clients SET watermark_text = ? WHERE id = ?", "long ".repeat(30_000), client.id);
  await until("nothing is under way", async () => {
    const active = await sayso.rows("SELECT 1 FROM job_queue WHERE status IN ('pending', 'running')");
    return active.length === 0;
  });
  const rowsBefore = await tablesOf(sayso.db);
  const night = new Date();
  await sayso.schedule(night, "* 3 * * *");
  assert.equal((await sayso.row("SELECT status FROM back_ups"))?.status, "complete");

  const cookie = await adminCookie(sayso);
  const path = `/api/client/${client.id}/submissions/${erased.id}`;
  assert.equal((await call(sayso, "DELETE", path, { cookie })).status, 200);
  assert.equal((await press(sayso, own(withdrawn.id, "/withdraw"))).status, 303);
  await sayso.schedule(new Date());
  const left = await bucket();

  await migrate(state);
  await withBindings(state, async ({ DB, MEDIA }) => {
    for (const [key, body] of left) await MEDIA.put(key, body);
    const admin = "INSERT INTO users (id, email, created_at) VALUES ('first', 'first@sayso.example', 1)";
    const link = "INSERT INTO one_time_links VALUES ('hash', 'first', 'recovery', 'admin', 1, 2, NULL)";
    await DB.batch([DB.prepare(admin), DB.prepare(link)]);
  });
  const { status, output } = await xtask(state, "restore");
  assert.equal(status, 0, output);
  assert.match(output, /erased or withdrawn since, and again by the schedule within some minutes: 2/);
  const again = await xtask(state, "restore");
  assert.notEqual(again.status, 0);
  assert.match(again.output, /The database is not empty: nothing was changed/);

  await withBindings(state, async ({ DB }) => {
    const restored = await tablesOf(DB);
    assert.deepEqual(Object.keys(restored).toSorted(), Object.keys(rowsBefore).toSorted());
    for (const [name, rows] of Object.entries(rowsBefore)) {
      if (LEFT_OUT.includes(name) || name === "erasure_notes") continue;
      assert.deepEqual(restored[name], rows, name);
    }
    assert.deepEqual(
      restored.erasure_notes?.map((note) => [note.kind, note.subject_id, note.status]),
      [
        ["submission", erased.id, "to-repeat"],
        ["withdrawal", withdrawn.id, "to-repeat"],
      ],
    );
    assert.deepEqual((await DB.prepare("PRAGMA foreign_key_check").all()).results, []);
  });

  const product = await serve(state, { SECRET_KEY });
  await fetch(`${product.origin}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`);
  const session = await login(product.origin, SHOP.user, "counter-bell-client");
  const submissions = async () => {
    const answer = await fetch(`${product.origin}/api/client/${SHOP.id}/submissions`, {
      headers: { cookie: session },
    });
    return (await answer.json()) as { submissions: { customer_name: string; status: string }[] };
  };
  const count = (await submissions()).submissions.length;
  const answer = await fetch(`${product.origin}/functions/v1/submit-testimonial`, {
    method: "POST",
    body: form({ ...goodFields(SHOP.id), customerName: "Later Customer" }, await video()),
  });
  assert.equal(answer.status, 200, await answer.text());
  await until("the video arrives", async () =>
    (await submissions()).submissions.some(
      (one) => one.customer_name === "Later Customer" && one.status === "processed",
    ),
  );
  assert.equal((await submissions()).submissions.length, count + 1);
  await product.stop();

  await withBindings(state, async ({ DB }) => {
    const tables = await tablesOf(DB);
    // The ledger of credits keeps a row of the erased submission (docs/decisions/0012).
    const preserved = ["credit_ledger", "erasures", "erasure_notes"];
    const named = Object.entries(tables).filter(
      ([name, rows]) => !preserved.includes(name) && JSON.stringify(rows).includes(String(erased.id)),
    );
    assert.deepEqual(
      named.map(([name]) => name),
      [],
    );
    assert.equal(
      tables.erasures?.some((row) => row.submission_id === erased.id),
      true,
    );
    const consent = tables.consents?.find((row) => row.submission_id === withdrawn.id);
    assert.ok(consent?.withdrawn_at, "withdrawn again");
    assert.equal(tables.submissions?.find((row) => row.id === withdrawn.id)?.publication, "withdrawn");
  });
});

test("INV51 OPS04 a back-up that was written anew without what was erased fills a database without any table", async () => {
  const fresh = mkdtempSync(join(tmpdir(), "sayso-restore-"));
  await sayso.schedule(new Date(Date.now() + 60_000), "* 3 * * *");
  const left = await bucket();
  await withBindings(fresh, async ({ MEDIA }) => {
    for (const [key, body] of left) if (!key.startsWith("drive/")) await MEDIA.put(key, body);
  });
  const { status, output } = await xtask(fresh, "restore");
  assert.equal(status, 0, output);
  await withBindings(fresh, async ({ DB }) => {
    const { credit_ledger: _, erasure_notes: __, ...tables } = await tablesOf(DB);
    assert.ok(!JSON.stringify(tables).includes(String(erased.id)));
    assert.deepEqual((await DB.prepare("PRAGMA foreign_key_check").all()).results, []);
  });
  rmSync(fresh, { recursive: true, force: true });
});

test("OPS04 a back-up that is not what was written is refused before anything is changed", async () => {
  const broken = mkdtempSync(join(tmpdir(), "sayso-restore-"));
  const left = await bucket();
  await withBindings(broken, async ({ MEDIA }) => {
    for (const [key, body] of left) await MEDIA.put(key, key.endsWith(".ndjson") ? "clients\t[]\n" : body);
  });
  const { status, output } = await xtask(broken, "restore");
  assert.notEqual(status, 0);
  assert.match(output, /is not what was written\. Nothing was changed\./);
  const other = await xtask(broken, "restore", "--day", "2020-01-01");
  assert.match(other.output, /There is no back-up of that day\. There are: 20\d\d-/);
  rmSync(broken, { recursive: true, force: true });
});
