import type { Page } from "@playwright/test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { greyFilm } from "../../support/films/films.ts";
import { boundingBox, greyFrames } from "../../support/films/pictures.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { slowClock, slowPageClock } from "../clocks.ts";
import { button, expect, record, send, test } from "../sayso.ts";

const POSITIONS = ["bottom-right", "top-center", "top-left", "bottom-left", "top-right", "bottom-center"];
const WIDTH = 480;
const HEIGHT = 640;
/** 5 % of the shorter side. */
const MARGIN = 24;
/** Encoders blur edges. */
const NEAR = 4;

async function sendFile(page: Page, client: ClientRow, file: string) {
  await slowClock(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(file);
  await send(page);
}

for (const position of cases(1, POSITIONS)) {
  test(`WMK10 WMK12 INV59 the watermark stands in every frame of the file: ${position}`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, {
      watermark_enabled: 1,
      watermark_text: "Blue Door\nBakery",
      watermark_position: position,
    });
    await sendFile(page, client, await greyFilm());
    const { row, file, size } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked, row.container]).toEqual([null, 0, "mp4"]);
    expect(size).toBeLessThan(9_000_000);
    const { streams } = await ffprobe(file);
    expect(streams.map((stream) => stream.codec_name)).toEqual(["h264", "aac"]);

    const frames = await greyFrames(file, WIDTH, HEIGHT);
    expect(frames.length).toBeGreaterThanOrEqual(49);
    for (const frame of frames) {
      // White letters with a black outline on grey: the outline is the outermost of them.
      const mark = boundingBox(frame, WIDTH, (shade) => shade < 60);
      const letters = boundingBox(frame, WIDTH, (shade) => shade > 200);
      if (!mark || !letters) throw new Error("no mark in a frame");
      expect(letters.right - letters.left).toBeGreaterThan(80);
      const [side, across] = position.split("-");
      if (side === "top") expect(mark.top).toBeGreaterThanOrEqual(MARGIN - NEAR);
      else expect(mark.bottom).toBeLessThanOrEqual(HEIGHT - MARGIN + NEAR);
      expect(side === "top" ? mark.bottom : HEIGHT - mark.top).toBeLessThan(HEIGHT * 0.18);
      if (across === "left") expect(Math.abs(mark.left - MARGIN)).toBeLessThanOrEqual(NEAR);
      if (across === "right") expect(Math.abs(WIDTH - mark.right - MARGIN)).toBeLessThanOrEqual(NEAR);
      if (across === "center") expect(Math.abs(mark.left - (WIDTH - mark.right))).toBeLessThanOrEqual(NEAR);
    }
  });
}

test("WMK11 while it is disabled nothing is burnt in, and a flat H.264 file is sent as it is", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, { watermark_enabled: 0, watermark_text: "Blue Door" });
  const film = await greyFilm({ rest: ["-movflags", "+faststart"] });
  await sendFile(page, client, film);
  const { row, file } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.unwatermarked]).toEqual([null, 0]);
  const [original, sent] = await Promise.all([
    greyFrames(film, WIDTH, HEIGHT),
    greyFrames(file, WIDTH, HEIGHT),
  ]);
  expect(sent.length).toBe(original.length);
  expect(Buffer.compare(sent[0] as Uint8Array, original[0] as Uint8Array)).toBe(0);
});

test("WMK10 SUB13 a recording carries the watermark that was set when it started, as the live picture shows it", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, { watermark_enabled: 1, watermark_text: "Blue Door" });
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(page.getByText("Watermark enabled. Your video will show “Blue Door”.")).toBeVisible();
  await button(page, "Grant Camera Access").click();
  await expect(page.getByRole("img", { name: "Watermark: Blue Door" })).toBeVisible();
  await button(page, "Close camera").click();
  await record(page);
  await slowPageClock(page);
  await sayso.change("UPDATE clients SET watermark_text = 'Red Door' WHERE id = ?", client.id);
  await send(page);
  const { row } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.unwatermarked, row.container]).toEqual([null, 0, "mp4"]);
});

for (const [text, asks] of [
  ["Blue Door", false],
  ["Café Ünlü", true],
] as const)
  test(`WMK10 the letters of “${text}” are ${asks ? "fetched beside those of prose" : "all in the file of prose"}`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, { watermark_enabled: 1, watermark_text: text });
    const fonts: string[] = [];
    page.on("response", (answer) => {
      const name = /instrument-sans-(\w+)\.woff2$/.exec(answer.url())?.[1];
      if (name) fonts.push(name);
    });
    await page.goto(`/record/${client.custom_slug}/video`);
    await button(page, "Grant Camera Access").click();
    await expect(page.getByRole("img", { name: `Watermark: ${text}` })).toBeVisible();
    await expect.poll(() => fonts.toSorted()).toEqual(asks ? ["prose", "rest"] : ["prose"]);
  });
