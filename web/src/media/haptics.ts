/** A short tap in the hand, where the device has it. */
export function hapticTick(): void {
  (navigator as Partial<Navigator>).vibrate?.(30);
}
