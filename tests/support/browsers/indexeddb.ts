// Reads and writes a browser's stored takes directly.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { StoredTake } from "#media/take/take-database.ts";
import { PATIENCE_MS } from "../runtime/patience.ts";
import { tempFile } from "../films/pictures.ts";

type StoredContents = {
  takes: {
    key: string;
    startedAt: number;
    clientId: string;
    usable: boolean;
    crashes: number;
    upload: { url: string | null; id: string | null } | null;
    form?: { customerEmail: string; consentMarketing: boolean };
  }[];
  chunks: number;
};

/**
 * Opens the page's database, once the page has created it. If the browser does not answer, names the request, long
 * before the test's own timeout.
 */
const openDatabase = (page: Page) =>
  page.evaluateHandle(async (patience) => {
    const within = <T>(operation: string, work: Promise<T>) =>
      Promise.race([
        work,
        new Promise<never>((_, reject) => {
          setTimeout(() => reject(new Error(`no answer within ${patience} ms to ${operation}`)), patience);
        }),
      ]);
    const answer = <T>(request: IDBRequest<T>) =>
      within(
        request.constructor.name,
        new Promise<T>((resolve, reject) => {
          request.addEventListener("success", () => resolve(request.result));
          request.addEventListener("error", () => reject(request.error));
        }),
      );
    const isMade = async () =>
      (await within("databases()", indexedDB.databases())).some(({ name }) => name === "sayso");
    // Opening it earlier would create it here, without the page's stores.
    const started = performance.now();
    while (!(await isMade())) {
      if (performance.now() - started > patience)
        throw new Error(`the page has made no database within ${patience} ms`);
      await new Promise((next) => setTimeout(next, 20));
    }
    const db = await answer(indexedDB.open("sayso"));
    return { db, answer };
  }, PATIENCE_MS / 2);

/** Everything that the page's origin has stored. */
export async function storedContents(page: Page): Promise<StoredContents> {
  const handle = await openDatabase(page);
  return handle.evaluate(async ({ db, answer }) => {
    const takes = await answer(db.transaction("takes").objectStore("takes").getAll());
    const chunks = await answer(db.transaction("chunks").objectStore("chunks").count());
    db.close();
    return { takes, chunks };
  });
}

/** Puts something into a store, past all rules. */
export async function putRow(
  page: Page,
  store: string,
  value: object,
  key: string[] | null = null,
): Promise<void> {
  const handle = await openDatabase(page);
  await handle.evaluate(
    async ({ db, answer }, { name, json, at }) => {
      const into = db.transaction(name, "readwrite").objectStore(name);
      await answer(at ? into.put(JSON.parse(json), at) : into.put(JSON.parse(json)));
      db.close();
    },
    { name: store, json: JSON.stringify(value), at: key },
  );
}

/** A recording that needs no finishing. */
const FLAT = "tests/fixtures/finished.mp4";

/** Stores a take as a page does that recorded it and closed. The page finds it after a reload. */
export async function plantTake(
  page: Page,
  clientId: string,
  { film = FLAT, ...facts }: Partial<StoredTake> & { film?: string } = {},
): Promise<StoredTake> {
  const take: StoredTake = {
    key: randomUUID(),
    clientId,
    source: "camera",
    startedAt: Date.now(),
    type: "video/mp4",
    usable: true,
    seconds: 2,
    poster: null,
    watermark: null,
    interruption: null,
    opening: null,
    crashes: 0,
    finished: null,
    upload: null,
    form: null,
    ...facts,
  };
  const base64 = (await readFile(film)).toString("base64");
  const handle = await openDatabase(page);
  await handle.evaluate(
    async ({ db, answer }, { storedTake, text }) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const change = db.transaction(["takes", "chunks"], "readwrite");
      await answer(change.objectStore("takes").put(storedTake));
      await answer(change.objectStore("chunks").put(bytes.buffer, [storedTake.key, "raw", 0]));
      db.close();
    },
    { storedTake: take, text: base64 },
  );
  return take;
}

/** Copies the stored bytes of a client's recording to a file; `null` if there are none. */
export async function storedRecording(page: Page, clientId: string): Promise<string | null> {
  const handle = await openDatabase(page);
  const text = await handle.evaluate(async ({ db, answer }, id) => {
    const takes = await answer(db.transaction("takes").objectStore("takes").getAll());
    const key = takes.find((take) => take.clientId === id)?.key;
    const range = IDBKeyRange.bound([key ?? "", "raw", 0], [key ?? "", "raw", Number.MAX_SAFE_INTEGER]);
    const chunks = await answer(db.transaction("chunks").objectStore("chunks").getAll(range));
    db.close();
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
    let binary = "";
    for (let i = 0; i < bytes.length; i += 32_768)
      binary += String.fromCharCode(...bytes.subarray(i, i + 32_768));
    return btoa(binary);
  }, clientId);
  return text === "" ? null : tempFile(Uint8Array.from(Buffer.from(text, "base64")).buffer);
}
