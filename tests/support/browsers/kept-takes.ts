/** Facts of a stored take. */
type KeptTake = { usable: boolean; crashes: number };

/** Runs in a page of any engine: the takes that its device keeps by now. */
export async function keptTakes(): Promise<KeptTake[]> {
  // Opened before there is one, it would be made here, without the page's stores.
  if (!(await indexedDB.databases()).some(({ name }) => name === "sayso")) return [];
  return new Promise((resolve) => {
    const opening = indexedDB.open("sayso");
    opening.addEventListener("success", () => {
      const reading = opening.result.transaction("takes").objectStore("takes").getAll();
      reading.addEventListener("success", () => {
        opening.result.close();
        resolve(reading.result as KeptTake[]);
      });
    });
  });
}

/** Runs in a page of any engine: leaves the takes that its device keeps as so many pages would that died over them. */
export function noteCrashes(crashes: number): Promise<void> {
  // A page that dies does not say that it is left.
  for (const key of Object.keys(localStorage))
    if (key.startsWith("sayso-left-")) localStorage.removeItem(key);
  Storage.prototype.setItem = () => undefined;
  return new Promise((resolve) => {
    const opening = indexedDB.open("sayso");
    opening.addEventListener("success", () => {
      const change = opening.result.transaction("takes", "readwrite");
      const each = change.objectStore("takes").openCursor();
      each.addEventListener("success", () => {
        each.result?.update({ ...(each.result.value as KeptTake), crashes, finished: null });
        each.result?.continue();
      });
      change.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });
}
