// Prints the text of a failed test's page: CI keeps nothing else of it.
import { setTimeout as pause } from "node:timers/promises";

/** An error that also says what was on the page; a browser that stands still says nothing. */
export async function withLastWords(reason: unknown, ask: () => Promise<string>): Promise<Error> {
  const words = await Promise.race([ask().catch(String), pause(5000).then(() => "nothing at all")]);
  return new Error(`${String(reason)}\nThe page said: ${words}`, { cause: reason });
}
