// A player shows the colours of a film as it showed them before it was finished.
import { shownFilm } from "../../support/browsers/shown-film.ts";
import {
  assertSameColours,
  barsToShow,
  COLOUR_CASES,
  DRAWN,
  colourBars,
  HIGH_DYNAMIC_RANGE,
} from "../../support/films/colour-bars.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { WITH_WATERMARK } from "../../support/films/finished-film.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { slowClock } from "../clocks.ts";
import { expect, send, test } from "../sayso.ts";

/** Out of 256. */
const MAX_DIFFERENCE = 3;

for (const one of [...cases(1, COLOUR_CASES), ...cases(1, DRAWN), ...cases(0, HIGH_DYNAMIC_RANGE)]) {
  test(`a player shows the colours of a film within three levels of what it showed before: ${one.title} (INV71)`, async ({
    page,
    sayso,
  }) => {
    const given = await colourBars(one);
    const client = await addClient(sayso, one.watermark === false ? {} : WITH_WATERMARK);
    await slowClock(page);
    await page.goto(`/record/${client.custom_slug}/video`);
    const before = await page.evaluate(shownFilm, await barsToShow(given, one.type));
    await page.getByLabel("Upload a video instead").setInputFiles(given);
    await send(page);
    const { row, file } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.container]).toEqual([null, "mp4"]);
    const after = await page.evaluate(shownFilm, await barsToShow(file, "video/mp4"));
    assertSameColours(before, after, MAX_DIFFERENCE);
  });
}
