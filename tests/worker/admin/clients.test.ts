import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { call } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
let cookie: string;
before(async () => {
  sayso = await startWorker();
  cookie = await adminCookie(sayso);
});
after(() => sayso.close());

type Line = {
  id: string;
  company_name: string;
  created_at: number;
  credits_remaining: number;
  submissions_count: number;
  storage_bytes: number;
};
type Page = { clients: Line[]; next: string | null };
const get = async <T>(path: string) => {
  const answer = await call(sayso, "GET", path, { cookie });
  return { status: answer.status, body: (await answer.json()) as T };
};

describe("the table of clients", () => {
  test("ADM03 ADM04 pages by cursor, newest first, each client once", async () => {
    await sayso.change("UPDATE clients SET created_at = created_at - 1000000");
    for (let i = 0; i < 60; i += 1)
      await addClient(sayso, { company_name: `Pager ${String(i).padStart(2, "0")}` });
    const first = (await get<Page>("/api/admin/clients?q=pager")).body;
    assert.equal(first.clients.length, 50);
    const rest = (
      await get<Page>(`/api/admin/clients?q=pager&before=${encodeURIComponent(first.next ?? "")}`)
    ).body;
    assert.deepEqual([rest.clients.length, rest.next], [10, null]);
    const all = [...first.clients, ...rest.clients];
    assert.equal(new Set(all.map((line) => line.id)).size, 60);
    for (const [i, line] of all.entries())
      assert.ok(i === 0 || line.created_at <= (all[i - 1]?.created_at ?? 0));
  });

  test("ADM03 sorts by name, credits and submissions, both ways, across pages", async () => {
    // More than one page, each column in a different order, the numbers with ties.
    const planted = Array.from({ length: 60 }, (_, i) => ({
      company_name: `Sorter ${String((i * 37) % 60).padStart(2, "0")}`,
      credits_remaining: (i * 7) % 20,
      submissions_count: (i * 11) % 13,
    }));
    for (const { submissions_count, ...columns } of planted) {
      const { id } = await addClient(sayso, columns);
      await sayso.change("UPDATE clients SET submissions_count = ? WHERE id = ?", submissions_count, id);
    }
    for (const sort of ["company_name", "credits_remaining", "submissions_count"] as const) {
      const ascending = planted
        .map((client) => client[sort])
        .toSorted((a, b) => (typeof a === "number" ? a - Number(b) : a < b ? -1 : 1));
      for (const order of ["asc", "desc"]) {
        const seen: Line[] = [];
        let next: string | null = "";
        while (next !== null) {
          const { body }: { body: Page } = await get<Page>(
            `/api/admin/clients?q=sorter&sort=${sort}&order=${order}${next && `&before=${encodeURIComponent(next)}`}`,
          );
          seen.push(...body.clients);
          next = body.next;
        }
        assert.equal(new Set(seen.map(({ id }) => id)).size, 60, "each once");
        assert.deepEqual(
          seen.map((line) => line[sort]),
          order === "asc" ? ascending : ascending.toReversed(),
          `${sort} ${order}`,
        );
      }
    }
    assert.equal((await get("/api/admin/clients?sort=user_id")).status, 400);
    assert.equal((await get("/api/admin/clients?before=nonsense")).status, 400);
  });

  test("ADM03 finds by company, contact, address and slug, and filters by status and plan", async () => {
    const one = await addClient(sayso, {
      company_name: "Zebra Crossing Ltd",
      custom_slug: "zebra",
      status: "suspended",
    });
    for (const q of ["zebra cr", "ltd  ZEBRA", `crossing ${one.email}`, one.email, "ZEBRA"]) {
      const { body } = await get<Page>(`/api/admin/clients?q=${encodeURIComponent(q)}`);
      assert.deepEqual(
        body.clients.map((line) => line.id),
        [one.id],
        q,
      );
    }
    const marks = await addClient(sayso, { company_name: "École Ünal" });
    for (const q of ["École", "école ünal", "ÜNAL"]) {
      const { body } = await get<Page>(`/api/admin/clients?q=${encodeURIComponent(q)}`);
      assert.deepEqual(
        body.clients.map((line) => line.id),
        [marks.id],
        q,
      );
    }
    assert.equal((await get<Page>("/api/admin/clients?q=zebra&status=active")).body.clients.length, 0);
    assert.equal(
      (await get<Page>("/api/admin/clients?q=zebra&status=suspended&plan=standard")).body.clients.length,
      1,
    );
    assert.equal((await get<Page>("/api/admin/clients?q=zebra&plan=no-setup")).body.clients.length, 0);
  });

  test("ADM01 ADM03 counts submissions and storage of each client, less what was erased", async () => {
    const client = await addClient(sayso);
    const bytes = (await video()).length;
    for (let i = 0; i < 2; i += 1) await submit(sayso, form(goodFields(client.id), await video()));
    const line = async () => (await get<Line>(`/api/admin/clients/${client.id}`)).body;
    assert.deepEqual([(await line()).submissions_count, (await line()).storage_bytes], [2, 2 * bytes]);
    const { id } = (await sayso.row("SELECT id FROM submissions WHERE client_id = ?", client.id)) ?? {};
    await call(sayso, "DELETE", `/api/client/${client.id}/submissions/${id}`, { cookie });
    assert.deepEqual([(await line()).submissions_count, (await line()).storage_bytes], [1, bytes]);
  });

  test("INV50 exports CSV whose cells no spreadsheet runs", async () => {
    await addClient(sayso, { company_name: '=HYPERLINK("https://evil.example")' });
    await addClient(sayso, { company_name: "@SUM(1)" });
    const answer = await call(sayso, "GET", "/api/admin/clients.csv?q=(", { cookie });
    assert.match(answer.headers.get("content-type") ?? "", /^text\/csv/);
    assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="clients\.csv"$/);
    const lines = (await answer.text()).trimEnd().split("\r\n");
    assert.equal(lines.length, 3);
    assert.ok(lines.some((line) => line.startsWith(`"'=HYPERLINK(""https://evil.example"")"`)));
    assert.ok(lines.some((line) => line.startsWith(`"'@SUM(1)"`)));
  });
});
