import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addUser, call, signIn } from "../../support/users.ts";
import { startWorker, type Sayso } from "../../support/worker.ts";

let sayso: Sayso;
let cookie: string;
before(async () => {
  sayso = await startWorker();
  cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
});
after(() => sayso.close());

/** Clients up to a number in all. */
const clientsUpTo = (from: number, to: number) =>
  sayso.change(
    `WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO clients (id, company_name, contact_name, email, custom_slug, status, created_at)
     SELECT 'c' || i, 'Company ' || i, 'Ann', 'c' || i || '@shop.example', 'shop-' || i, 'active', i FROM n`,
    from,
    to,
  );

/** The rows a page reads, and how long its answer takes: the fastest of many, since others use this machine. */
async function cost(path: string): Promise<{ rows: number; ms: number }> {
  let ms = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 40; i += 1) {
    const started = performance.now();
    const answer = await call(sayso, "GET", path, { cookie });
    assert.equal(answer.status, 200);
    await answer.text();
    ms = Math.min(ms, performance.now() - started);
  }
  const line = sayso.log().findLast((entry) => entry.route === "/api/admin/clients");
  return { rows: line?.rows_read as number, ms };
}

test(
  "BUDGET ADM03 the clients page reads at most 200 rows with 10,000 clients, as many as with 100",
  { timeout: 120_000 },
  async () => {
    await clientsUpTo(1, 100);
    const few = await cost("/api/admin/clients");
    await clientsUpTo(101, 10_000);
    const many = await cost("/api/admin/clients");
    assert.ok(many.rows > 50 && many.rows <= 200, `${many.rows} rows`);
    assert.ok(many.rows <= few.rows + 1, `${many.rows} rows, ${few.rows} with 100 clients`);
    for (const path of [
      "/api/admin/clients?sort=company_name",
      "/api/admin/clients?sort=company_name&order=desc",
      "/api/admin/clients?sort=created_at&order=asc",
    ]) {
      const { rows } = await cost(path);
      assert.ok(rows <= 200, `${path}: ${rows} rows`);
    }
    console.log({ few, many, ratio: many.ms / few.ms });
  },
);
