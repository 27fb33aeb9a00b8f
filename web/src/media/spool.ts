import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { FormValues } from "./core.ts";
import type { Unfinished } from "./generated/Unfinished.ts";
import type { Interruption } from "./interruption.ts";
import type { UploadState } from "./upload.ts";
import type { Watermark } from "./watermark.ts";

/** The recording as it came, or what was made of it to be sent. */
export type Part = "raw" | "finished";

/** All that is kept of a take, beside its bytes. */
export type SpooledTake = {
  key: string;
  clientId: string;
  source: "camera" | "file";
  startedAt: number;
  type: string;
  /** All of it is kept, or any part of it is worth something: what was recorded so far, but not half a file. */
  usable: boolean;
  seconds: number | null;
  poster: string | null;
  watermark: Watermark | null;
  interruption: Interruption | null;
  /** Set once what will be sent is kept whole; before, only `raw` is there. */
  finished: { type: string; watermarked: boolean; unfinished: Unfinished | null } | null;
  /** How far the upload of exactly these bytes got. */
  upload: UploadState | null;
  form: FormValues | null;
};

interface Schema extends DBSchema {
  takes: { key: string; value: SpooledTake };
  /** Not Blobs: iOS hands those back empty. */
  pieces: { key: [take: string, part: Part, index: number]; value: ArrayBuffer };
}

const NAME = "sayso";
const VERSION = 1;
/** What was not sent within a day is removed. */
export const KEPT_MS = 24 * 60 * 60 * 1000;
/** Large files are kept in pieces, so that no single record needs that much memory. */
const PIECE_BYTES = 4 * 1_048_576;

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** Rejects where the browser keeps nothing, as in some private windows. */
function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore("takes", { keyPath: "key" });
      db.createObjectStore("pieces");
    },
    terminated: () => {
      opening = undefined;
    },
  });
  return opening;
}

/** Keeps a take's facts, whether it is new or known. */
export async function keepTake(take: SpooledTake): Promise<void> {
  await (await database()).put("takes", take);
}

/** Changes some facts of a take; one that is gone stays gone. */
export async function amendTake(key: string, changes: Partial<SpooledTake>): Promise<void> {
  const change = (await database()).transaction("takes", "readwrite");
  const known = await change.store.get(key);
  if (known) await change.store.put({ ...known, ...changes });
  await change.done;
}

/** Keeps one piece of a recording that is being made. Its facts must be there already. */
export async function keepPiece(key: string, index: number, piece: Blob): Promise<void> {
  const bytes = await piece.arrayBuffer();
  await (await database()).put("pieces", bytes, [key, "raw", index]);
}

/** Keeps a whole file, in place of what an earlier try may have left. */
export async function keepFile(key: string, part: Part, file: Blob): Promise<void> {
  const db = await database();
  await db.delete("pieces", rangeOf(key, part));
  for (let index = 0; index * PIECE_BYTES < file.size; index += 1) {
    const bytes = await file.slice(index * PIECE_BYTES, (index + 1) * PIECE_BYTES).arrayBuffer();
    await db.put("pieces", bytes, [key, part, index]);
  }
}

/** The bytes of a part; empty when nothing was kept. */
export async function readFile(key: string, part: Part, type: string): Promise<Blob> {
  const pieces = await (await database()).getAll("pieces", rangeOf(key, part));
  return new Blob(pieces, { type });
}

/** The newest take of this client that can be used and that no open tab is busy with. */
export async function findTake(clientId: string): Promise<SpooledTake | null> {
  const db = await database();
  const takes = await db.getAll("takes");
  const busy = await heldTakes();
  let newest: SpooledTake | null = null;
  for (const take of takes) {
    const free = take.clientId === clientId && take.usable && !busy?.has(lockOf(take.key));
    if (!free || (newest && newest.startedAt > take.startedAt)) continue;
    if ((await db.count("pieces", rangeOf(take.key, "raw"))) > 0) newest = take;
  }
  return newest;
}

export async function forgetTake(key: string): Promise<void> {
  const removal = (await database()).transaction(["takes", "pieces"], "readwrite");
  await Promise.all([
    removal.objectStore("takes").delete(key),
    removal.objectStore("pieces").delete(rangeOf(key, "finished")),
    removal.objectStore("pieces").delete(rangeOf(key, "raw")),
    removal.done,
  ]);
}

/** Removes what was begun for a client before: once they have sent something, it is nobody's any more. */
export async function forgetOthers(clientId: string): Promise<void> {
  const takes = await (await database()).getAll("takes");
  const busy = await heldTakes();
  // Without locks another tab may be busy with any of them.
  if (!busy) return;
  for (const { key, clientId: owner } of takes) {
    if (owner === clientId && !busy.has(lockOf(key))) await forgetTake(key);
  }
}

/** Removes what is older than a day, whichever business it was for, half files, and bytes that belong to nothing. */
export async function sweepTakes(now: number): Promise<void> {
  const db = await database();
  const busy = await heldTakes();
  const known = new Set<string>();
  for (const { key, startedAt, usable } of await db.getAll("takes")) {
    // What says no time at all is not young. Without locks, half a file may be one that another tab is writing.
    const young = now - startedAt <= KEPT_MS && (usable || !busy);
    if (young || busy?.has(lockOf(key))) known.add(key);
    else await forgetTake(key);
  }
  for (const piece of await db.getAllKeys("pieces")) {
    // A take that has just begun in another tab is in the list by now.
    if (!known.has(piece[0]) && !(await db.get("takes", piece[0]))) await db.delete("pieces", piece);
  }
}

/** Tells other tabs that this one has the take, until it is let go of or the tab ends, in whatever way. */
export function holdTake(key: string): () => void {
  const letGo = new AbortController();
  const until = new Promise<void>((resolve) => letGo.signal.addEventListener("abort", () => resolve()));
  const locks = (navigator as Partial<Navigator>).locks;
  void locks?.request(lockOf(key), () => until).catch(() => undefined);
  return () => letGo.abort();
}

/** The locks of takes that open tabs are busy with; `null` where the browser has no locks. */
async function heldTakes(): Promise<Set<string | undefined> | null> {
  const state = await (navigator as Partial<Navigator>).locks?.query();
  return state ? new Set(state.held?.map(({ name }) => name)) : null;
}

const lockOf = (key: string) => `take ${key}`;

const rangeOf = (key: string, part: Part) =>
  IDBKeyRange.bound([key, part, 0], [key, part, Number.MAX_SAFE_INTEGER]);
