import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { countCrash, crashesOf, crashesOfFile } from "#media/take/crash-count.ts";
import type { StoredTake } from "#media/take/take-database.ts";
import type { TakeStore } from "#media/take/take-store.ts";

const items = new Map<string, string>();
const page = new EventTarget();
let visibilityState = "visible";

const localStorage = {
  getItem: (name: string) => items.get(name) ?? null,
  setItem: (name: string, value: string) => void items.set(name, value),
  removeItem: (name: string) => void items.delete(name),
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
  items.clear();
  visibilityState = "visible";
});

const never = new Promise<never>(() => undefined);

/** A store whose last update is pending until released. */
function slowStore(key: string) {
  const written = Promise.withResolvers<boolean>();
  const store = {
    key,
    update: ({ crashes }: Partial<StoredTake>) => (crashes === 0 ? written.promise : Promise.resolve(true)),
  };
  return { store: store as unknown as TakeStore, write: () => written.resolve(true) };
}

const counted = (key: string) => crashesOf({ key, crashes: 1 } as StoredTake);

test("leaving before the count is restored is no crash; later nothing is stored (REC36)", async () => {
  const { store, write } = slowStore("one");
  await countCrash(store, 0, () => Promise.resolve(), never);
  page.dispatchEvent(new Event("pagehide"));
  assert.equal(counted("one"), 0);
  write();
  await new Promise(setImmediate);
  page.dispatchEvent(new Event("pagehide"));
  assert.equal(items.size, 0);
});

test("two tabs store their takes' crash marks independently (REC36)", async () => {
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

test("REC36 a chosen file that was not stored yet as its page crashed is known again by its size", async () => {
  const hanging = { key: "half", update: () => never } as unknown as TakeStore;
  const file = new Blob(["film"]);
  const isAtWork = Promise.withResolvers<void>();
  const work = () => {
    isAtWork.resolve();
    return never;
  };
  const begin = (crashes: number) => void countCrash(hanging, crashes, work, Promise.resolve(), file);
  begin(0);
  await isAtWork.promise;
  assert.deepEqual([file, new Blob(["film"]), new Blob(["another film"])].map(crashesOfFile), [1, 1, 0]);
  begin(1);
  assert.equal(crashesOfFile(file), 2);
});

test("REC36 a chosen file whose page was left, or that was finished, has crashed nothing", async () => {
  const file = new Blob(["film"]);
  const { store, write } = slowStore("left");
  const work = () => {
    page.dispatchEvent(new Event("pagehide"));
    assert.equal(crashesOfFile(file), 0);
    page.dispatchEvent(new Event("pageshow"));
    assert.equal(crashesOfFile(file), 1);
    return Promise.resolve();
  };
  await countCrash(store, 0, work, never, file);
  write();
  await new Promise(setImmediate);
  assert.deepEqual([crashesOfFile(file), items.size], [0, 0]);
});

test("work that begins before the count is restored keeps its own mark of being left (REC36)", async () => {
  const { store, write } = slowStore("next");
  await countCrash(store, 0, () => Promise.resolve(), never);
  void countCrash(store, 0, () => never, never);
  visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  write();
  await new Promise(setImmediate);
  assert.equal(counted("next"), 0);
});
