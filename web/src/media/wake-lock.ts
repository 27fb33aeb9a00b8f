/** Keeps the screen on where the browser can; answers how to let go of it. */
export function keepScreenAwake(): () => void {
  const lock = (navigator as Partial<Navigator>).wakeLock?.request("screen").catch(() => null);
  return () => void lock?.then((held) => held?.release());
}
