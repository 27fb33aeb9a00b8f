// The migrations of a new local database in one call: through the harness each statement would be its own call, and
// wrangler starts a runtime per file.
import { readdirSync, readFileSync } from "node:fs";
import { unstable_splitSqlQuery as splitSql } from "wrangler";

const FOLDER = "migrations";

/** Wrangler's table of applied migrations. */
const NOTES =
  "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)";

/** One statement per line, as `exec` requires. */
export function migrations(): string {
  const names = readdirSync(FOLDER).toSorted();
  const statements = names.flatMap((name) => [
    ...splitSql(readFileSync(`${FOLDER}/${name}`, "utf8")).map(onOneLine),
    `INSERT INTO d1_migrations (name) VALUES ('${name}')`,
  ]);
  return [NOTES, ...statements].join("\n");
}

const onOneLine = (statement: string) => statement.replaceAll(/^\s*--.*$/gm, "").replaceAll(/\s+/g, " ");
