// The database as migrations leave it, put back between files of tests that share a Worker. Some milliseconds; migrating
// a new database takes half a second.
import { setTimeout as pause } from "node:timers/promises";

/* eslint-disable @typescript-eslint/no-explicit-any -- the runtime's binding types are not installed */
type D1 = any;
type Row = Record<string, unknown>;

export type Snapshot = {
  /** All definitions: a database with a changed schema is not restored. */
  schema: string;
  /** Rows inserted by migrations. Each table precedes those it references. */
  tables: { name: string; rows: Row[] }[];
  /** Triggers that refuse deletions. */
  guards: { name: string; sql: string }[];
};

const SCHEMA = "SELECT group_concat(sql, ';') AS sql FROM (SELECT sql FROM sqlite_master ORDER BY name)";
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'd1_migrations'`;
const REFERENCES = `SELECT m.name AS child, f."table" AS parent FROM sqlite_master m
  JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`;
const COLUMNS = `SELECT m.name, group_concat(c.name) AS columns FROM sqlite_master m
  JOIN pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name`;
const GUARDS =
  "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '% BEFORE DELETE ON %'";
const RUNNING = `SELECT count(*) AS n FROM job_attempts WHERE finished_at IS NULL`;
/** How often it is looked whether jobs have ended, every 20 ms. */
const LOOKS = 100;

const all = async <T>(db: D1, sql: string): Promise<T[]> => (await db.prepare(sql).all()).results;

export async function takeSnapshot(db: D1): Promise<Snapshot> {
  const names = (await all<{ name: string }>(db, TABLES)).map(({ name }) => name);
  const references = await all<{ child: string; parent: string }>(db, REFERENCES);
  // Without computed columns.
  const columns = new Map(
    (await all<{ name: string; columns: string }>(db, COLUMNS)).map((of) => [of.name, of.columns]),
  );
  const contents: { results: Row[] }[] = await db.batch(
    names.map((name) => db.prepare(`SELECT ${columns.get(name)} FROM ${name}`)),
  );
  const rows = new Map(names.map((name, at) => [name, contents[at]?.results ?? []]));
  const [{ sql: schema = "" } = {}] = await all<{ sql: string }>(db, SCHEMA);
  return {
    schema,
    tables: childrenFirst(names, references).map((name) => ({ name, rows: rows.get(name) ?? [] })),
    guards: await all(db, GUARDS),
  };
}

/** Restores the rows; returns whether nothing else had changed and no job was running. */
export async function restoreSnapshot(db: D1, { schema, tables, guards }: Snapshot): Promise<boolean> {
  for (let look = 0; (await all<{ n: number }>(db, RUNNING))[0]?.n !== 0; look += 1) {
    if (look === LOOKS) return false;
    await pause(20);
  }
  if ((await all<{ sql: string }>(db, SCHEMA))[0]?.sql !== schema) return false;
  await db.batch([
    db.prepare("PRAGMA defer_foreign_keys = true"),
    ...guards.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)),
    ...tables.map(({ name }) => db.prepare(`DELETE FROM ${name}`)),
    db.prepare("DELETE FROM sqlite_sequence WHERE name <> 'd1_migrations'"),
    ...tables.toReversed().flatMap(({ name, rows }) => rows.map((row) => insert(db, name, row))),
    ...guards.map(({ sql }) => db.prepare(sql)),
  ]);
  return true;
}

function insert(db: D1, table: string, row: Row) {
  const marks = Object.keys(row).map(() => "?");
  return db
    .prepare(`INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${marks.join(", ")})`)
    .bind(...Object.values(row));
}

/** Tables in an order in which they can be emptied: children before their parents, except in cycles. */
function childrenFirst(names: string[], references: { child: string; parent: string }[]): string[] {
  const ordered: string[] = [];
  const visited = new Set<string>();
  const visit = (name: string) => {
    if (visited.has(name)) return;
    visited.add(name);
    for (const { child, parent } of references) if (parent === name) visit(child);
    ordered.push(name);
  };
  names.forEach(visit);
  return ordered;
}
