/** A short tap in the hand, where the device has it. */
export function hapticTick(): void {
  try {
    (navigator as Partial<Navigator>).vibrate?.(30);
  } catch {
    // Some pages may not; nothing depends on it.
  }
}
