import assert from "node:assert/strict";
import { test } from "node:test";
import { startWorker } from "../support/runtime/worker.ts";

type Rows = Record<string, unknown>[];

test("a database of the tests is what wrangler makes of the migrations", async () => {
  const sayso = await startWorker({ submissionLimits: true });
  const schema =
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY type, name";
  const content = async () => {
    const objects: Rows = await sayso.rows(schema);
    const tables = objects.filter(
      ({ type, name }) => type === "table" && !String(name).startsWith("sqlite_"),
    );
    const rows: Record<string, Rows> = {};
    for (const { name } of tables) rows[String(name)] = await sayso.rows(`SELECT * FROM "${String(name)}"`);
    for (const note of rows.d1_migrations ?? []) delete note.applied_at;
    return { objects: objects.map((object) => ({ ...object, sql: words(object.sql) })), rows };
  };
  try {
    const migrated = await content();
    await sayso.server.reset();
    await sayso.worker.applyD1Migrations("DB");
    await sayso.deploy({});
    assert.deepEqual(migrated, await content());
  } finally {
    await sayso.close();
  }
});

/** Without comments and spacing. */
const words = (sql: unknown) =>
  String(sql)
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/IF NOT EXISTS |["\s]/g, "");
