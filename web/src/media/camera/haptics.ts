/** A short vibration, if the device has it. */
export function hapticTick(): void {
  try {
    (navigator as Partial<Navigator>).vibrate?.(30);
  } catch {
    // Forbidden on some pages; nothing depends on it.
  }
}
