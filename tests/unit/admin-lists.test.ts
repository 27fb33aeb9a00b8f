import assert from "node:assert/strict";
import { test } from "node:test";
import { ACTION_LABELS } from "#areas/admin/audit/actions.ts";
import { differences } from "#areas/admin/audit/differences.ts";
import { formatBytes } from "#areas/admin/clients/client-labels.ts";
import { chosenSort, listSearch, nextSort } from "#areas/admin/clients/sorting.ts";
import { TEMPLATE_LABELS } from "#areas/admin/emails/templates.ts";
import { lastDays } from "#areas/admin/operations/last-days.ts";

const asked = (text: string) => new URLSearchParams(text);

test("ADM04 clients are sorted newest first unless the address knows better", () => {
  for (const text of ["", "sort=user_id", "sort=credits_remaining&order=sideways", "order=up"]) {
    assert.equal(chosenSort(asked(text)).value, "created_at desc", text);
    assert.equal(listSearch(asked(text)).toString(), "", text);
  }
  assert.equal(listSearch(asked("q=x&sort=company_name")).toString(), "q=x&sort=company_name&order=asc");
});

test("ADM03 a heading sorts its own first way, then the other", () => {
  assert.deepEqual(nextSort(asked(""), "company_name"), { sort: "company_name", order: "asc" });
  assert.deepEqual(nextSort(asked("sort=company_name&order=asc"), "company_name"), {
    sort: "company_name",
    order: "desc",
  });
  assert.deepEqual(nextSort(asked("sort=company_name"), "created_at"), { sort: "", order: "" });
});

test("ADM01 storage is written in the unit that can be read", () => {
  assert.deepEqual([0, 512, 2048, 3_145_728, 1_610_612_736].map(formatBytes), [
    "–",
    "512 B",
    "2 kB",
    "3.0 MB",
    "1.5 GB",
  ]);
});

test("AUT35 a stored word of a field is shown as the screens word it", () => {
  const before = { status: "pending_onboarding", plan_type: "no-setup", note: "active" };
  assert.deepEqual(differences(before, {}), [
    { name: "Status", before: "Set-up not finished", after: null },
    { name: "Plan type", before: "No Setup", after: null },
    { name: "note", before: "active", after: null },
  ]);
});

test("AUT35 a difference names each field, before and after", () => {
  assert.deepEqual(
    differences({ contact_name: "A", watermark_enabled: true }, { contact_name: "B", note: null }),
    [
      { name: "Contact name", before: "A", after: "B" },
      { name: "Watermark enabled", before: "on", after: null },
      { name: "note", before: null, after: "empty" },
    ],
  );
});

test("JOB02 the overview has a bar for every day, today's last", () => {
  const bars = lastDays([{ day: "2026-11-19", submissions: 4 }], "2026-11-20");
  assert.deepEqual([bars.length, bars.at(-2)?.value, bars.at(-1)?.key], [30, 4, "2026-11-20"]);
});

// The compiler proves that no label is missing: the tables are `Record`s of the generated enums.
for (const [id, subject, labels] of [
  ["EML10", "every mail that the Worker writes", TEMPLATE_LABELS],
  ["AUT35", "every action that the Worker notes", ACTION_LABELS],
] as const) {
  test(`${id} ${subject} has words of its own for admins`, () => {
    const entries = Object.entries(labels);
    for (const [name, label] of entries) assert.match(label, /^[A-Z][a-z]+ ?/, name);
    assert.equal(new Set(Object.values(labels)).size, entries.length);
  });
}
