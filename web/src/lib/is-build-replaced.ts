/** Whether the code of this page is no longer served, because a later version is. */
export async function isBuildReplaced(): Promise<boolean> {
  try {
    const { status } = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" });
    return status === 404;
  } catch {
    return false;
  }
}
