// Films whose container tells players to show less than all of it, or something else: what was seen is delivered.
import { readFile } from "node:fs/promises";
import { shownFilm, type Shown, type ToShow } from "../../support/browsers/shown-film.ts";
import { edited, SECONDS, steps, type Instructions } from "../../support/films/edited-film.ts";
import { MARKED } from "../../support/films/finished-film.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { slowClock } from "../clocks.ts";
import { expect, send, test } from "../sayso.ts";
import type { Page } from "@playwright/test";

/** Of a film's length: its first, its middle and its last moments. */
const SHARES = [0.02, 0.3, 0.55, 0.7, 0.96];
const COLUMNS = 4;
/** Of 256, in a decoded grey. */
const MOST_APART = 6;
const MOST_SECONDS_APART = 0.1;

async function shown(page: Page, file: string, seconds: number): Promise<Shown> {
  await page.goto("/");
  const base64 = (await readFile(file)).toString("base64");
  const moments = SHARES.map((share) => share * seconds);
  return page.evaluate(shownFilm, [base64, "video/mp4", moments, COLUMNS, 0.25] satisfies ToShow);
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

const run = (from: number, seconds: number) => ({ from, seconds });
const both = (edits: Instructions["picture"] & object): Instructions => ({ picture: edits, sound: edits });

const FINISHED: { what: string; instructions: Instructions; options?: string[] }[] = [
  { what: "two runs", instructions: both([run(0, 1.5), run(4, 1.5)]) },
  { what: "two runs, the later one first", instructions: both([run(4, 1), run(1, 2)]) },
  { what: "one run, in the middle", instructions: both([run(1.4, 2.4)]) },
  { what: "the same run twice", instructions: both([run(2, 1), run(2, 1), run(0, 1)]) },
  { what: "a gap between two runs", instructions: both([run(0, 1), { from: null, seconds: 1 }, run(3, 2)]) },
  { what: "a sound that begins later", instructions: { sound: [{ from: null, seconds: 2 }, run(0, 4)] } },
  { what: "mirrored", instructions: { matrix: [-1, 0, 0, 1] } },
  { what: "mirrored and turned", instructions: { matrix: [0, 1, 1, 0] } },
  { what: "pixels that are not square", instructions: {}, options: ["-vf", "setsar=4/3"] },
];

for (const { what, instructions, options } of cases(1, FINISHED)) {
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
    // Chromium names a length that is too long where a list has several runs, and stands still at its end.
    expect(Math.abs(after.seconds - seconds), `${after.seconds} s of ${seconds} s`).toBeLessThan(
      MOST_SECONDS_APART,
    );
    expect(after.sides[0] / after.sides[1]).toBeCloseTo(before.sides[0] / before.sides[1], 1);
    const apart = before.moments
      .flat(2)
      .map((value, at) => Math.abs(value - (after.moments.flat(2)[at] ?? 999)));
    const told = `${JSON.stringify(before.moments)} became ${JSON.stringify(after.moments)}`;
    expect(Math.max(...apart), told).toBeLessThanOrEqual(MOST_APART);
    if (instructions.picture) {
      // Nothing that was hidden lies in the file: it has the frames of its length.
      const [picture] = (await ffprobe(file)).streams;
      const frames = (seconds - gaps(instructions.picture)) * 25;
      expect(Math.abs(Number(picture?.nb_read_packets) - frames)).toBeLessThanOrEqual(2);
    }
  });
}

/** As the edit lists say. */
const lengthOf = ({ picture, sound }: Instructions) =>
  Math.max(
    ...[picture, sound].map((edits) => edits?.reduce((sum, { seconds }) => sum + seconds, 0) ?? SECONDS),
  );

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
