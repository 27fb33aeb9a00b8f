// A Worker's database, with one HTTP request per query. wrangler's own proxy binding needs six, five of which block
// this process: a test that inserts a hundred rows would spend a second on those.

export type Value = string | number | boolean | null | Uint8Array;
/* eslint-disable @typescript-eslint/no-explicit-any -- a row has the type that its reader names */
export type Result<T = Record<string, any>> = {
  results: T[];
  meta: { changes: number; last_row_id: number };
};
type Raw = Pick<Result, "meta"> & { results: { columns: string[]; rows: unknown[][] } };
type Reply = { result: Raw[] | null; errors: { message: string }[] };
type Query = { sql: string; params: string[] };
type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** The id in `wrangler.toml`. */
const QUERIES = "/cdn-cgi/local/explorer/api/d1/database/00000000-0000-0000-0000-000000000000/raw";
/** Texts and names in quotes, which hold no placeholders, and placeholders. */
const PLACEHOLDER = /'[^']*'|"[^"]*"|--.*|\?(\d*)/g;

export type Statement = {
  bind: (...values: unknown[]) => Statement;
  all: <T = Record<string, any>>() => Promise<Result<T>>;
  run: () => Promise<Result>;
  query: Query;
};

export type Database = {
  prepare: (sql: string) => Statement;
  /** All in one transaction. */
  batch: (statements: Statement[]) => Promise<Result<any>[]>;
  /** Statements, one on each line. */
  exec: (sql: string) => Promise<unknown>;
};

/** The methods of a D1 binding that tests use. */
export function database(fetch: Fetch): Database {
  const ask = async (queries: Query[]): Promise<Result<any>[]> => {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ batch: queries }),
    };
    const { result, errors } = (await (await fetch(QUERIES, init)).json()) as Reply;
    if (!result) throw new Error(`D1_ERROR: ${errors.map(({ message }) => message).join("; ")}`);
    return result.map(({ results: { columns, rows }, meta }) => ({
      meta,
      results: rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at], value]))),
    }));
  };
  const statement = (sql: string, values: unknown[]): Statement => {
    const only = async () => {
      const [result] = await ask([bound(sql, values)]);
      if (!result) throw new Error("no result");
      return result;
    };
    return {
      bind: (...bindings) => statement(sql, bindings),
      all: only,
      run: only,
      get query() {
        return bound(sql, values);
      },
    };
  };
  return {
    prepare: (sql) => statement(sql, []),
    batch: (statements) => ask(statements.map(({ query }) => query)),
    exec: (lines) => {
      const statements = lines.split("\n").filter((line) => line.trim());
      return ask(statements.map((sql) => ({ sql, params: [] })));
    },
  };
}

/** Binds values: strings as parameters, the only type the service accepts, and the rest as literals. */
function bound(sql: string, values: unknown[]): Query {
  const params: string[] = [];
  let last = 0;
  const text = sql.replaceAll(PLACEHOLDER, (found, number?: string) => {
    if (number === undefined) return found;
    const place = number === "" ? last + 1 : Number(number);
    last = Math.max(last, place);
    const value = values[place - 1];
    if (typeof value !== "string") return literal(value);
    params.push(value);
    return `?${params.length}`;
  });
  if (last !== values.length) throw new Error(`${values.length} values for ${last} places: ${sql}`);
  return { sql: text, params };
}

/** D1 binds each number as a REAL. */
function literal(value: unknown): string {
  if (value === null) return "NULL";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString("hex")}'`;
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Error(`D1 stores no ${String(value)}`);
  return `(${value}${String(value).includes("e") ? "" : "e0"})`;
}
