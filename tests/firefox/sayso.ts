// The product in Firefox, with a real Worker, and the checks that every test makes of its page.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "puppeteer-core";
import { addClient, type ClientRow } from "../support/people/owner/clients.ts";
import { withLastWords } from "../support/browsers/last-words.ts";
import { PATIENCE_MS } from "../support/runtime/patience.ts";
import { processes } from "../support/runtime/processes.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";
import { launchFirefox, type Prefs } from "./browsers.ts";

export type Visit = {
  sayso: Sayso;
  page: Page;
  /** Adds a business and opens its video page. */
  open: (overrides?: Partial<ClientRow>) => Promise<ClientRow>;
  /** Ends the processes of all pages; answers a new page with the client's page for videos. */
  crash: (client: ClientRow) => Promise<Page>;
};

/** Firefox's names for content processes, with and without site isolation. */
const PAGE_PROCESS = /^(Isolated Web|Web Content)/;
/** Each part of Firefox learns separately that a page's process has died. */
const HEARING_MS = 1000;

/**
 * The tests of one file share a Worker and a Firefox; each has its own page in a separate context. Uncaught errors,
 * console errors and policy violations fail a test.
 */
export function firefoxTests(prefs: Prefs = {}) {
  let house: Promise<[Sayso, Browser]> | undefined;

  // Not in a `before`: that also runs, without its `after`, if a filter skips all of the file's tests.
  const start = () => Promise.all([startWorker({ ownOrigin: true }), launchFirefox(prefs)]);
  after(async () => {
    if (!house) return;
    const [sayso, firefox] = await house;
    await firefox.close();
    await sayso.close();
  });

  return (title: string, run: (visit: Visit) => Promise<void>) =>
    test(title, async () => {
      house ??= start();
      const [sayso, firefox] = await house;
      const room = await firefox.createBrowserContext();
      const page = await room.newPage();
      const consoleErrors: string[] = [];
      const errors: string[] = [];
      page.on("console", (message) => errors.push(message.text()));
      await watch(page, consoleErrors);
      const studio = ({ custom_slug }: ClientRow) => new URL(`/record/${custom_slug}/video`, sayso.url).href;
      const enter = async (where: Page, client: ClientRow) => {
        await where.goto(studio(client));
        // Handles from the prerendered page become invalid when the app replaces it.
        await where.waitForFunction(() => !document.querySelector(".prerendered, .page-ahead"), {
          timeout: PATIENCE_MS,
        });
      };
      const open = async (overrides: Partial<ClientRow> = {}) => {
        const client = await addClient(sayso, overrides);
        await enter(page, client);
        return client;
      };
      const crash = async (client: ClientRow) => {
        const group = firefox.process()?.pid;
        const pages = processes((one) => one.group === group && PAGE_PROCESS.test(one.name));
        assert.ok(pages.length > 0, "no process was there to end");
        for (const pid of pages) process.kill(pid, "SIGKILL");
        // Firefox keeps processes ready for new pages, and notices a moment later that they are dead.
        await until("all of them are buried", async () =>
          processes((one) => one.group === group).every((pid) => !pages.includes(pid)),
        );
        await pause(HEARING_MS);
        const next = await room.newPage();
        await watch(next, consoleErrors);
        await enter(next, client);
        return next;
      };
      await run({ sayso, page, open, crash }).catch(async (error: unknown) => {
        const words = async () => {
          const text = await (await room.pages()).at(-1)?.evaluate(() => document.body.innerText);
          return [text, "and on its console:", ...errors].join("\n");
        };
        throw await withLastWords(error, words);
      });
      assert.deepEqual(consoleErrors, []);
      await room.close();
    });
}

/** Sets a page's timeout, and records its errors as they occur. */
async function watch(page: Page, consoleErrors: string[]): Promise<void> {
  page.setDefaultTimeout(PATIENCE_MS);
  page.setDefaultNavigationTimeout(PATIENCE_MS);
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") consoleErrors.push(message.text());
  });
  // The protocol does not report policy violations.
  await page.evaluateOnNewDocument(() => {
    document.addEventListener("securitypolicyviolation", (violation) => {
      // oxlint-disable-next-line no-console -- the way out of the page
      console.error(`${violation.violatedDirective} forbids ${violation.blockedURI}`);
    });
  });
}
