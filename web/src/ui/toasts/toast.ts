/** A toast's title and text. */
export type ToastText = readonly [title: string, text?: string];

type Tone = "plain" | "success" | "warning" | "error";

/**
 * Shows a toast with a title and a text. The toaster is loaded on first use, or earlier by `prepareToastsSoon`, so that
 * it is not part of any first load. Never rejects: resolves with whether it could be shown.
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

/** The toaster, once loaded: until then there are no toasts. */
export const loadedToaster = () => toaster;

const TIMEOUT_MS = 5000;
const SIGNS = ["pointerdown", "keydown", "focusin"];

/**
 * Loads the toaster on the first interaction, or a few seconds after the page has loaded: outside the first load, but
 * before the connection may be lost, which a toast would have to report. Returns a function that cancels this.
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
  loading ??= loadToaster();
  return loading;
}

async function loadToaster(): Promise<Toaster> {
  // Not `import(…).then(…, …)`: Vite's bundles do not call the second function when a style sheet is missing.
  try {
    return (toaster = await import("./toaster.tsx"));
  } catch (error) {
    loading = undefined;
    throw error;
  }
}
