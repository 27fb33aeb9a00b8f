// Download size of the record page before the camera starts.
import type { Response } from "@playwright/test";
import { brotliBytes } from "../../support/runtime/brotli.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startWorker } from "../../support/runtime/worker.ts";
import type { ByExtent, Extent } from "../extent.ts";
import type { Row } from "../table.ts";
import { inBrowser } from "./browser.ts";
import { OTHERS, withOtherPage } from "./other-pages.ts";

const OTHER_PAGES: ByExtent<number> = { full: 3, short: 1 };

/** In bytes, with brotli at its best quality. */
type Weight = { scripts: number; wasm: number; fonts: number; all: number };

export async function recorderWeight(extent: Extent): Promise<Row[]> {
  const sayso = await startWorker({ ownOrigin: true });
  const client = await addClient(sayso, { watermark_enabled: 1, watermark_text: "Blue Door" });
  const ours = await weigh(new URL(`/record/${client.custom_slug}/video`, sayso.url).href);
  await sayso.close();

  const rows: Row[] = [];
  for (const [name, source] of Object.entries(OTHERS).slice(0, OTHER_PAGES[extent])) {
    const other = await withOtherPage(source, weigh);
    rows.push({
      name: `JavaScript before the camera starts, against ${name}`,
      ours: `${kilobytes(ours.scripts)}, and wasm of ${kilobytes(ours.wasm)}`,
      other: kilobytes(other.scripts),
      ratio: other.scripts / ours.scripts,
    });
    rows.push({
      name: `everything before the camera starts, against ${name}`,
      ours: `${kilobytes(ours.all)}, of it fonts ${kilobytes(ours.fonts)}`,
      other: kilobytes(other.all),
      ratio: other.all / ours.all,
    });
  }
  return rows;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** All that a page fetches until it is quiet. */
function weigh(url: string): Promise<Weight> {
  return inBrowser(async ({ page }) => {
    const answers: Response[] = [];
    page.on("response", (answer) => answers.push(answer));
    await page.goto(url);
    await page.getByRole("button").first().waitFor();
    await page.waitForLoadState("networkidle");
    const weight = { scripts: 0, wasm: 0, fonts: 0, all: 0 };
    for (const answer of answers) {
      const { protocol, pathname } = new URL(answer.url());
      // URLs made by the page were counted with its script.
      if (protocol === "data:" || protocol === "blob:") continue;
      if (!answer.ok()) throw new Error(`${pathname}: ${answer.status()}`);
      const bytes = brotliBytes(await answer.body());
      weight.all += bytes;
      if (pathname.endsWith(".js")) weight.scripts += bytes;
      if (pathname.endsWith(".wasm")) weight.wasm += bytes;
      if (pathname.endsWith(".woff2")) weight.fonts += bytes;
    }
    return weight;
  });
}
