// Films with edit lists that hide or replace content: the delivered file looks the same.
import { readFile } from "node:fs/promises";
import { shownFilm, type ToShow } from "../../support/browsers/shown-film.ts";
import {
  assertPlaysSame,
  edited,
  EDITED,
  steps,
  type Instructions,
} from "../../support/films/edited-film.ts";
import { WITH_WATERMARK } from "../../support/films/finished-film.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { slowClock } from "../clocks.ts";
import { expect, send, test } from "../sayso.ts";
import type { Page } from "@playwright/test";

async function shown(page: Page, film: ToShow) {
  await page.goto("/");
  return page.evaluate(shownFilm, film);
}

/** Chooses a film for a client with a watermark, sends it and reads the delivered one. */
async function deliveredOf(page: Page, sayso: Parameters<typeof deliveredVideo>[0], given: string) {
  const client = await addClient(sayso, WITH_WATERMARK);
  await slowClock(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(given);
  await send(page);
  return deliveredVideo(sayso, client);
}

for (const one of cases(1, EDITED)) {
  test(`delivers only the visible part of an edited film: ${one.title} (INV71)`, async ({ page, sayso }) => {
    const { file, seconds } = await assertPlaysSame(
      one,
      (toShow) => shown(page, toShow),
      (given) => deliveredOf(page, sayso, given),
    );
    const { picture: edits } = one.instructions;
    if (edits) {
      // The file contains no hidden content: its frames match its length.
      const [picture] = (await ffprobe(file)).streams;
      const frames = (seconds - gaps(edits)) * 25;
      expect(Math.abs(Number(picture?.nb_read_packets) - frames)).toBeLessThanOrEqual(2);
    }
  });
}

const gaps = (edits: { from: number | null; seconds: number }[]) =>
  edits.reduce((sum, { from, seconds }) => sum + (from === null ? seconds : 0), 0);

for (const { title, instructions } of cases(0, [
  { title: "twice as fast", instructions: { picture: [{ from: 0, seconds: 3, rate: 2 }] } },
  { title: "cropped", instructions: { clap: [240, 240] } },
  { title: "skewed", instructions: { matrix: [1, 0.2, 0, 1] } },
] as { title: string; instructions: Instructions }[])) {
  test(`sends a film unchanged, and marks it unfinished, if only a player can apply its edits: ${title} (INV71 WMK12)`, async ({
    page,
    sayso,
  }) => {
    const given = await edited(await steps(), "edited.mp4", instructions);
    const { row, file } = await deliveredOf(page, sayso, given);
    expect([row.unfinished, row.unwatermarked]).toEqual(["undecodable", 1]);
    expect((await readFile(file)).equals(await readFile(given))).toBe(true);
  });
}
