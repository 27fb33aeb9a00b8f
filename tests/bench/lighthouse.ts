// Lighthouse scores of the site's pages with its mobile profile, a slow phone on a slow connection; and of another
// site's page with and without a wall.
import lighthouse, { type Result } from "lighthouse";
import { chromium } from "@playwright/test";
import { addClient } from "../support/people/owner/clients.ts";
import { chromiumOptions } from "../support/browsers/chromium.ts";
import { startHostSite, wallSnippets, type Snippets } from "../support/browsers/host-site.ts";
import { freePort } from "../support/runtime/free-port.ts";
import { startWorker } from "../support/runtime/worker.ts";
import { alternate, median } from "./rounds.ts";
import type { ByExtent, Extent } from "./extent.ts";
import type { Row } from "./table.ts";

const ROUNDS: ByExtent<number> = { full: 3, short: 1 };
const HOST_ROUNDS: ByExtent<number> = { full: 5, short: 1 };
/** `{slug}`: a client's record page; `{testimonial}`: a public one. */
const PATHS: ByExtent<string[]> = {
  full: ["/", "/demo", "/onboarding", "/terms", "/record/{slug}", "/t/{testimonial}"],
  short: ["/terms"],
};
const MIN_SCORES = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
type Category = keyof typeof MIN_SCORES;
const CATEGORIES = Object.keys(MIN_SCORES) as Category[];
/** On a machine busy with other tests Lighthouse may find no quiet period and give no performance score. */
const UNTIMED = CATEGORIES.filter((category) => category !== "performance");
const MEASURED: ByExtent<readonly Category[]> = { full: CATEGORIES, short: UNTIMED };

/** Scores from 0 to 100, and the audits that lost points. */
async function visit(
  url: string,
  port: number,
  measured: readonly Category[],
): Promise<Result["categories"]> {
  const run = await lighthouse(url, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: [...measured],
  });
  if (!run) throw new Error(`Lighthouse says nothing of ${url}`);
  const { audits, categories } = run.lhr;
  for (const name of measured) {
    const category = categories[name];
    if (!category || (category.score ?? 0) * 100 >= MIN_SCORES[name]) continue;
    const lost = category.auditRefs.filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 0.9);
    console.info(
      `${url} ${name}: ${lost.map((ref) => `${ref.id} ${audits[ref.id]?.displayValue ?? ""}`).join(", ")}`,
    );
  }
  return categories;
}

/** Another site's page with a wall of 12 below its text, against the same without. */
async function hostRow({ wall }: Snippets, port: number, rounds: number): Promise<Row> {
  const site = await startHostSite();
  const score = async (html: string) => {
    site.show(`<html lang="en"><h1>Shop</h1>${"<p>We bake bread every morning.</p>".repeat(12)}${html}`);
    const { performance } = await visit(site.origin, port, ["performance"]);
    return (performance?.score ?? 0) * 100;
  };
  const scores = await alternate({ ours: () => score(wall), other: () => score("") }, rounds);
  site.close();
  const [ours, other] = [median(scores.ours), median(scores.other)];
  return {
    name: "Lighthouse, performance of another site's page with a wall of 12, against the same without",
    ours: ours.toFixed(0),
    other: other.toFixed(0),
    ratio: other > 0 ? ours / other : 1,
    target: 1,
  };
}

export async function lighthouseScores(extent: Extent): Promise<Row[]> {
  const sayso = await startWorker({ ownOrigin: true });
  const client = await addClient(sayso);
  const snippets = await wallSnippets(sayso, client);
  const testimonial = /\/t\/([0-9a-f]+)/.exec(snippets.one)?.[1] ?? "";
  const port = await freePort();
  const args = [...chromiumOptions.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...chromiumOptions, args });
  const rows: Row[] = [];
  try {
    // Pages of businesses are hidden from search engines on purpose.
    for (const path of PATHS[extent]) {
      const wanted = MEASURED[extent].filter(
        (category) => category !== "seo" || !path.startsWith("/record/"),
      );
      const rounds: Record<Category, number[]> = {
        performance: [],
        accessibility: [],
        "best-practices": [],
        seo: [],
      };
      for (let round = 0; round < ROUNDS[extent]; round += 1) {
        const categories = await visit(
          new URL(path.replace("{slug}", client.custom_slug).replace("{testimonial}", testimonial), sayso.url)
            .href,
          port,
          MEASURED[extent],
        );
        for (const category of CATEGORIES) rounds[category].push((categories[category]?.score ?? 0) * 100);
      }
      for (const category of wanted) {
        const score = median(rounds[category]);
        rows.push({
          name: `Lighthouse, ${category} of ${path}`,
          ours: score.toFixed(0),
          other: `${MIN_SCORES[category]} wanted`,
          ratio: score / MIN_SCORES[category],
          target: 1,
        });
      }
    }
    rows.push(await hostRow(snippets, port, HOST_ROUNDS[extent]));
  } finally {
    await browser.close();
    await sayso.close();
  }
  return rows;
}
