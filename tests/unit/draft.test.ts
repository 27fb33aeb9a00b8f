// Unsaved input in the portal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { differs, draftKey, saveDraft, readDraft } from "#lib/use-draft.ts";

function storage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const saved = { text: "Blue Door", size: 24 };
const KEY = draftKey("c1", "watermark");

test("WMK08 a draft is kept under its client, holds what differs, and is gone once nothing does", () => {
  const store = storage();
  assert.equal(KEY, "sayso-draft:c1:watermark");
  saveDraft(store, KEY, saved, { text: "Red Door", size: 24 });
  assert.deepEqual(JSON.parse(store.items.get(KEY) ?? ""), { text: "Red Door" });
  assert.deepEqual(readDraft(store, KEY, { ...saved, size: 30 }), { text: "Red Door", size: 30 });
  saveDraft(store, KEY, saved, saved);
  assert.equal(store.items.size, 0);
  assert.equal(readDraft(store, KEY, saved), null);
});

test("ignores foreign values under the key (WMK08)", () => {
  const store = storage();
  for (const text of ["", "not JSON", "null", "7"]) {
    store.items.set(KEY, text);
    assert.deepEqual(readDraft(store, KEY, saved) ?? saved, saved, text);
  }
  store.items.set(KEY, JSON.stringify({ text: 7, size: "30", other: "x" }));
  assert.deepEqual(readDraft(store, KEY, saved), saved);
  assert.equal(differs(saved, { text: "Blue Door", size: 25 }), true);
  assert.equal(differs(saved, { ...saved }), false);
});
