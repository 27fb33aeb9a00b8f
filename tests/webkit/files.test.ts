import assert from "node:assert/strict";
import { resolve } from "node:path";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { greyFilm } from "../support/films/films.ts";
import { assertFinished, assertMarked, MARKED } from "../support/films/finished-film.ts";
import { cases } from "../support/runtime/thorough.ts";
import { choose, said, submit } from "./customer.ts";
import { shownFilm, type Shown } from "../support/browsers/shown-film.ts";
import { assertSameColours, barsToShow, COLOUR_CASES, colourBars } from "../support/films/colour-bars.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

for (const [kind, make] of cases(1, [
  ["H.264 in MP4", () => greyFilm()],
  ["VP8 in WebM", async () => resolve("tests/fixtures/ff_firefox.webm")],
] as const)) {
  test(`REC24 SUB12 WMK12 INV59 a file is finished with the watermark: ${kind}`, async ({
    page,
    sayso,
    open,
  }) => {
    const source = await make();
    const client = await open(MARKED);
    await choose(page, source);
    await said(page, "Ready to send.");
    await submit(page);
    const { row, file } = await deliveredVideo(sayso, client);
    assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [null, 0, "mp4"]);
    await assertFinished(file, source);
    await assertMarked(file);
  });
}

// It fails here as yet: WebKit's player is not read in this way.
for (const one of cases(0, COLOUR_CASES)) {
  test(`INV71 a player shows the colours of a film as before: ${one.what}`, async ({ page, sayso, open }) => {
    const given = await colourBars(one);
    const shown = async (file: string, type: string) => {
      return page.executeAsyncScript<Shown>(
        `const [given, answer] = arguments; (${shownFilm.toString()})(given).then(answer, (reason) => answer(String(reason)))`,
        await barsToShow(file, type),
      );
    };
    const client = await open(MARKED);
    const before = await shown(given, one.type);
    await choose(page, given);
    await said(page, "Ready to send");
    await submit(page);
    const { row, file } = await deliveredVideo(sayso, client);
    assert.equal(row.unfinished, null);
    const after = await shown(file, "video/mp4");
    assertSameColours(before, after, 3);
  });
}
