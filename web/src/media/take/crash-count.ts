import { storeItem, readItem } from "#lib/local-storage.ts";
import type { StoredTake } from "./take-database.ts";
import type { TakeStore } from "./take-store.ts";

/** Marks that the take's page was left by choice or was hidden when it ended, which is no crash. */
const leftKey = (key: string) => `sayso-left-${key}`;

/** Number of running jobs per take: the last one to end restores the count. */
const runningJobs = new Map<string, number>();

/** Adjusts the number of running jobs; returns it. */
function changeRunningJobs(key: string, by: 1 | -1): number {
  const now = (runningJobs.get(key) ?? 0) + by;
  runningJobs.set(key, now);
  return now;
}

/**
 * The file that was last worked on, by its size, and its number of crashes: `48213004 1`. After a crash before the
 * device had stored it, the user chooses it again. Phones give it another name each time.
 */
const FILE = "sayso-crashes-of-file";

/**
 * Counts a page that dies while `work` runs, for the next visit (REC36). A page that is reloaded, closed or hidden
 * notes this at once, in synchronous storage; a page that dies cannot. `file`: the chosen file, for a take without
 * recording.
 */
export async function countCrash<T>(
  store: TakeStore,
  crashes: number,
  work: () => Promise<T>,
  patience: Promise<unknown>,
  file: Blob | null = null,
): Promise<T> {
  const ending = new AbortController();
  const { signal } = ending;
  const left = leftKey(store.key);
  const storeFileCount = (crashed: number) => {
    if (file) storeItem(FILE, crashed > 0 ? `${file.size} ${crashed}` : null);
  };
  const storeLeft = (isLeft: boolean) => {
    storeItem(left, isLeft ? "yes" : null);
    storeFileCount(isLeft ? crashes : crashes + 1);
  };
  const storeVisibility = () => storeLeft(document.visibilityState === "hidden");
  storeVisibility();
  document.addEventListener("visibilitychange", storeVisibility, { signal });
  addEventListener("pageshow", storeVisibility, { signal });
  addEventListener("pagehide", () => storeLeft(true), { signal });
  changeRunningJobs(store.key, 1);
  const ended = () => {
    ending.abort();
    // Another file may have replaced it by now.
    if (file && readItem(FILE)?.startsWith(`${file.size} `)) storeFileCount(crashes);
  };
  // Slow storage must not delay the work.
  await Promise.race([store.update({ crashes: crashes + 1 }), patience]);
  try {
    return await work();
  } finally {
    // Until the count is restored, leaving the page is still by choice.
    if (changeRunningJobs(store.key, -1) > 0) ended();
    else
      void store.update({ crashes }).finally(() => {
        ended();
        // Work that began meanwhile has its own note.
        if (!runningJobs.get(store.key)) storeItem(left, null);
      });
  }
}

/** How many pages have crashed over this take. */
export function crashesOf({ key, crashes }: StoredTake): number {
  // Older visits of this page kept no count.
  const counted = Number.isInteger(crashes) ? crashes : 0;
  return readItem(leftKey(key)) ? Math.max(0, counted - 1) : counted;
}

/** How many pages have crashed over a chosen file, whether or not it was stored by then. */
export function crashesOfFile({ size }: Blob): number {
  const [storedSize, crashes = 0] = (readItem(FILE) ?? "").split(" ").map(Number);
  return storedSize === size ? crashes : 0;
}
