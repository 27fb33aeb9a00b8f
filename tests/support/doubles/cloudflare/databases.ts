// D1: databases by name; a real one executes the statements.
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { missing, Refusal, type Route } from "./api.ts";

/** Runs statements in one transaction. */
export type RunStatements = (statements: string[]) => Promise<{ results: unknown[]; changes: number }[]>;

export function databaseRoutes(query: RunStatements) {
  const databases = new Map<string, { uuid: string; name: string }>();
  const database = (uuid: string) => {
    const found = databases.get(uuid);
    if (!found) throw missing("This database");
    return found;
  };
  const routes: Route[] = [
    [
      "GET",
      /^\/d1\/database$/,
      () =>
        [...databases.values()].map(({ uuid, name }) => ({
          uuid,
          name,
          version: "production",
          created_at: "2026-11-25T00:00:00Z",
        })),
    ],
    [
      "POST",
      /^\/d1\/database$/,
      ({ body }) => {
        const { name } = JSON.parse(body.toString()) as { name: string };
        if ([...databases.values()].some((one) => one.name === name))
          throw new Refusal(400, 7502, `Database with name '${name}' already exists`);
        const made = { uuid: crypto.randomUUID(), name };
        databases.set(made.uuid, made);
        return { uuid: made.uuid, name, version: "production", created_in_region: "WEUR" };
      },
    ],
    [
      "GET",
      /^\/d1\/database\/([^/]+)$/,
      (_, [uuid = ""]) => ({
        uuid,
        name: database(uuid).name,
        version: "production",
        num_tables: 0,
        file_size: 0,
      }),
    ],
    [
      "POST",
      /^\/d1\/database\/([^/]+)\/query$/,
      async ({ body }, [uuid = ""]) => {
        database(uuid);
        const { sql } = JSON.parse(body.toString()) as { sql: string };
        try {
          const results = await query(splitSql(sql));
          return results.map(({ results: rows, changes }) => ({
            results: rows,
            success: true,
            meta: { duration: 1, changes, rows_read: 0, rows_written: 0 },
          }));
        } catch (error) {
          throw new Refusal(400, 7500, (error as Error).message);
        }
      },
    ],
    [
      "GET",
      /^\/d1\/database\/([^/]+)\/time_travel\/bookmark$/,
      (_, [uuid = ""]) => ({
        bookmark: `00000001-00000002-00000003-${database(uuid).uuid.replaceAll("-", "")}`,
      }),
    ],
  ];
  return { databases, routes };
}
