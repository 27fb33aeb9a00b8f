// Back-ups as they lie in the bucket, and tables as they stand in a database.
/* eslint-disable @typescript-eslint/no-explicit-any -- the runtime's binding types are not installed */
type Row = Record<string, any>;
type Manifest = {
  taken_at: number;
  migrations: string[];
  tables: Record<string, { columns: string[]; key: string[] }>;
  row_counts: Record<string, number>;
  objects: { key: string; bytes: number; sha256: string }[];
};

const json = async (media: any, key: string) => JSON.parse(await (await media.get(key)).text());

type IndexEntry = { day: string; objects: number; manifest_sha256: string; revision: number };

export const readIndex = (media: any): Promise<IndexEntry[]> => json(media, "back-ups/index.json");

/** The manifest that the index leads to. */
export async function readManifest(media: any, day: string): Promise<Manifest> {
  const { revision = 0 } = (await readIndex(media)).find((entry) => entry.day === day) ?? {};
  return json(media, `back-ups/${day}/manifest${revision === 0 ? "" : `-${revision}`}.json`);
}

/** The rows of a back-up by table, in the order of their keys. */
export async function ndjson(media: any, manifest: Manifest): Promise<Record<string, Row[]>> {
  const tables: Record<string, Row[]> = {};
  for (const { key } of manifest.objects) {
    const text: string = await (await media.get(key)).text();
    for (const line of text.trimEnd().split("\n")) {
      const [name = "", rows = "[]"] = line.split("\t", 2);
      const { columns = [] } = manifest.tables[name] ?? {};
      const read = (JSON.parse(rows) as unknown[][][]).map((row) =>
        Object.fromEntries(row.flat().map((value, index) => [columns[index], value])),
      );
      tables[name] = [...(tables[name] ?? []), ...read];
    }
  }
  return tables;
}

/** Every table of a database with its rows, computed columns left out, in the order of their keys. */
export async function tablesOf(db: any): Promise<Record<string, Row[]>> {
  const all = async (sql: string): Promise<Row[]> => (await db.prepare(sql).all()).results;
  const names = await all(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 4) <> '_cf_' AND substr(name, 1, 7) <> 'sqlite_'",
  );
  const tables: Record<string, Row[]> = {};
  for (const { name } of names) {
    const columns = await all(`PRAGMA table_info("${name}")`);
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    const list = (some: Row[]) => some.map((column) => `"${column.name}"`).join(", ");
    tables[name] = await all(`SELECT ${list(columns)} FROM "${name}" ORDER BY ${list(key)}`);
  }
  return tables;
}
