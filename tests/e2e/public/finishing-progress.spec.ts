// Progress of the finishing: work without progress counts as stalled and is aborted.
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { cases } from "../../support/runtime/thorough.ts";
import { slowClock, slowPageClock } from "../clocks.ts";
import { expect, record, test } from "../sayso.ts";

/** Progress that the finisher reports from now on. */
async function reportedShares(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const Real = Worker;
    const shares: number[] = [];
    Object.assign(window, { shares });
    window.Worker = class extends Real {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        this.addEventListener("message", ({ data }) => {
          if (data.kind === "progress") shares.push(data.share);
        });
      }
    };
  });
  return () => page.evaluate(() => (window as unknown as { shares: number[] }).shares);
}

/** Progress is steady: no tenth of the work is skipped. */
function expectSteady(shares: number[]): void {
  expect(shares.at(-1)).toBe(1);
  const steps = shares.map((share, index) => share - (shares[index - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(0.2);
}

test("REC31 finishing what this browser recorded tells its progress all the way", async ({
  page,
  client,
}) => {
  const shares = await reportedShares(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page, { ms: 4000, large: true });
  await slowPageClock(page);
  await expect(page.getByText("Ready to send.")).toBeVisible();
  expectSteady(await shares());
});

for (const name of cases(1, ["cr_avc1_opus_frag.mp4", "wk_frag.mp4", "ff_firefox.webm"])) {
  test(`REC31 finishing ${name} tells its progress all the way`, async ({ page, sayso, client }) => {
    const shares = await reportedShares(page);
    await sayso.change("UPDATE clients SET watermark_enabled = 1 WHERE id = ?", client.id);
    await slowClock(page);
    await page.goto(`/record/${client.custom_slug}/video`);
    const file = fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
    await page.getByLabel("Upload a video instead").setInputFiles(file);
    await expect(page.getByText("Ready to send.")).toBeVisible();
    expectSteady(await shares());
  });
}
