// Checks the query plan of every statement: rows of growing tables must be found by an index.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { QueryPlans, type Scan } from "./query-plans/scans.ts";
import { readStatements, type Statement } from "./query-plans/statements.ts";

/** Tables that stay small; all others grow with clients, partners or submissions. */
const SMALL_TABLES = new Set([
  "admin_settings", // one row per setting
  "alerts", // deleted 90 days after they end
  "back_ups", // the latest, and one in progress
  "commission_months", // one row per month
  "d1_migrations",
  "plan_products", // one row per product that is sold as a plan
  "platform_drive", // a single row
  "resumed_deliveries", // cleared every minute
  "schedule_runs", // one row per schedule
  "sqlite_master",
  "sweep_cursors", // one row per sweep
]);

/** Indexes that stay small: rows that wait for a schedule or an admin, and the admins themselves. */
const SMALL_INDEXES = new Set([
  "affiliates_code_unsettled",
  "affiliates_pending",
  "clients_leaving",
  "commission_snapshots_uncomputed",
  "emails_failed",
  "job_queue_due",
  "payments_disputed",
  "payments_inquired",
  "payouts_failed",
  "payouts_untold",
  "sign_ups_failed",
  "submissions_told",
  "submissions_undelivered",
  "submissions_undelivered_by_client",
  "top_ups_disputed",
  "top_ups_in_doubt",
  "top_ups_inquired",
  "subscriptions_in_doubt",
  "subscriptions_unpaid",
  "user_roles_admins",
]);

/** Allowed scans of growing tables, with reasons. None runs on a page of customers. */
const ALLOWED_SCANS: Record<string, string> = {
  "store::partners::affiliate_erasure::close_account":
    "once per erased partner; an index would cost a write per mail",
  "store::platform::alert::credentials": "counts credentials with an expiry; few have one",
  "store::platform::back_up::start": "counts the chunks of the back-up it has just made",
  "store::platform::back_up::next_chunks": "reads one run's batch of chunks, in order",
  "store::clients::client::admin::by_status": "an admin's overview counts all clients by status",
  "store::clients::client::admin::list": "an admin sorts clients by a column of their choice",
  "store::clients::client::view":
    "for an admin who names no client: the newest; stops at the first that is not the demo",
  "store::partners::commission::owed_page": "an admin's list sums each partner's unpaid commission",
  "store::partners::commission_snapshot::partners_to_snapshot": "every partner gets a snapshot each month",
  "store::drives::drive_connection::check::states":
    "an admin's overview sorts all connected drives by their faults",
  "store::platform::email::of_partner":
    "once per partner who requests their data; an index would cost a write per mail",
  "store::platform::health_check::mail_fault": "reads only the newest 3 mails",
  "store::clients::onboarding_request::pending": "counts the pending requests for an admin's badge",
  "store::platform::search::clients": "an admin searches within clients' names and addresses",
  "store::platform::search::partners": "an admin searches within partners' names and addresses",
  "store::platform::search::submissions":
    "an admin searches within customers' names and addresses; an index would cost a write per submission",
  "store::platform::search::top_ups":
    "an admin searches by the payer's address, too rarely to be worth an index",
  "store::submissions::submission::delivery::arrivals": "reads only the newest deliveries, up to its LIMIT",
  "store::payments::subscription::doubt::newest":
    "an admin's page lists clients who are charged twice or owed a refund",
};

/** Functions that build SQL from schema names at run time. */
const COMPOSING = [
  "store::platform::back_up::bounds", // reads every table in key order, once a night
  "store::platform::back_up::copy", // copies every table by key range
];

let statements: Statement[];
let composing: string[];
before(async () => {
  ({ statements, composing } = await readStatements());
});

const isGrowing = ({ table, index }: Scan) => !SMALL_TABLES.has(table) && !SMALL_INDEXES.has(index ?? "");

function growingScans(all: Statement[]): Map<string, string[]> {
  const plans = new QueryPlans();
  const found = new Map<string, string[]>();
  for (const { place, sql } of all) {
    const scans = plans.scans(sql).filter(isGrowing);
    if (scans.length === 0) continue;
    const tables = scans.map(({ table, index }) => (index ? `${table} by ${index}` : table));
    found.set(place, [...(found.get(place) ?? []), `${tables.join(", ")}: ${sql.replaceAll(/\s+/g, " ")}`]);
  }
  return found;
}

test("BUDGET no statement scans a growing table, except those listed with a reason", () => {
  assert.ok(statements.length > 500, `only ${statements.length} statements were found`);
  assert.deepEqual(composing, COMPOSING);
  const found = growingScans(statements.filter(({ place }) => !COMPOSING.includes(place)));
  const others = [...found].filter(([place]) => !(place in ALLOWED_SCANS));
  assert.deepEqual(others, []);
  const outdated = Object.keys(ALLOWED_SCANS).filter((place) => !found.has(place));
  assert.deepEqual(outdated, [], "listed, but no longer scan a growing table");
});

test("BUDGET detects a scan through a table's name, an alias, an index or a foreign key", () => {
  const expectedScans = {
    "SELECT id FROM submissions WHERE customer_name = ?1": "submissions",
    "SELECT s.id FROM clients c, submissions AS s WHERE c.id = ?1 AND s.size_bytes > ?2": "submissions",
    "SELECT count(*) FROM emails": "emails by emails_newest",
    "SELECT connect_checked_at FROM affiliates WHERE stripe_connect_account_id IS NOT NULL AND connect_checked_at IS NOT NULL":
      "affiliates by affiliates_by_connect_account",
    "DELETE FROM job_queue WHERE subject_id = ?1": "job_queue",
    "UPDATE clients SET id = ?2 WHERE id = ?1": "uploads",
    "SELECT 1 FROM users u JOIN clients c ON c.contact_name = u.company_name WHERE u.id = ?1": "clients",
  };
  for (const [sql, scan] of Object.entries(expectedScans)) {
    assert.match(
      String(growingScans([{ place: "here", sql }]).get("here")),
      new RegExp(String.raw`\b${scan}\b`),
    );
  }
  const found =
    "SELECT s.id FROM clients c JOIN submissions s ON s.client_id = c.id WHERE c.custom_slug = ?1";
  assert.equal(growingScans([{ place: "here", sql: found }]).size, 0);
});
