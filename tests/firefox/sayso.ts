// The product in Firefox: the real Worker behind it, and what every test expects of a page.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Browser, Page } from "puppeteer-core";
import { addClient, type ClientRow } from "../support/clients.ts";
import { startWorker, type Sayso } from "../support/worker.ts";
import { launchFirefox, type Prefs } from "./browsers.ts";

/** A business whose watermark stands in the bottom right corner. */
export const MARKED: Partial<ClientRow> = {
  watermark_enabled: 1,
  watermark_text: "Blue Door\nBakery",
  watermark_position: "bottom-right",
};

export type Visit = {
  sayso: Sayso;
  page: Page;
  /** Writes a business and opens its page for videos. */
  open: (wish?: Partial<ClientRow>) => Promise<ClientRow>;
};

/**
 * The tests of one file: they share a Worker and a Firefox, and each has a page that keeps nothing of the others.
 * Uncaught errors, errors on the console and violations of the policy fail any test.
 */
export function firefoxTests(prefs: Prefs = {}) {
  let house: Promise<[Sayso, Browser]> | undefined;

  // Not in a `before`: that runs, and its `after` does not, where a filter leaves none of the file's tests.
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
      const complaints = await watched(page);
      const open = async (wish: Partial<ClientRow> = {}) => {
        const client = await addClient(sayso, wish);
        await page.goto(new URL(`/record/${client.custom_slug}/video`, sayso.url).href);
        return client;
      };
      await run({ sayso, page, open });
      assert.deepEqual(complaints, []);
      await room.close();
    });
}

/** What goes wrong on a page, as it happens. */
async function watched(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  // The protocol does not tell of violations.
  await page.evaluateOnNewDocument(() => {
    document.addEventListener("securitypolicyviolation", (violation) => {
      // oxlint-disable-next-line no-console -- the way out of the page
      console.error(`${violation.violatedDirective} forbids ${violation.blockedURI}`);
    });
  });
  return complaints;
}
