// Every visitor's first requests: the record page's shell, the lookup of its client, and the page of a testimonial.
import { addClient } from "../support/people/owner/clients.ts";
import { addPublication } from "../support/people/owner/publications.ts";
import { startWorker, type Sayso } from "../support/runtime/worker.ts";
import { startBaseline, type Baseline } from "./baseline/start.ts";
import { expect, requestsPerSecond, type Reply } from "./http.ts";
import { withRuntime } from "./processes.ts";
import { alternate, median, ratio } from "./rounds.ts";
import type { ByExtent, Extent } from "./extent.ts";
import type { Row } from "./table.ts";

const SLUG = "corner-shop";
const TESTIMONIAL = "0123456789abcdef0123456789abcdef";
const PAGES = {
  "record shell": { path: `/record/${SLUG}`, target: 1.1 },
  "client look-up": { path: `/api/public/get_client_by_slug?_slug=${SLUG}`, target: 0.95 },
  "page of a testimonial": { path: `/t/${TESTIMONIAL}`, target: 1 },
};
const WARM_UP_SECONDS: ByExtent<number> = { full: 2, short: 0.1 };
// Many short rounds: other load on the machine comes in bursts, which then affect few of them.
const ROUND_SECONDS: ByExtent<number> = { full: 0.5, short: 0.1 };
const ROUNDS: ByExtent<number> = { full: 20, short: 1 };

/** Checks that both do the same work; otherwise the numbers are meaningless. */
function same(ours: Reply, other: Reply) {
  const content = ({ headers, body }: Reply) => {
    const { date: _, ...lasting } = headers;
    // Each answer has its own nonce.
    const text = body.toString().replaceAll(/nonce="\w+"/g, "nonce");
    if (text.includes("VideoObject")) {
      // The two write spaces and entities differently.
      const { "content-length": _length, "content-security-policy": policy, ...others } = lasting;
      return {
        text: text.replaceAll(/\s+|&#\d+;|&\w+;/g, ""),
        policy: String(policy).replaceAll(/nonce-\w+/g, "nonce"),
        headers: sorted(others),
      };
    }
    const data = /id="sayso-data">(.*?)<\/script>/.exec(text)?.[1] ?? text;
    return { size: body.length, data: sorted(JSON.parse(data)), headers: sorted(lasting) };
  };
  const [a, b] = [JSON.stringify(content(ours)), JSON.stringify(content(other))];
  if (a !== b) throw new Error(`The two Workers answer differently:\n${a}\n${b}`);
}

/** With the keys of every object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([key, inner]) => [key, sorted(inner)])
    .toSorted();
}

/** Copies a row to the other Worker's database, without what the database computes. */
async function copyRow(sayso: Sayso, baseline: Baseline, table: string, id: string): Promise<void> {
  const row = (await sayso.row(`SELECT * FROM ${table} WHERE id = ?`, id)) ?? {};
  const computed = await sayso.rows("SELECT name FROM pragma_table_xinfo(?) WHERE hidden > 0", table);
  const columns = Object.keys(row).filter((column) => !computed.some(({ name }) => name === column));
  await baseline.db
    .prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`)
    .bind(...columns.map((column) => row[column]))
    .run();
}

export async function pages(extent: Extent): Promise<Row[]> {
  const [sayso, baseline] = [await withRuntime(() => startWorker()), await withRuntime(startBaseline)];
  try {
    const client = await addClient(sayso, { custom_slug: SLUG, company_name: "Ann & Bob's <Shop>" });
    await copyRow(sayso, baseline, "clients", client.id);
    const { id } = await addPublication(sayso, client);
    await sayso.change(
      "UPDATE submissions SET public_id = ?, name_display = 'full' WHERE id = ?",
      TESTIMONIAL,
      id,
    );
    for (const table of ["uploads", "submissions"]) await copyRow(sayso, baseline, table, id);

    const rows: Row[] = [];
    for (const [name, { path, target }] of Object.entries(PAGES)) {
      const [ours, other] = [new URL(path, sayso.runtime.url), new URL(path, baseline.runtime.url)];
      same(await expect(200, ours), await expect(200, other));
      for (const url of [ours, other]) await requestsPerSecond(url, WARM_UP_SECONDS[extent]);
      const sides = {
        ours: () => requestsPerSecond(ours, ROUND_SECONDS[extent]),
        other: () => requestsPerSecond(other, ROUND_SECONDS[extent]),
      };
      const rate = await alternate(sides, ROUNDS[extent]);
      rows.push({
        name: `${name}, against the same in JavaScript`,
        ours: `${median(rate.ours).toFixed(0)} req/s`,
        other: `${median(rate.other).toFixed(0)} req/s`,
        ratio: ratio(rate.ours, rate.other),
        target,
      });
    }
    return rows;
  } finally {
    await Promise.all([sayso.close(), baseline.close()]);
  }
}
