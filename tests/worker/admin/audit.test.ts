import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
  // The lines of the log belong to a user.
  await cookie();
});
after(() => sayso.close());

const { cookie, get } = adminCalls(() => sayso);

describe("the audit log", () => {
  test("AUT35 pages by cursor and by subject, newest first", async () => {
    for (let i = 0; i < 60; i += 1) {
      await sayso.change(
        "INSERT INTO audit_log VALUES (?, ?, (SELECT id FROM users LIMIT 1), 'x@y.example', 'client.edit', 'paged', 'Paged', '{}', '{}')",
        crypto.randomUUID(),
        i,
      );
    }
    type Page = { entries: { at: number }[]; next: string | null };
    const first = await get<Page>("/api/admin/audit?subject=paged");
    const rest = await get<Page>(`/api/admin/audit?subject=paged&before=${first.next}`);
    assert.deepEqual([first.entries.length, rest.entries.length, rest.next], [50, 10, null]);
    assert.deepEqual([first.entries[0]?.at, rest.entries.at(-1)?.at], [59, 0]);
  });
});

describe("the audit log's filters", () => {
  test("AUT35 finds by person or name, action and dates, all of them together", async () => {
    const day = (date: string) => Date.parse(`${date}T12:00:00Z`);
    const lines = [
      [day("2026-03-01"), "mia@desk.example", "client.edit", "Harbour Cycles"],
      [day("2026-03-02"), "noah@desk.example", "client.edit", "Fern Florists"],
      [day("2026-03-02") + 11 * 3_600_000, "mia@desk.example", "setting.change", "Fern Florists"],
      [day("2026-03-03"), "mia@desk.example", "client.edit", "Fern Florists"],
    ] as const;
    for (const [at, actor, action, name] of lines) {
      await sayso.change(
        "INSERT INTO audit_log VALUES (?, ?, (SELECT id FROM users LIMIT 1), ?, ?, 'filtered', ?, '{}', '{}')",
        crypto.randomUUID(),
        at,
        actor,
        action,
        name,
      );
    }
    const found = async (query: string) => {
      const { entries } = await get<{ entries: { at: number }[] }>(`/api/admin/audit?${query}`);
      return entries.map((entry) => lines.findIndex(([at]) => at === entry.at));
    };
    assert.deepEqual(await found("q=MIA%40desk"), [3, 2, 0]);
    assert.deepEqual(await found("subject=filtered&q=fern"), [3, 2, 1]);
    assert.deepEqual(await found("subject=filtered&action=setting.change"), [2]);
    assert.deepEqual(await found("subject=filtered&from=2026-03-02&to=2026-03-02"), [2, 1]);
    assert.deepEqual(await found("subject=filtered&to=2026-03-01"), [0]);
    assert.deepEqual(await found("subject=filtered&q=mia&action=client.edit&from=2026-03-02"), [3]);
    assert.deepEqual(await found("subject=filtered&from=yesterday&to=2026-02-31"), [3, 2, 1, 0]);
    assert.deepEqual(await found("subject=filtered&q=nobody"), []);
  });
});
