import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clientsUpTo } from "../../support/people/owner/many-clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
let cookie: string;
before(async () => {
  sayso = await startWorker();
  cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
});
after(() => sayso.close());

/** The rows that an answer reads. */
async function rows(path: string): Promise<number> {
  const answer = await call(sayso, "GET", path, { cookie });
  assert.equal(answer.status, 200);
  await answer.text();
  return sayso.log().findLast((entry) => entry.route === "/api/admin/clients")?.rows_read as number;
}

test("BUDGET ADM03 the clients page reads at most 200 rows with 10,000 clients, as many as with 100", async () => {
  await clientsUpTo(sayso, 1, 100);
  const few = await rows("/api/admin/clients");
  await clientsUpTo(sayso, 101, 10_000);
  const many = await rows("/api/admin/clients");
  assert.ok(many > 50 && many <= 200, `${many} rows`);
  assert.ok(many <= few + 1, `${many} rows, ${few} with 100 clients`);
  // Also a distant page: the cursor is a position in the index, not a number of rows to skip.
  const far = encodeURIComponent(JSON.stringify([5_000, "c5000"]));
  for (const sort of [
    `before=${far}`,
    "sort=company_name",
    "sort=company_name&order=desc",
    "sort=created_at&order=asc",
  ]) {
    const read = await rows(`/api/admin/clients?${sort}`);
    assert.ok(read <= 200, `${sort}: ${read} rows`);
  }
});
