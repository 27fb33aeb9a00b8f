// A player shows the colours of a film as it showed them before it was finished.
import { readFile } from "node:fs/promises";
import { shownFilm, type Shown, type ToShow } from "../../support/browsers/shown-film.ts";
import { COLOUR_CASES, colourBars, BARS, worstDifference } from "../../support/films/colour-bars.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { MARKED } from "../../support/films/finished-film.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { slowClock } from "../clocks.ts";
import { expect, send, test } from "../sayso.ts";
import type { Page } from "@playwright/test";

/** Of 256. */
const MOST_APART = 3;

async function shown(page: Page, file: string, type: string): Promise<Shown> {
  const base64 = (await readFile(file)).toString("base64");
  return page.evaluate(shownFilm, [base64, type, [1], BARS, 0.25] satisfies ToShow);
}

for (const one of cases(1, COLOUR_CASES)) {
  test(`a player shows the colours of a film within three levels of what it showed before: ${one.what} (INV71)`, async ({
    page,
    sayso,
  }) => {
    const given = await colourBars(one);
    const client = await addClient(sayso, one.watermark === false ? {} : MARKED);
    await slowClock(page);
    await page.goto(`/record/${client.custom_slug}/video`);
    const before = await shown(page, given, one.type);
    await page.getByLabel("Upload a video instead").setInputFiles(given);
    await send(page);
    const { row, file } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.container]).toEqual([null, "mp4"]);
    const after = await shown(page, file, "video/mp4");
    const told = `${JSON.stringify(before.moments)} became ${JSON.stringify(after.moments)}`;
    expect(worstDifference(before, after), told).toBeLessThanOrEqual(MOST_APART);
  });
}
