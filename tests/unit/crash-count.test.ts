import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { countCrash, crashesOf } from "../../web/src/media/take/crash-count.ts";
import type { StoredTake } from "../../web/src/media/take/take-database.ts";
import type { TakeStore } from "../../web/src/media/take/take-store.ts";

const notes = new Map<string, string>();
const page = new EventTarget();
let visibilityState = "visible";

const localStorage = {
  getItem: (name: string) => notes.get(name) ?? null,
  setItem: (name: string, value: string) => void notes.set(name, value),
  removeItem: (name: string) => void notes.delete(name),
};
Object.defineProperty(page, "visibilityState", { get: () => visibilityState });
for (const [name, value] of Object.entries({
  document: page,
  localStorage,
  addEventListener: page.addEventListener.bind(page),
})) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

beforeEach(() => {
  notes.clear();
  visibilityState = "visible";
});

const never = new Promise<never>(() => undefined);

/** A take of which the last update stays unwritten until it is told to. */
function slowStore(key: string) {
  const written = Promise.withResolvers<boolean>();
  const store = {
    key,
    update: ({ crashes }: Partial<StoredTake>) => (crashes === 0 ? written.promise : Promise.resolve(true)),
  };
  return { store: store as unknown as TakeStore, write: () => written.resolve(true) };
}

const counted = (key: string) => crashesOf({ key, crashes: 1 } as StoredTake);

test("REC36 whoever leaves before the count is back has left, and has not crashed; later nothing is noted", async () => {
  const { store, write } = slowStore("one");
  await countCrash(store, 0, () => Promise.resolve(), never);
  page.dispatchEvent(new Event("pagehide"));
  assert.equal(counted("one"), 0);
  write();
  await new Promise(setImmediate);
  page.dispatchEvent(new Event("pagehide"));
  assert.equal(notes.size, 0);
});

test("REC36 what a tab notes about its take leaves what another one has noted", async () => {
  visibilityState = "hidden";
  void countCrash(slowStore("hidden").store, 0, () => never, never);
  assert.equal(counted("hidden"), 0);
  visibilityState = "visible";
  void countCrash(slowStore("seen").store, 0, () => never, never);
  assert.equal(counted("hidden"), 0);
  assert.equal(counted("seen"), 1);
  visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual([counted("hidden"), counted("seen")], [0, 0]);
});
