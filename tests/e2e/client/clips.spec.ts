import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { assertClip, clipFilm, UNMARKED } from "../../support/films/clip-film.ts";
import { tempFile } from "../../support/films/pictures.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { addTranscript } from "../../support/people/owner/transcripts.ts";
import { axe } from "../axe.ts";
import { button, expect } from "../sayso.ts";
import { sendVideo, test } from "./owner.ts";
import { opened, openList } from "./submission-list.ts";

/** Words of the film; `secret` is said while it is red. */
const WORDS = [
  { text: "Alpha", start_ms: 200, end_ms: 900, probability: 99 },
  { text: "bravo", start_ms: 1100, end_ms: 1900, probability: 99 },
  { text: "secret", start_ms: 2100, end_ms: 3900, probability: 99 },
  { text: "delta", start_ms: 4200, end_ms: 5000, probability: 99 },
  { text: "echo.", start_ms: 5200, end_ms: 7000, probability: 99 },
];
/** Seconds of the film at which the preview is compared with the clip, and those of the clip. */
const COMPARED = [
  [0.5, 0.5],
  [1.5, 1.5],
  [4.5, 2.45],
  [6, 3.95],
  [7.5, 5.45],
] as const;

const editor = (page: Page) => page.getByRole("dialog", { name: "Make a clip" });

test("a clip is cut at words, framed and captioned as its preview shows, made here and kept (CLP01, CLP02, INV65)", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example", film: await readFile(await clipFilm()) });
  await addTranscript(sayso, id, WORDS);
  await openList(page);
  await button(page, "Ann Example").click();
  await opened(page, "Ann Example").getByRole("button", { name: "Make a clip" }).click();
  const words = editor(page).getByRole("group", { name: "Words" });
  await words.getByRole("button", { name: "secret" }).click();
  await editor(page).getByRole("button", { name: "Cut out “secret”" }).click();
  await expect(words.getByRole("button", { name: /^secret.*cut out$/ })).toBeVisible();
  await expect(editor(page)).toContainText("0:06.0 of 0:08.0");
  // By keyboard: back, and out again.
  await words.getByRole("button", { name: /^secret/ }).press("Delete");
  await expect(editor(page)).toContainText("0:08.0 of 0:08.0");
  await words.getByRole("button", { name: "secret" }).press("Delete");
  await editor(page).getByLabel("Format").selectOption("1:1");
  await editor(page).getByLabel("Frame, from top to bottom").press("ArrowRight");
  await axe(page, "the editor of clips");

  // A page that is closed or crashes loses nothing.
  await page.reload();
  await opened(page, "Ann Example").getByRole("button", { name: "Make a clip" }).click();
  await expect(words.getByRole("button", { name: /^secret.*cut out$/ })).toBeVisible();
  await expect(editor(page).getByLabel("Format")).toHaveValue("1:1");

  const shown = [];
  for (const [seconds] of COMPARED) shown.push(await preview(page, seconds));
  await editor(page).getByRole("button", { name: "Make the clip" }).click();
  await editor(page).getByRole("button", { name: "Cancel" }).click();
  await editor(page).getByRole("button", { name: "Make the clip" }).click();
  await expect(editor(page)).toHaveCount(0, { timeout: 120_000 });
  const clip = opened(page, "Ann Example").getByRole("listitem", { name: "Clip 1" });
  await expect(clip).toContainText("1080 × 1080");

  const row = await sayso.row("SELECT id, film, recipe FROM clips WHERE submission_id = ?", id);
  const recipe = JSON.parse(String(row?.recipe));
  expect(recipe.keep).toEqual(UNMARKED.keep);
  expect(recipe.framing).toEqual({ x: 500, y: 510 });
  const bytes = await (await sayso.media.get(`clips/${row?.film}`))?.arrayBuffer();
  const file = await tempFile(bytes ?? new ArrayBuffer(0));
  const { streams } = await ffprobe(file);
  expect(streams.map(({ codec_name: codec }) => codec)).toEqual(["h264", "aac"]);
  expect([streams[0]?.width, streams[0]?.height]).toEqual([1080, 1080]);
  const frames = Number(streams[0]?.nb_read_packets);
  expect(Math.abs(frames - 178.5)).toBeLessThan(2);
  await assertClip(file, UNMARKED);
  const address = `/api/client/${client.id}/submissions/${id}/clips/${row?.id}/video`;
  for (const [index, [, seconds]] of COMPARED.entries()) {
    const difference = await differenceFrom(page, shown[index] ?? "", address, seconds);
    expect(difference, `at ${seconds} s`).toBeLessThan(3);
  }
});

/** The preview at a second of the film, as a PNG's address. */
const preview = (page: Page, seconds: number): Promise<string> =>
  editor(page)
    .locator("canvas")
    .evaluate(async (canvas: HTMLCanvasElement, at) => {
      const video = canvas.parentElement?.querySelector("video");
      if (!video) throw new Error("no film");
      video.currentTime = at;
      await new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return canvas.toDataURL();
    }, seconds);

/** Mean difference, of 255, of a picture and a film at a second. */
const differenceFrom = (page: Page, picture: string, address: string, seconds: number): Promise<number> =>
  page.evaluate(
    async ({ png, src, at }) => {
      const image = new Image();
      image.src = png;
      await image.decode();
      const video = document.createElement("video");
      video.muted = true;
      video.src = src;
      await new Promise((resolve) => video.addEventListener("loadeddata", resolve, { once: true }));
      video.currentTime = at;
      await new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
      const pixelsOf = (source: CanvasImageSource) => {
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context?.drawImage(source, 0, 0, image.width, image.height);
        return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
      };
      const [one, other] = [pixelsOf(image), pixelsOf(video)];
      let sum = 0;
      for (let index = 0; index < one.length; index += 1)
        sum += Math.abs((one[index] ?? 0) - (other[index] ?? 0));
      return sum / one.length;
    },
    { png: picture, src: address, at: seconds },
  );
