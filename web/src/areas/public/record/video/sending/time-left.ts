/** `About 40 seconds`, `About 3 minutes`: rounded, because it is an estimate. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return "A few seconds";
  if (seconds < 55) return `About ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return `About ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
