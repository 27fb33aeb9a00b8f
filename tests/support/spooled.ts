// What a browser keeps of takes, read past the product.
import type { Page } from "@playwright/test";
import { saved } from "./pictures.ts";

type Kept = {
  takes: {
    key: string;
    startedAt: number;
    clientId: string;
    upload: { url: string | null } | null;
    form?: { customerEmail: string; consentMarketing: boolean };
  }[];
  pieces: number;
};

/** The page's database, once the page has made it, and how to wait for its requests. */
const spool = (page: Page) =>
  page.evaluateHandle(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });
    // Opened before there is one, it would be made here, without the page's stores.
    while (!(await indexedDB.databases()).some(({ name }) => name === "sayso"))
      await new Promise((next) => setTimeout(next, 20));
    const db = await answer(indexedDB.open("sayso"));
    return { db, answer };
  });

/** Everything the page's origin keeps. */
export async function kept(page: Page): Promise<Kept> {
  const handle = await spool(page);
  return handle.evaluate(async ({ db, answer }) => {
    const takes = await answer(db.transaction("takes").objectStore("takes").getAll());
    const pieces = await answer(db.transaction("pieces").objectStore("pieces").count());
    db.close();
    return { takes, pieces };
  });
}

/** Makes every kept take so many milliseconds older. */
export async function age(page: Page, ms: number): Promise<void> {
  const handle = await spool(page);
  await handle.evaluate(async ({ db, answer }, older) => {
    const takes = await answer(db.transaction("takes").objectStore("takes").getAll());
    const change = db.transaction("takes", "readwrite").objectStore("takes");
    for (const take of takes) await answer(change.put({ ...take, startedAt: take.startedAt - older }));
    db.close();
  }, ms);
}

/** Puts something into a store, past all rules. */
export async function plant(
  page: Page,
  store: string,
  value: object,
  key: string[] | null = null,
): Promise<void> {
  const handle = await spool(page);
  await handle.evaluate(
    async ({ db, answer }, { name, json, at }) => {
      const into = db.transaction(name, "readwrite").objectStore(name);
      await answer(at ? into.put(JSON.parse(json), at) : into.put(JSON.parse(json)));
      db.close();
    },
    { name: store, json: JSON.stringify(value), at: key },
  );
}

/** What is kept of a client's recording, as a file on disk; `null` when that is nothing. */
export async function keptRecording(page: Page, clientId: string): Promise<string | null> {
  const handle = await spool(page);
  const text = await handle.evaluate(async ({ db, answer }, id) => {
    const takes = await answer(db.transaction("takes").objectStore("takes").getAll());
    const key = takes.find((take) => take.clientId === id)?.key;
    const range = IDBKeyRange.bound([key ?? "", "raw", 0], [key ?? "", "raw", Number.MAX_SAFE_INTEGER]);
    const pieces = await answer(db.transaction("pieces").objectStore("pieces").getAll(range));
    db.close();
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    let binary = "";
    for (let i = 0; i < bytes.length; i += 32_768)
      binary += String.fromCharCode(...bytes.subarray(i, i + 32_768));
    return btoa(binary);
  }, clientId);
  return text === "" ? null : saved(Uint8Array.from(Buffer.from(text, "base64")).buffer);
}
