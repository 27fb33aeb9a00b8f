import assert from "node:assert/strict";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { assertFinished, assertMarked, WITH_WATERMARK } from "../support/films/finished-film.ts";
import { film, greyFilm } from "../support/films/films.ts";
import { cases } from "../support/runtime/thorough.ts";
import { choose, waitForText, submit } from "./customer.ts";
import { shownFilm } from "../support/browsers/shown-film.ts";
import { assertSameColours, barsToShow, COLOUR_CASES, colourBars } from "../support/films/colour-bars.ts";
import { assertPlaysSame, EDITED } from "../support/films/edited-film.ts";
import { firefoxTests } from "./sayso.ts";

const test = firefoxTests();

// `journey.test.ts` finishes a recording of Firefox's own.
for (const [kind, make] of cases(1, [
  ["H.264 in MP4", (): Promise<string> => greyFilm()],
  ["VP8 in WebM, as Firefox records it", async (): Promise<string> => "tests/fixtures/ff_firefox.webm"],
] as const)) {
  test(`REC24 SUB12 WMK10 WMK12 INV59 a file is finished with the watermark: ${kind}`, async ({
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

test("REC24 WMK12 a file that Firefox cannot decode is sent as it is, and marked: HEVC", async ({
  page,
  sayso,
  open,
}) => {
  const source = await film(
    "hevc.mp4",
    ["testsrc2=size=480x640:rate=25:duration=2", "sine=frequency=440:duration=2"],
    ["-c:v", "libx265", "-x265-params", "log-level=error", "-tag:v", "hvc1", "-c:a", "aac"],
  );
  const client = await open(WITH_WATERMARK);
  await choose(page, source);
  await waitForText(page, "Ready to send as it was recorded.");
  await submit(page);
  const { row } = await deliveredVideo(sayso, client);
  assert.deepEqual([row.unfinished, row.unwatermarked, row.container], ["undecodable", 1, "mp4"]);
});

/** Firefox's own player shows BT.709 with blue up to 13 levels off, and takes each H.264 film for that (ESR 153). */
const MAX_DIFFERENCE = 15;

for (const one of cases(1, COLOUR_CASES)) {
  test(`INV71 a player shows the colours of a film as before: ${one.title}`, async ({
    page,
    sayso,
    open,
  }) => {
    const given = await colourBars(one);
    const client = await open(WITH_WATERMARK);
    const before = await page.evaluate(shownFilm, await barsToShow(given, one.type));
    await choose(page, given);
    await waitForText(page, "Ready to send");
    await submit(page);
    const { row, file } = await deliveredVideo(sayso, client);
    // Not every Firefox decodes AV1; a film sent as it was has its own colours.
    if (one.title.startsWith("AV1") && row.unfinished === "undecodable") return;
    assert.equal(row.unfinished, null);
    const after = await page.evaluate(shownFilm, await barsToShow(file, "video/mp4"));
    assertSameColours(before, after, MAX_DIFFERENCE);
  });
}

/** Firefox's player ignores edit lists of video and mirroring (ESR 153), so it shows the others differently. */
const OBEYED = EDITED.filter(({ instructions: { picture, matrix } }) => !picture && !matrix);

for (const one of cases(0, OBEYED)) {
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
    await assertPlaysSame(one, (toShow) => page.evaluate(shownFilm, toShow), deliver, MAX_DIFFERENCE);
  });
}
