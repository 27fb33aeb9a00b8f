type Tone = "plain" | "success" | "warning" | "error";

/**
 * Shows a toast with a title and a text. The toaster is fetched on first use, or ahead of it by
 * `prepareToastsSoon`, so that it is no part of any first load. Never rejects: says whether it could be shown.
 */
export async function showToast(tone: Tone, title: string, text?: string): Promise<boolean> {
  try {
    await (await prepareToasts()).show(tone, title, text);
    return true;
  } catch (error) {
    console.warn(`not shown: ${title}:`, error);
    return false;
  }
}

type Toaster = typeof import("./toaster.tsx");
let loading: Promise<Toaster> | undefined;
let toaster: Toaster | undefined;

/** The toaster, once its code is there: without it there are no toasts. */
export const loadedToaster = () => toaster;

const TIMEOUT_MS = 5000;
const SIGNS = ["pointerdown", "keydown", "focusin"];

/**
 * Fetches the toaster when the page is first touched, or a few seconds after it stands: off the first load,
 * but before a connection may be lost, which is just what a toast would have to say. Answers how to give it up.
 */
export function prepareToastsSoon(): () => void {
  const stop = new AbortController();
  const prepare = () => {
    stop.abort();
    prepareToasts().catch(() => undefined);
  };
  const timer = setTimeout(prepare, TIMEOUT_MS);
  stop.signal.addEventListener("abort", () => clearTimeout(timer));
  for (const sign of SIGNS) window.addEventListener(sign, prepare, { signal: stop.signal });
  return () => stop.abort();
}

function prepareToasts(): Promise<Toaster> {
  loading ??= import("./toaster.tsx").then(
    (code) => (toaster = code),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
