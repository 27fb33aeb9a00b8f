// Lists the full table scans of a statement.
import { DatabaseSync } from "node:sqlite";
import { migrations } from "../../support/runtime/migrations.ts";

/** A table, or a part of it that an index holds, that a statement reads as a whole. */
export type Scan = { table: string; index?: string };

/** The product's database, without a row and, as D1 is, without statistics of its tables. */
function emptyDatabase(enableForeignKeyConstraints: boolean): DatabaseSync {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints });
  for (const statement of migrations().split("\n")) db.exec(statement);
  return db;
}

const SCAN = /^SCAN (?<name>\S+)(?: USING (?:COVERING )?INDEX (?<index>\S+))?/;
/** SQLite sorts a whole table to look one row up in it. */
const SORTED = /^SEARCH (?<name>\S+) USING AUTOMATIC /;
/** Everything above one value of a column. */
const ABOVE = /^SEARCH (?<name>\S+) USING (?:COVERING )?INDEX (?<index>\S+) \((?<column>\w+)>\?\)/;

/** An index that is read completely, because the statement asks only whether any row has a value. */
function searchForAny(step: string, sql: string) {
  const found = ABOVE.exec(step);
  const column = found?.groups?.column;
  const asks = (how: string) => new RegExp(String.raw`\b${column}\s*${how}`, "i").test(sql);
  return column && asks("IS NOT NULL") && !asks("(?:>|BETWEEN)") ? found : null;
}

export class QueryPlans {
  readonly #checking = emptyDatabase(true);
  /** A foreign key check on insert runs only if its transaction left a reference open, which a plan does not show. */
  readonly #unchecking = emptyDatabase(false);
  readonly #tables = new Set(
    this.#checking
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' UNION ALL SELECT 'sqlite_master'")
      .all()
      .map(({ name }) => String(name)),
  );

  /** Throws if SQLite rejects the statement. */
  scans(sql: string): Scan[] {
    const db = sql.trimStart().startsWith("INSERT") ? this.#unchecking : this.#checking;
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    return steps.flatMap(({ detail }) => {
      const step = String(detail);
      const { name, index } = (SCAN.exec(step) ?? SORTED.exec(step) ?? searchForAny(step, sql))?.groups ?? {};
      // Rows of no table: constants, or subqueries, which have their own steps.
      if (!name || name === "CONSTANT" || name.startsWith("(") || step.includes(" VIRTUAL TABLE ")) return [];
      return this.#tablesOf(name, sql).map((table) => ({ table, ...(index ? { index } : {}) }));
    });
  }

  /** Tables behind an alias; a plan uses the statement's names. */
  #tablesOf(name: string, sql: string): string[] {
    if (this.#tables.has(name)) return [name];
    const aliased = [...sql.matchAll(new RegExp(String.raw`(\w+)\s+(?:AS\s+)?${name}\b`, "g"))];
    const tables = aliased.map(([, table = ""]) => table).filter((table) => this.#tables.has(table));
    const isPart = new RegExp(
      String.raw`\)\s*(?:AS\s+)?${name}\b|\b${name}\s+(?:\([^)]*\)\s*)?AS\s+(?:MATERIALIZED\s+)?\(`,
    ).test(sql);
    if (tables.length === 0 && !isPart) throw new Error(`no table is called ${name} in: ${sql}`);
    return [...new Set(tables)];
  }
}
