import { pause } from "./pause.ts";

const ASKING_MS = 5000;

/** Whether the code of this page is no longer served, because a later version is. */
export async function isBuildReplaced(): Promise<boolean> {
  // The first script's name changes with every other one's.
  const first = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  if (!first) return false;
  const asked = fetch(first.src, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return (await Promise.race([asked, pause(ASKING_MS)]))?.status === 404;
}
