const ASKING_MS = 5000;

/** Whether the code of this page is no longer served, because a later version is. */
export async function isBuildReplaced(): Promise<boolean> {
  try {
    // The first script's name changes with every other one's. Older Safaris wait as long as a request may take.
    const { src } = document.querySelector("script[src]") as HTMLScriptElement;
    const signal = AbortSignal.timeout?.(ASKING_MS);
    return (await fetch(src, { method: "HEAD", cache: "no-store", signal })).status === 404;
  } catch {
    return false;
  }
}
