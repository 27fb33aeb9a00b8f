// Time until a customer can request the camera: nothing cached, on a phone's screen and CPU and a slow connection,
// compared with Uppy's page.
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { addClient } from "../../support/people/owner/clients.ts";
import { startWorker } from "../../support/runtime/worker.ts";
import type { ByExtent, Extent } from "../extent.ts";
import { alternate, median, ratio } from "../rounds.ts";
import type { Row } from "../table.ts";
import { inBrowser } from "./browser.ts";
import { OTHERS, withOtherPage } from "./other-pages.ts";
import { listen, type Served } from "./static-server.ts";

const compress = promisify(brotliCompress);
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
const COMPRESSED = /text|javascript|json|svg|wasm/;
/** Headers that change with the body. */
const OF_ITS_BODY = ["content-encoding", "content-length", "transfer-encoding", "connection"];

type Line = { name: string; kilobits: number; latency: number };

/** The rates of Lighthouse's slow 4G, and of a line that hardly works. */
const LINES: Line[] = [
  { name: "slow 4G", kilobits: 1600, latency: 150 },
  { name: "400 kbit/s with 400 ms", kilobits: 400, latency: 400 },
];
const ROUNDS: ByExtent<number> = { full: 5, short: 1 };
const LINES_TRIED: ByExtent<number> = { full: LINES.length, short: 1 };
/** Against the machine's own processor. */
const SLOWER = 4;
const PHONE = { width: 390, height: 844 };
const OTHER = "Uppy's dashboard and webcam";

export async function recorderSlowLines(extent: Extent): Promise<Row[]> {
  const sayso = await startWorker({ ownOrigin: true });
  const client = await addClient(sayso, { watermark_enabled: 1, watermark_text: "Blue Door" });
  const edge = await compressing(sayso.url);
  const ours = new URL(`/record/${client.custom_slug}/video`, edge.url).href;
  try {
    return await withOtherPage(OTHERS[OTHER], async (page) => {
      const other = await compressing(new URL(page));
      const theirs = new URL(new URL(page).pathname, other.url).href;
      return await rowsOf(ours, theirs, extent).finally(other.close);
    });
  } finally {
    edge.close();
    await sayso.close();
  }
}

async function rowsOf(ours: string, theirs: string, extent: Extent): Promise<Row[]> {
  const rows: Row[] = [];
  // The first visit fills the caches of compressed files for all that follow.
  for (const url of [ours, theirs]) await secondsToButton(url, LINES[0]);
  for (const line of LINES.slice(0, LINES_TRIED[extent])) {
    const sides = {
      ours: () => secondsToButton(ours, line),
      theirs: () => secondsToButton(theirs, line),
    };
    const seconds = await alternate(sides, ROUNDS[extent]);
    rows.push({
      name: `until the camera can be asked for, on ${line.name} with a processor ${SLOWER} times slower, against ${OTHER}`,
      ours: `${median(seconds.ours).toFixed(1)} s`,
      other: `${median(seconds.theirs).toFixed(1)} s`,
      ratio: ratio(seconds.theirs, seconds.ours),
    });
  }
  return rows;
}

/** Seconds from opening the URL until the camera button can be clicked. */
function secondsToButton(url: string, line: Line | undefined): Promise<number> {
  return inBrowser(async ({ page }) => {
    await page.setViewportSize(PHONE);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    if (line)
      await devtools.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: line.latency,
        downloadThroughput: (line.kilobits * 1000) / 8,
        uploadThroughput: (line.kilobits * 1000) / 8,
      });
    await page.addInitScript(() => {
      const look = () => {
        const isThere = [...document.querySelectorAll("button")].some(
          (button) => /camera/i.test(button.innerText) && button.checkVisibility(),
        );
        if (isThere) Object.assign(window, { pressableAt: performance.now() });
        else requestAnimationFrame(look);
      };
      look();
    });
    await page.goto(url, { waitUntil: "commit" });
    const at = await page.waitForFunction(() => (window as { pressableAt?: number }).pressableAt);
    return Number(await at.jsonValue()) / 1000;
  });
}

/** A proxy that compresses text with brotli, as an edge does: files once, pages each time. */
function compressing(behind: URL): Promise<Served> {
  const cache = new Map<string, Buffer>();
  return listen(async (request, response) => {
    const path = request.url ?? "/";
    const answer = await fetch(new URL(path, behind), { redirect: "manual" });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get("content-type") ?? "";
    const isText = COMPRESSED.test(type);
    const sent = isText ? (cache.get(path) ?? (await compress(body, BEST))) : body;
    // A page names in its headers which of its scripts may run, and those are other ones in each answer.
    if (isText && !type.includes("html")) cache.set(path, sent);
    const headers = [...answer.headers].filter(([name]) => !OF_ITS_BODY.includes(name));
    response.writeHead(answer.status, {
      ...Object.fromEntries(headers),
      "content-length": sent.length,
      ...(isText && { "content-encoding": "br" }),
    });
    response.end(sent);
  });
}
