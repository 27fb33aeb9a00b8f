// A poor network with real WebKit: uploads still arrive whole.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { brokenNetwork } from "../support/browsers/broken-network.ts";
import { addClient } from "../support/people/owner/clients.ts";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { cases } from "../support/runtime/thorough.ts";
import { bigVideoPath } from "../support/films/videos.ts";
import { until } from "../support/runtime/worker.ts";
import { choose, waitForText, send, skipTime, thanked } from "./customer.ts";
import { webkitTests, type Visit } from "./sayso.ts";

const test = webkitTests();
/** Part of the film's 2 MB. */
const PART_BYTES = 1_300_000;
const BUFFERING_MS = 3000;
/** Longer than any timeout. */
const STALLED_MS = 181_000;

/** A network that lets no upload through: the form carries the video. */
const BLOCK_UPLOADS = `
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    return open.call(this, method, url.includes("/api/uploads") ? "/robots.txt" : url, ...rest);
  };`;

const stall = async ({ page }: Visit) => {
  // The browser may still fill its own buffers.
  await pause(BUFFERING_MS);
  await skipTime(page, STALLED_MS);
};

type Fault = { title: string; inForm?: true; during?: (visit: Visit) => Promise<unknown> } & (
  { breaks: "cutAfter" | "stallAfter" } | { lateMs: number }
);

const FAULTS: Fault[] = [
  { title: "INV08 SUB35 an upload whose connection is cut", breaks: "cutAfter" },
  {
    title: "SUB27 a form that carries the video and stands still",
    breaks: "stallAfter",
    inForm: true,
    during: stall,
  },
  { title: "SUB35 an upload that stands still", breaks: "stallAfter", during: stall },
  {
    title: "SUB35 REC26 an upload whose page is reloaded",
    breaks: "stallAfter",
    during: async ({ page, reload }) => {
      await until("it is noted", () =>
        page.executeScript<boolean>("return localStorage.getItem('sayso-sending') !== null"),
      );
      await reload();
    },
  },
  { title: "SUB27 an upload whose answers are 4 seconds late", lateMs: 4000 },
];

for (const { title, inForm, during, ...fault } of cases(1, FAULTS)) {
  test(`${title} goes on by itself and arrives whole`, async (visit) => {
    const { page, sayso, go } = visit;
    const network = await brokenNetwork(sayso.url);
    try {
      const client = await addClient(sayso);
      await go(new URL(`/record/${client.custom_slug}/video`, network.url).href);
      const film = await bigVideoPath(2);
      await choose(page, film);
      await waitForText(page, "Ready to send.");
      if (inForm) await page.executeScript(BLOCK_UPLOADS);
      if ("lateMs" in fault) network.delayAnswers(fault.lateMs);
      else network[fault.breaks](PART_BYTES);
      await send(page);
      if ("breaks" in fault) await until("the fault", async () => network.carried.length === 1);
      await during?.(visit);
      await thanked(page);
      const { file } = await deliveredVideo(sayso, client);
      assert.ok((await readFile(file)).equals(await readFile(film)));
    } finally {
      await network.close();
    }
  });
}
