import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { actionWords } from "../../web/src/areas/admin/audit/actions.ts";
import { templateWords } from "../../web/src/areas/admin/emails/templates.ts";

const WORKER = new URL("../../worker/src/", import.meta.url);

test("EML10 every mail that the Worker writes has words of its own for admins", async () => {
  const entries = await readdir(new URL("email/", WORKER), { withFileTypes: true });
  const templates = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  assert.ok(templates.length >= 7);
  for (const template of templates) assert.notEqual(templateWords(template), template);
});

test("AUT35 every action that the Worker notes has words of its own for admins", async () => {
  const names = (await readdir(WORKER, { recursive: true })).filter((name) => name.endsWith(".rs"));
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, WORKER), "utf8")));
  const actions = sources.flatMap((source) =>
    [...source.matchAll(/Entry::(?:plain|change|difference)\(\s*"([a-z.-]+)"/g)].map(
      (found) => found[1] ?? "",
    ),
  );
  assert.ok(actions.length >= 12);
  for (const action of actions) assert.notEqual(actionWords(action), action, action);
});
