// Checks the query plan of every statement: rows of growing tables must be found by an index.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { QueryPlans, type Scan } from "./query-plans/scans.ts";
import { readStatements, type Statement } from "./query-plans/statements.ts";

/** Tables that stay small; every other one grows with clients, partners or submissions. */
const SMALL_TABLES = new Set([
  "admin_settings", // a row for each setting
  "alerts", // removed some time after they are over
  "back_ups", // the newest one, and one that is being made
  "commission_months", // one a month
  "d1_migrations",
  "plan_products", // one for each product that is sold as a plan
  "platform_drive", // one
  "resumed_deliveries", // what waits for the next minute
  "schedule_runs", // one for each schedule
  "sqlite_master",
  "sweep_cursors", // one for each walk
]);

/** Indexes of few rows of a growing table: work that waits for a schedule or an admin. */
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

/** Statements that may read a growing table, and why. None belongs to a page of customers. */
const NAMED: Record<string, string> = {
  "store::partners::affiliate_erasure::close_account":
    "once for each partner who is erased; an index would be written with each mail",
  "store::platform::alert::credentials": "counts the permissions that end by themselves, as few do",
  "store::platform::back_up::start": "counts the chunks of the back-up that was just made",
  "store::platform::back_up::next_chunks": "reads the chunks in their order, so many as a run copies",
  "store::clients::client::admin::by_status": "an admin's overview counts all clients",
  "store::clients::client::admin::list": "an admin sorts clients by a column of their choice",
  "store::clients::client::view":
    "the newest client, for an admin without one; it stops at the first that is no demo",
  "store::partners::commission::owed_page": "an admin's list sums what waits of each partner",
  "store::partners::commission_snapshot::partners_to_snapshot":
    "each partner is to have a snapshot of the month, so each is looked at",
  "store::drives::drive_connection::check::states":
    "an admin's overview sorts all connected drives by what is wrong with them",
  "store::platform::email::of_partner":
    "once for each partner who asks for their data; an index would be written with each mail",
  "store::platform::health_check::mail_fault": "the newest three",
  "store::clients::onboarding_request::pending": "an admin's badge counts what waits for them",
  "store::platform::search::clients": "an admin searches for a part of a business's name",
  "store::platform::search::partners": "an admin searches for a part of a partner's name",
  "store::platform::search::submissions":
    "an admin searches for a part of a customer's name or address; an index would be written with each submission",
  "store::platform::search::top_ups": "an admin searches by the payer's address, which no index is worth for",
  "store::submissions::submission::delivery::arrivals": "the newest of them",
  "store::payments::subscription::doubt::newest": "an admin's page looks for clients who are charged twice",
};

/** Functions that compose a statement of names in the schema at run time. */
const COMPOSING = [
  "store::platform::back_up::bounds", // walks every table by its key, once a night
  "store::platform::back_up::copy", // copies every table by ranges of its key
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

test("BUDGET no statement of the product reads a growing table as a whole, but for those that are named with their reason", () => {
  assert.ok(statements.length > 500, `only ${statements.length} statements were found`);
  assert.deepEqual(composing, COMPOSING);
  const found = growingScans(statements.filter(({ place }) => !COMPOSING.includes(place)));
  const others = [...found].filter(([place]) => !(place in NAMED));
  assert.deepEqual(others, []);
  const outdated = Object.keys(NAMED).filter((place) => !found.has(place));
  assert.deepEqual(outdated, [], "named, but they read no growing table as a whole");
});

test("BUDGET a statement that reads a growing table as a whole is found, by its own name, another one, an index or a foreign key", () => {
  const sentences = {
    "SELECT id FROM submissions WHERE customer_name = ?1": "submissions",
    "SELECT s.id FROM clients c, submissions AS s WHERE c.id = ?1 AND s.size_bytes > ?2": "submissions",
    "SELECT count(*) FROM emails": "emails by emails_newest",
    "SELECT connect_checked_at FROM affiliates WHERE stripe_connect_account_id IS NOT NULL AND connect_checked_at IS NOT NULL":
      "affiliates by affiliates_by_connect_account",
    "DELETE FROM job_queue WHERE subject_id = ?1": "job_queue",
    "UPDATE clients SET id = ?2 WHERE id = ?1": "uploads",
    "SELECT 1 FROM users u JOIN clients c ON c.contact_name = u.company_name WHERE u.id = ?1": "clients",
  };
  for (const [sql, scan] of Object.entries(sentences)) {
    assert.match(
      String(growingScans([{ place: "here", sql }]).get("here")),
      new RegExp(String.raw`\b${scan}\b`),
    );
  }
  const found =
    "SELECT s.id FROM clients c JOIN submissions s ON s.client_id = c.id WHERE c.custom_slug = ?1";
  assert.equal(growingScans([{ place: "here", sql: found }]).size, 0);
});
