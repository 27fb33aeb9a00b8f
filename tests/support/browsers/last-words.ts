// Prints a failed test's page text, the only record that CI keeps of it.
import { setTimeout as pause } from "node:timers/promises";

/** Adds the page's text to an error, unless the browser hangs. */
export async function withLastWords(reason: unknown, ask: () => Promise<string>): Promise<Error> {
  const words = await Promise.race([ask().catch(String), pause(5000).then(() => "nothing at all")]);
  return new Error(`${String(reason)}\nThe page said: ${words}`, { cause: reason });
}
