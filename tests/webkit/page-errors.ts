// Collects a page's errors in the page itself, because WebKit's driver does not report them.
import { setTimeout as pause } from "node:timers/promises";
import type { WebDriver } from "selenium-webdriver";
import { until } from "../support/runtime/worker.ts";

type Watched = Window & { left?: true; troubles?: string[] };

const ANSWER_MS = 2000;

/**
 * Navigates and collects errors as soon as the new page runs scripts. Earlier errors, while the document is parsed, are
 * covered by tests in other browsers.
 */
export async function visit(page: WebDriver, go: () => Promise<void>): Promise<string[]> {
  const before = await troubles(page);
  await page.executeScript(() => void ((window as Watched).left = true));
  await go();
  await until("the new page", () => {
    const watching = page.executeScript<boolean>(watch).catch(() => false);
    // A command sent while one page replaces another may never be answered.
    return Promise.race([watching, pause(ANSWER_MS).then(() => false)]);
  });
  return before;
}

/** Errors on the console, uncaught ones, and violations of the policy on this page so far. */
export const troubles = (page: WebDriver): Promise<string[]> =>
  page.executeScript(() => (window as Watched).troubles ?? []);

/** Runs in the page. */
function watch(): boolean {
  const scope = window as Watched;
  if (scope.left || location.protocol === "about:") return false;
  // Asked again: the answer was lost, and the listeners are there.
  if (scope.troubles) return true;
  const seen: string[] = (scope.troubles = []);
  const { error } = console;
  console.error = (...words: unknown[]) => {
    seen.push(words.map(String).join(" "));
    error(...words);
  };
  window.addEventListener("error", ({ message }) => seen.push(`uncaught: ${message}`));
  window.addEventListener("unhandledrejection", ({ reason }) => seen.push(`unhandled: ${String(reason)}`));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    seen.push(`${violatedDirective} forbids ${blockedURI}`),
  );
  return true;
}
