type Tone = "plain" | "success" | "warning" | "error";

/**
 * Shows a toast with a title and a text. The toaster is fetched on first use, or ahead of it by
 * `prepareToasts`, so that it is no part of any first load.
 */
export async function showToast(tone: Tone, title: string, text?: string): Promise<void> {
  const toaster = await prepareToasts();
  toaster.show(tone, title, text);
}

/** For a dialog that opens over toasts already on the screen. */
export async function keepToastsInFront(): Promise<void> {
  (await loading)?.bringToFront();
}

let loading: Promise<typeof import("./toaster.tsx")> | undefined;

export function prepareToasts(): Promise<typeof import("./toaster.tsx")> {
  loading ??= import("./toaster.tsx").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
