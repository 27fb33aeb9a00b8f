// The product in WebKit, with a real Worker, and the checks that every test makes of its page.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { WebDriver } from "selenium-webdriver";
import { addClient, type ClientRow } from "../support/people/owner/clients.ts";
import { withLastWords } from "../support/browsers/last-words.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";
import { startWebKit, type Environment, type WebKit, type BrowserOptions } from "./browser.ts";
import { troubles, visit } from "./page-errors.ts";

export type Visit = {
  sayso: Sayso;
  page: WebDriver;
  /** Writes a business and opens its page for videos. */
  open: (overrides?: Partial<ClientRow>) => Promise<ClientRow>;
  go: (address: string) => Promise<void>;
  reload: () => Promise<void>;
};

/** The default environment. */
const USUAL: Environment = {};

/**
 * The tests of one file share a Worker, and those of one environment a driver; each has its own browser. Uncaught
 * errors, console errors and policy violations fail a test. A test whose driver lost a command is retried once.
 */
export function webkitTests(options: { cookies?: "loopback" } = {}) {
  let worker: Promise<Sayso> | undefined;
  const drivers = new Map<Environment, Promise<WebKit>>();

  // Not in a `before`: that also runs, without its `after`, if a filter skips all of the file's tests.
  const start = (environment: Environment) => {
    worker ??= startWorker({ ownOrigin: true, ...options });
    const driver = drivers.get(environment) ?? startWebKit(environment);
    drivers.set(environment, driver);
    return Promise.all([worker, driver]);
  };
  after(async () => {
    for (const driver of drivers.values()) await (await driver).close();
    await (await worker)?.close();
  });

  return (
    title: string,
    run: (visit: Visit) => Promise<void>,
    overrides: BrowserOptions & { environment?: Environment } = {},
  ) => {
    const environment = overrides.environment ?? USUAL;

    const visitWith = async (page: WebDriver, sayso: Sayso) => {
      const seen: string[] = [];
      const enter = async (load: () => Promise<void>) => {
        seen.push(...(await visit(page, load)));
        await appIsThere(page);
      };
      const go = (address: string) => enter(() => page.get(address));
      const reload = () => enter(() => page.navigate().refresh());
      const open = async (row: Partial<ClientRow> = {}) => {
        const client = await addClient(sayso, row);
        await go(new URL(`/record/${client.custom_slug}/video`, sayso.url).href);
        return client;
      };
      await run({ sayso, page, open, go, reload });
      seen.push(...(await troubles(page)));
      await page.quit();
      assert.deepEqual(seen, []);
    };

    const attempt = async (isSecond: boolean): Promise<void> => {
      const [sayso, webkit] = await start(environment);
      let page: WebDriver | undefined;
      try {
        page = await webkit.open(overrides);
        await visitWith(page, sayso);
      } catch (reason) {
        const error = page ? await withLastWords(reason, () => words(page as WebDriver)) : reason;
        // A hung browser does not quit on request, so later tests use a new driver.
        drivers.delete(environment);
        await webkit.close();
        if (isSecond || !webkit.hasLostCommand()) throw error;
        console.error(`Begun anew, the driver lost a command: ${String(error)}`);
        await attempt(true);
      }
    };
    test(title, () => attempt(false));
  };
}

const words = (page: WebDriver) =>
  page.executeScript<string>("return document.body.innerText + '\\n' + (window.troubles ?? []).join('\\n')");

/** Waits for the app: elements of the prerendered page become stale when the app replaces it. */
const appIsThere = (page: WebDriver) =>
  until("the app", () =>
    page.executeScript<boolean>("return !document.querySelector('.prerendered, .page-ahead')"),
  );
