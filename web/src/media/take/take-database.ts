import { takeOnDevice } from "#api/generated/lifetimes.json";
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { clearSending, wasSent } from "./sending-record.ts";
import type { FormValues } from "#media/core-types.ts";
import type { RawReason } from "#media/generated/media.ts";
import type { Thumbnail } from "#media/camera/thumbnail.ts";
import type { Interruption } from "#media/camera/interruption.ts";
import type { UploadState } from "#media/upload/upload.ts";
import type { Watermark } from "#media/watermark.ts";

/** The original recording, or the finished file. */
export type Part = "raw" | "finished";

/** Stored data of a take, other than its bytes. */
export type StoredTake = {
  key: string;
  clientId: string;
  source: "camera" | "file";
  startedAt: number;
  type: string;
  /** Complete, or useful in part: an interrupted recording is, half a chosen file is not. */
  usable: boolean;
  seconds: number | null;
  poster: string | null;
  watermark: Watermark | null;
  interruption: Interruption | null;
  /** Frame of the preview as the recording began. */
  opening: Thumbnail | null;
  /** How many pages crashed while finishing it, with the page visible. */
  crashes: number;
  /** Set once the file to send is stored whole; until then only `raw` exists. */
  finished: {
    type: string;
    watermarked: boolean;
    soundLeftOut?: boolean;
    endMissing?: boolean;
    unfinished: RawReason | null;
  } | null;
  /** How far the upload of exactly these bytes got. */
  upload: UploadState | null;
  form: FormValues | null;
};

interface Schema extends DBSchema {
  takes: { key: string; value: StoredTake };
  /** Not Blobs: iOS hands those back empty. */
  chunks: { key: [take: string, part: Part, index: number]; value: ArrayBuffer };
}

const NAME = "sayso";
/** Increment on schema changes: data of older versions are dropped. */
const VERSION = 2;
/** Unsent takes are removed after a day. */
export const RETENTION_MS = takeOnDevice;
/** Large files are stored in chunks, so that no single record needs that much memory. */
const CHUNK_BYTES = 4 * 1_048_576;

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** Rejects if the browser stores nothing, as in some private windows. */
function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      for (const store of Array.from(db.objectStoreNames)) db.deleteObjectStore(store);
      db.createObjectStore("takes", { keyPath: "key" });
      db.createObjectStore("chunks");
    },
    terminated: () => {
      opening = undefined;
    },
  });
  return opening;
}

/** Inserts or replaces a take's data. */
export async function putTake(take: StoredTake): Promise<void> {
  await (await database()).put("takes", take);
}

/** Updates a take; no-op if it was deleted. */
export async function updateTake(key: string, changes: Partial<StoredTake>): Promise<void> {
  const change = (await database()).transaction("takes", "readwrite");
  const existing = await change.store.get(key);
  if (existing) await change.store.put({ ...existing, ...changes });
  await change.done;
}

/** Stores one chunk of a recording in progress. Its facts must be stored already. */
export async function putChunk(key: string, index: number, chunk: Blob): Promise<void> {
  const bytes = await chunk.arrayBuffer();
  await (await database()).put("chunks", bytes, [key, "raw", index]);
}

/** Stores a whole file and replaces what an earlier attempt left. */
export async function putFile(key: string, part: Part, file: Blob): Promise<void> {
  const db = await database();
  await db.delete("chunks", rangeOf(key, part));
  for (let index = 0; index * CHUNK_BYTES < file.size; index += 1) {
    const bytes = await file.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES).arrayBuffer();
    await db.put("chunks", bytes, [key, part, index]);
  }
}

/** The bytes of a part; empty if none are stored. */
export async function readFile(key: string, part: Part, type: string): Promise<Blob> {
  const chunks = await (await database()).getAll("chunks", rangeOf(key, part));
  return new Blob(chunks, { type });
}

/** The newest take of this client, or the one of that key, that can be used and that no open tab is busy with. */
export async function findTake(clientId: string, first: string | null): Promise<StoredTake | null> {
  const db = await database();
  const takes = await db.getAll("takes");
  const busy = await lockedTakes();
  let newest: StoredTake | null = null;
  for (const take of takes) {
    if (take.clientId !== clientId || !take.usable || wasSent(take.key)) continue;
    if (newest?.key === first && first !== null) break;
    if (newest && newest.startedAt > take.startedAt && take.key !== first) continue;
    if (busy?.has(lockOf(take.key)) && !(await isReleasedSoon(take.key))) continue;
    if ((await db.count("chunks", rangeOf(take.key, "raw"))) > 0) newest = take;
  }
  return newest;
}

export async function deleteTake(key: string): Promise<void> {
  clearSending(key);
  const removal = (await database()).transaction(["takes", "chunks"], "readwrite");
  await Promise.all([
    removal.objectStore("takes").delete(key),
    removal.objectStore("chunks").delete(rangeOf(key, "finished")),
    removal.objectStore("chunks").delete(rangeOf(key, "raw")),
    removal.done,
  ]);
}

/** Removes earlier takes for a client once something was sent to it. */
export async function deleteOtherTakes(clientId: string): Promise<void> {
  const takes = await (await database()).getAll("takes");
  const busy = await lockedTakes();
  // Without locks, another tab may be using any of them.
  if (!busy) return;
  for (const { key, clientId: owner } of takes) {
    if (owner === clientId && !busy.has(lockOf(key))) await deleteTake(key);
  }
}

/** Removes takes older than a day for any business, partial files, and orphaned chunks. */
export async function purgeTakes(now: number): Promise<void> {
  const db = await database();
  const busy = await lockedTakes();
  const currentKeys = new Set<string>();
  for (const { key, startedAt, usable } of await db.getAll("takes")) {
    // Without a start time it is old. Without locks, a partial file may be one that another tab is writing.
    const young = !wasSent(key) && now - startedAt <= RETENTION_MS && (usable || !busy);
    if (young || busy?.has(lockOf(key))) currentKeys.add(key);
    else await deleteTake(key);
  }
  for (const chunk of await db.getAllKeys("chunks")) {
    // A take that has just begun in another tab is in the list by now.
    if (!currentKeys.has(chunk[0]) && !(await db.get("takes", chunk[0]))) await db.delete("chunks", chunk);
  }
}

/** Locks that this tab has released and the browser may still list. */
const releasing = new Set<Promise<unknown>>();

/** Locks a take for this tab until released; a closed or crashed tab releases it too. */
export function lockTake(key: string): () => void {
  const releaseController = new AbortController();
  const until = new Promise<void>((resolve) =>
    releaseController.signal.addEventListener("abort", () => resolve()),
  );
  const locks = (navigator as Partial<Navigator>).locks;
  const released = locks?.request(lockOf(key), () => until).catch(() => undefined);
  return () => {
    releaseController.abort();
    if (!released) return;
    releasing.add(released);
    void released.then(() => releasing.delete(released));
  };
}

/** Locks of takes in open tabs; `null` if the browser has no Web Locks. */
async function lockedTakes(): Promise<Set<string | undefined> | null> {
  await Promise.all(releasing);
  const state = await (navigator as Partial<Navigator>).locks?.query();
  return state ? new Set(state.held?.map(({ name }) => name)) : null;
}

/** Whether a lock becomes free within a second: the browser may still list one of a tab that just closed. */
async function isReleasedSoon(key: string): Promise<boolean> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), 1000);
  try {
    await navigator.locks.request(lockOf(key), { signal: patience.signal }, () => undefined);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

const lockOf = (key: string) => `take ${key}`;

const rangeOf = (key: string, part: Part) =>
  IDBKeyRange.bound([key, part, 0], [key, part, Number.MAX_SAFE_INTEGER]);
