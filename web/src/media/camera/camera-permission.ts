/** Permission states of this page; `null` if the browser cannot report one. */
export type Permissions = { camera: PermissionState | null; microphone: PermissionState | null };

/** Reports the current permissions and each change. Returns a function that stops watching. */
export function watchPermissions(onChange: (now: Permissions) => void): () => void {
  const stop = new AbortController();
  void watch(onChange, stop.signal);
  return () => stop.abort();
}

async function watch(onChange: (now: Permissions) => void, signal: AbortSignal): Promise<void> {
  const [camera, microphone] = await Promise.all([statusOf("camera"), statusOf("microphone")]);
  if (signal.aborted) return;
  const notify = () => onChange({ camera: camera?.state ?? null, microphone: microphone?.state ?? null });
  for (const status of [camera, microphone]) status?.addEventListener("change", notify, { signal });
  notify();
}

/** Older browsers have no Permissions API, or no camera in it. */
async function statusOf(name: "camera" | "microphone"): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name });
  } catch {
    return null;
  }
}
