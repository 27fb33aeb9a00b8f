// Migrations on a database that is in use: how long each locks it, and that each only adds.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { withBindings } from "../support/runtime/local-state.ts";
import { MAILS_AND_JOBS, SUBMISSIONS, plantMany } from "../support/people/owner/many-submissions.ts";
import { thorough } from "../support/runtime/thorough.ts";

const COUNT = thorough ? 100_000 : 2000;
/** D1 aborts a query after 30 seconds and answers no others meanwhile. */
const MAX_MS = thorough ? 20_000 : 5000;
/** Migrations up to this one were written before the product was deployed anywhere. */
const FREE_UNTIL = "0035";

const FILES = readdirSync("migrations").toSorted();
const text = (file: string) => readFileSync(join("migrations", file), "utf8");

const state = mkdtempSync(join(tmpdir(), "sayso-migrations-"));
after(() => rmSync(state, { recursive: true, force: true }));

/** Rows inserted after a migration has created their tables. */
const ROWS: Record<string, string[]> = {
  "0003_submissions.sql": SUBMISSIONS,
  "0005_emails.sql": MAILS_AND_JOBS,
};

test(`OPS06 each migration on ${COUNT} submissions locks the database for a bearable time`, async (context) => {
  await withBindings(state, async ({ DB }) => {
    const times: [string, number][] = [];
    for (const file of FILES) {
      const statements = splitSql(text(file)).map((sql) => DB.prepare(sql));
      const started = performance.now();
      await DB.batch(statements);
      times.push([file, Math.round(performance.now() - started)]);
      await plantMany(DB, ROWS[file] ?? [], COUNT);
    }
    assert.deepEqual((await DB.prepare("PRAGMA foreign_key_check").all()).results, []);
    const count = await DB.prepare(
      "SELECT count(*) AS n FROM submissions JOIN consents ON submission_id = id",
    ).first();
    assert.equal(count.n, COUNT, "nothing is lost on the way");
    times.sort((a, b) => b[1] - a[1]);
    for (const [file, ms] of times.slice(0, 8))
      context.diagnostic(`${file} locked ${COUNT} submissions for ${ms} ms`);
    assert.ok((times[0]?.[1] ?? 0) < MAX_MS, `${times[0]}`);
  });
});

/** Changes that could break the previous build or that are irreversible. */
const REMOVES =
  /\bDROP\s+(TABLE|COLUMN|TRIGGER)\b|\bRENAME\b|\bADD\s+COLUMN\b(?=[^;]*\bNOT NULL\b)(?![^;]*\bDEFAULT\b)|\bCREATE\s+UNIQUE\s+INDEX\b/i;
/** Names the migration since which it is unused: at least two releases back, so that no running build uses it. */
const CONTRACTS = /^-- Contracts (\d{4})\b/m;

/** Why a migration is not allowed, or `undefined`. */
function refusal(file: string, sql: string): string | undefined {
  const made = new Set([...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name));
  const added = new Set([...sql.matchAll(/ADD COLUMN (\w+)/g)].map(([, name]) => name));
  /** Tables that are rebuilt under their names; `previous-build.thorough.test.ts` runs the previous build on them. */
  const rebuilt = new Set(
    [...sql.matchAll(/ALTER TABLE (\w+) RENAME TO (\w+)/g)].flatMap(([, from, to]) =>
      made.has(from) ? [to] : [],
    ),
  );
  const isHarmless = (code: string) => {
    const index = /CREATE\s+UNIQUE\s+INDEX\s+\w+\s+ON\s+(\w+)\s*\((\w+)/i.exec(code);
    if (index) return made.has(index[1]) || added.has(index[2]);
    const dropped = /DROP\s+TABLE\s+(\w+)/i.exec(code)?.[1];
    if (dropped !== undefined) return rebuilt.has(dropped) || made.has(dropped);
    const renamed = /^\s*ALTER TABLE (\w+) RENAME TO \w+\s*;?\s*$/i.exec(code)?.[1];
    return renamed !== undefined && made.has(renamed);
  };
  const faults = splitSql(sql).filter((statement) => {
    const code = statement.replace(/--.*$/gm, "");
    return REMOVES.test(code) && !isHarmless(code);
  });
  if (faults.length === 0) return undefined;
  const since = CONTRACTS.exec(sql)?.[1];
  if (since === undefined) return `${file} removes or restricts, and does not say what it contracts`;
  return Number(file.slice(0, 4)) - Number(since) >= 2
    ? undefined
    : `${file} contracts ${since}, which a build in use may need`;
}

describe("OPS06 migrations expand, and contract two releases later", () => {
  test("no migration removes or restricts what the previous build uses (OPS06)", () => {
    for (const file of FILES.filter((name) => name.slice(0, 4) > FREE_UNTIL))
      assert.equal(refusal(file, text(file)), undefined);
  });

  test("OPS06 one that did would be refused", () => {
    for (const sql of [
      "DROP TABLE clients;",
      "ALTER TABLE clients DROP COLUMN email;",
      "ALTER TABLE clients RENAME COLUMN email TO mail;",
      "ALTER TABLE clients ADD COLUMN x TEXT NOT NULL;",
      "CREATE UNIQUE INDEX x ON clients (email);",
      "CREATE TABLE x (id TEXT); DROP TABLE clients; ALTER TABLE x RENAME TO y;",
      "-- Contracts 0039\nDROP TABLE x;",
    ])
      assert.ok(refusal("0040_x.sql", sql), sql);
    for (const sql of [
      "ALTER TABLE clients ADD COLUMN x TEXT NOT NULL DEFAULT '';",
      "CREATE TABLE x (id TEXT); CREATE UNIQUE INDEX y ON x (id);",
      "ALTER TABLE clients ADD COLUMN x TEXT; CREATE UNIQUE INDEX y ON clients (x);",
      "CREATE TABLE x (id TEXT); DROP TABLE clients; ALTER TABLE x RENAME TO clients;",
      "-- Contracts 0038\nDROP TABLE x;",
      "DROP INDEX x;",
    ])
      assert.equal(refusal("0040_x.sql", sql), undefined, sql);
  });
});
