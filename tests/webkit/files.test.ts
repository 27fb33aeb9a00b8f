import assert from "node:assert/strict";
import { resolve } from "node:path";
import type { WebDriver } from "selenium-webdriver";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { greyFilm } from "../support/films/films.ts";
import { assertFinished, assertMarked, WITH_WATERMARK } from "../support/films/finished-film.ts";
import { cases } from "../support/runtime/thorough.ts";
import { choose, waitForText, submit } from "./customer.ts";
import { shownFilm, type Shown, type ToShow } from "../support/browsers/shown-film.ts";
import { assertSameColours, barsToShow, COLOUR_CASES, colourBars } from "../support/films/colour-bars.ts";
import { assertPlaysSame, EDITED } from "../support/films/edited-film.ts";
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
    const client = await open(WITH_WATERMARK);
    await choose(page, source);
    await waitForText(page, "Ready to send.");
    await submit(page);
    const { row, file } = await deliveredVideo(sayso, client);
    assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [null, 0, "mp4"]);
    await assertFinished(file, source);
    await assertMarked(file);
  });
}

/** WebKitGTK 2.50 encodes a plain colour up to 11 levels off. */
const MAX_DIFFERENCE = 15;

async function shown(page: WebDriver, film: ToShow): Promise<Shown> {
  const run = `(${shownFilm.toString()})(arguments[0]).then(JSON.stringify, String).then(arguments[1])`;
  // The driver accepts no nested lists.
  return JSON.parse(await page.executeAsyncScript<string>(run, film)) as Shown;
}

// WebKitGTK aborts in its decoder for sound of a WebM that ffmpeg wrote, and takes AV1 of BT.601 for BT.709 once decoded.
const SHOWN_AS_BEFORE = COLOUR_CASES.filter(
  ({ type, title }) => type === "video/mp4" && !/^AV1.*bt601/.test(title),
);

for (const one of cases(1, SHOWN_AS_BEFORE)) {
  test(`INV71 a player shows the colours of a film as before: ${one.title}`, async ({
    page,
    sayso,
    open,
  }) => {
    const given = await colourBars(one);
    const client = await open(WITH_WATERMARK);
    const before = await shown(page, await barsToShow(given, one.type));
    await choose(page, given);
    await waitForText(page, "Ready to send");
    await submit(page);
    const { row, file } = await deliveredVideo(sayso, client);
    assert.equal(row.unfinished, null);
    const after = await shown(page, await barsToShow(file, "video/mp4"));
    assertSameColours(before, after, MAX_DIFFERENCE);
  });
}

/** WebKitGTK 2.50 cannot play films with edit lists here: its page crashes, or never finishes a seek. */
const PLAYED = EDITED.filter(({ instructions: { picture, sound } }) => !picture && !sound);

for (const one of cases(0, PLAYED)) {
  test(`INV71 a player shows of a film what it showed before, and nothing else: ${one.title}`, async ({
    page,
    sayso,
    open,
  }) => {
    const client = await open(WITH_WATERMARK);
    const deliver = async (file: string) => {
      await choose(page, file);
      await waitForText(page, "Ready to send");
      await submit(page);
      return deliveredVideo(sayso, client);
    };
    await assertPlaysSame(one, (toShow) => shown(page, toShow), deliver, MAX_DIFFERENCE);
  });
}
