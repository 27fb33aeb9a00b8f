// The admins' preview of deletions.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Retention } from "#api/generated/operations.ts";
import type { RetentionRule } from "#api/generated/enums.ts";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { DAY_MS, retentionOf } from "../../support/people/admin/retention.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { call } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { delivered, manyDelivered, runAt, stored } = retentionOf(() => sayso);

/** Deletions the page lists for a rule. Each call has its own session: runs in the future end older ones. */
const listed = async (rule: RetentionRule) => {
  const answer = await call(sayso, "GET", "/api/admin/retention", { cookie: await adminCookie(sayso) });
  const { rules } = (await answer.json()) as Retention;
  const state = rules.find((one) => one.rule === rule);
  assert.ok(state, rule);
  return state;
};

/** Start of a UTC day, relative to today. */
const dayFromNow = (days: number) =>
  new Date(new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10));

/** A time of delivery whose six months end on this day. */
const sixMonthsBefore = (day: Date) => {
  const since = new Date(day);
  since.setUTCMonth(since.getUTCMonth() - 6, 1);
  const length = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1, 0)).getUTCDate();
  since.setUTCDate(Math.min(day.getUTCDate(), length));
  return new Date(since.getTime() + DAY_MS / 2).toISOString();
};

test("the preview lists deletions within 30 days with date and rule, and the schedule does just that (RET01 RET04 INV52)", async () => {
  const client = await addClient(sayso, { company_name: "Blue Door Bakery" });
  const [soon, far] = [dayFromNow(20), dayFromNow(40)];
  const ids = [await delivered(client, sixMonthsBefore(soon)), await delivered(client, sixMonthsBefore(far))];
  const demo = await addSubmission(sayso, { ...client, id: "demo" }, { created_at: Date.now() - DAY_MS / 2 });
  await sayso.change(
    "INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at) VALUES ('unfinished', ?, '', 10, 'video/webm', 'open', ?2, ?2 + ?3)",
    client.id,
    Date.now(),
    DAY_MS,
  );

  const videos = await listed("delivered-videos");
  assert.equal(videos.period, "6 months");
  assert.deepEqual(
    videos.entries.map(({ id, company_name, ends_at, told_at }) => [id, company_name, ends_at, told_at]),
    [[ids[0], "Blue Door Bakery", soon.getTime(), null]],
  );
  const demos = await listed("demo-videos");
  assert.deepEqual([demos.period, demos.entries.map(({ id }) => id)], ["24 hours", [demo]]);
  assert.deepEqual(
    (await listed("unfinished-uploads")).entries.map(({ id }) => id),
    ["unfinished"],
  );
  for (const rule of ["unconfirmed-sign-ups", "set-ups", "undecided-applications", "payment-events"] as const)
    assert.deepEqual((await listed(rule)).entries, [], rule);

  // The preview changes nothing; the schedule deletes at the announced time.
  const deletedAt = demos.entries[0]?.ends_at ?? 0;
  await runAt(deletedAt - 1);
  assert.ok(await stored(demo));
  await runAt(deletedAt);
  assert.equal(await stored(demo), undefined);
  const notifiedAt = soon.getTime() - 7 * DAY_MS;
  await runAt(notifiedAt);
  const [entry] = (await listed("delivered-videos")).entries;
  assert.deepEqual([entry?.told_at, entry?.ends_at], [notifiedAt, soon.getTime()]);
  await runAt(soon.getTime() - 1);
  assert.ok((await stored(ids[0] ?? ""))?.drive_path);
  await runAt(soon.getTime());
  assert.equal((await stored(ids[0] ?? ""))?.drive_path, null);
  assert.ok((await stored(ids[1] ?? ""))?.drive_path);
});

test("RET01 BUDGET the preview lists the first 100 of a rule and reads at most 700 rows, however many there are", async () => {
  await manyDelivered(await addClient(sayso), 2000, sixMonthsBefore(dayFromNow(10)));
  assert.equal((await listed("delivered-videos")).entries.length, 100);
  const line = sayso.log().findLast((entry) => entry.route === "/api/admin/retention");
  assert.ok((line?.rows_read as number) <= 700, `${line?.rows_read} rows`);
});
