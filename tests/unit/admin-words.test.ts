// That no action and no template lacks a label is proven by the compiler: the tables are `Record`s of the generated enums.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACTION_LABELS } from "#areas/admin/audit/actions.ts";
import { TEMPLATE_LABELS } from "#areas/admin/emails/templates.ts";

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
