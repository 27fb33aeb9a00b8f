import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { thorough } from "../../support/runtime/thorough.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

/** Queries by index read no more rows of a longer table; creating the long one takes 20 s. */
const SUBMISSIONS = thorough ? 1_000_000 : 100_000;

test(`BUDGET the dashboard reads at most 100 rows with ${SUBMISSIONS.toLocaleString("en-GB")} submissions in the table`, async () => {
  const [client, crowd] = [await addClient(sayso), await addClient(sayso)];
  const cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
  const now = Date.now();
  const step = 50_000;
  for (let from = 0; from < SUBMISSIONS; from += step) {
    // Every hundredth is this client's, within the last 30 days; the others are a crowd's.
    const numbers = `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + step - 1})`;
    await sayso.change(
      `INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at)
       ${numbers} SELECT 'u' || i, ?, '', 10, 'video/mp4', 'cleared', i, i FROM n`,
      crowd.id,
    );
    await sayso.change(
      `INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email, container, size_bytes, duration_ms, status, created_at, customer_key)
       ${numbers} SELECT 's' || i, iif(i % 100 = 0, ?, ?), 'k' || i, 'u' || i, 'Ann', 'a' || i || '@example.com', 'mp4', 10, 10, 'processed', ? - i * 2000, 'a' || i || '@example.com' FROM n`,
      client.id,
      crowd.id,
      now,
    );
  }
  for (let day = 0; day < 400; day += 1) {
    const date = new Date(now - day * 24 * 3_600_000).toISOString().slice(0, 10);
    await sayso.change("INSERT INTO client_days VALUES (?, ?, 25, 40)", client.id, date);
  }
  await sayso.change(
    "INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business) VALUES ('s0', 1, 1, '2026-11', 1, 'Shop')",
  );
  const rows = async (path: string) => {
    sayso.server.clearLogs();
    const answer = await call(sayso, "GET", path, { cookie });
    assert.equal(answer.status, 200);
    await answer.text();
    return sayso.log().findLast((line) => line.kind === "request")?.rows_read as number;
  };
  const dashboard = await rows("/api/client/dashboard");
  assert.ok(dashboard > 40 && dashboard <= 100, `dashboard ${dashboard}`);
  const list = await rows(`/api/client/${client.id}/submissions`);
  assert.ok(list <= 60, `list ${list}`);
  const one = await rows(`/api/client/${client.id}/submissions/s0`);
  assert.ok(one <= 20, `one ${one}`);
});
