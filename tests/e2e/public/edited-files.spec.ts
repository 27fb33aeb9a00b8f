// Films whose container tells players to show less than all of it, or something else: what was seen is delivered.
import { readFile } from "node:fs/promises";
import { shownFilm, type Shown } from "../../support/browsers/shown-film.ts";
import {
  assertShownAsBefore,
  edited,
  EDITED,
  lengthOf,
  steps,
  stepsToShow,
  type Instructions,
} from "../../support/films/edited-film.ts";
import { MARKED } from "../../support/films/finished-film.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { slowClock } from "../clocks.ts";
import { expect, send, test } from "../sayso.ts";
import type { Page } from "@playwright/test";

async function shown(page: Page, file: string, seconds: number): Promise<Shown> {
  await page.goto("/");
  return page.evaluate(shownFilm, await stepsToShow(file, seconds));
}

/** Chooses a film for a client with a watermark, sends it and reads the delivered one. */
async function deliveredOf(page: Page, sayso: Parameters<typeof deliveredVideo>[0], given: string) {
  const client = await addClient(sayso, MARKED);
  await slowClock(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(given);
  await send(page);
  return deliveredVideo(sayso, client);
}

for (const { what, instructions, options } of cases(1, EDITED)) {
  test(`delivers what a player shows of a film, and nothing else: ${what} (INV71)`, async ({
    page,
    sayso,
  }) => {
    const given = await edited(await steps(options), "edited.mp4", instructions);
    const seconds = lengthOf(instructions);
    const before = await shown(page, given, seconds);
    const { row, file } = await deliveredOf(page, sayso, given);
    expect([row.unfinished, row.unwatermarked]).toEqual([null, 0]);
    const after = await shown(page, file, seconds);
    assertShownAsBefore(before, after, seconds);
    if (instructions.picture) {
      // Nothing that was hidden lies in the file: it has the frames of its length.
      const [picture] = (await ffprobe(file)).streams;
      const frames = (seconds - gaps(instructions.picture)) * 25;
      expect(Math.abs(Number(picture?.nb_read_packets) - frames)).toBeLessThanOrEqual(2);
    }
  });
}

const gaps = (edits: { from: number | null; seconds: number }[]) =>
  edits.reduce((sum, { from, seconds }) => sum + (from === null ? seconds : 0), 0);

for (const { what, instructions } of cases(0, [
  { what: "twice as fast", instructions: { picture: [{ from: 0, seconds: 3, rate: 2 }] } },
  { what: "cropped", instructions: { clap: [240, 240] } },
  { what: "skewed", instructions: { matrix: [1, 0.2, 0, 1] } },
] as { what: string; instructions: Instructions }[])) {
  test(`sends a film as it is, and marks it, where only a player can do what it says: ${what} (INV71 WMK12)`, async ({
    page,
    sayso,
  }) => {
    const given = await edited(await steps(), "edited.mp4", instructions);
    const { row, file } = await deliveredOf(page, sayso, given);
    expect([row.unfinished, row.unwatermarked]).toEqual(["undecodable", 1]);
    expect((await readFile(file)).equals(await readFile(given))).toBe(true);
  });
}
