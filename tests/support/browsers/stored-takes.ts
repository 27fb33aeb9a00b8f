/** Facts of a stored take. */
type StoredTake = { usable: boolean; crashes: number };

/** Runs in a page of any engine: its stored takes. */
export async function storedTakes(): Promise<StoredTake[]> {
  // Opening it earlier would create it here, without the page's stores.
  if (!(await indexedDB.databases()).some(({ name }) => name === "sayso")) return [];
  return new Promise((resolve) => {
    const opening = indexedDB.open("sayso");
    opening.addEventListener("success", () => {
      const reading = opening.result.transaction("takes").objectStore("takes").getAll();
      reading.addEventListener("success", () => {
        opening.result.close();
        resolve(reading.result as StoredTake[]);
      });
    });
  });
}

/** Runs in a page of any engine: number of its stored chunks. */
export async function storedChunks(): Promise<number> {
  if (!(await indexedDB.databases()).some(({ name }) => name === "sayso")) return 0;
  return new Promise((resolve) => {
    const opening = indexedDB.open("sayso");
    opening.addEventListener("success", () => {
      const counting = opening.result.transaction("chunks").objectStore("chunks").count();
      counting.addEventListener("success", () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });
}
