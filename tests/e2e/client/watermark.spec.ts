import type { Page } from "@playwright/test";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { greyFilm } from "../../support/films/films.ts";
import { boundingBox, greyFrames } from "../../support/films/pictures.ts";
import { slowClock } from "../clocks.ts";
import { button, expect, send, toast } from "../sayso.ts";
import { openDashboard, test } from "./owner.ts";

const card = (page: Page) => page.getByRole("region", { name: "Watermark" });
const text = (page: Page) => card(page).getByRole("textbox", { name: "Text" });
const position = (page: Page, name: string) =>
  card(page).getByRole("group", { name: "Position" }).getByRole("radio", { name });

/** The share of painted pixels in each quarter of the preview's canvas: left to right, top to bottom. */
const painted = (page: Page) =>
  card(page)
    .locator("canvas")
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const brush = canvas.getContext("2d");
      const [width, height] = [Math.floor(canvas.width / 2), Math.floor(canvas.height / 2)];
      if (!brush || width === 0 || height === 0) return [];
      return [0, 1, 2, 3].map((quarter) => {
        const { data } = brush.getImageData(
          (quarter % 2) * width,
          Math.floor(quarter / 2) * height,
          width,
          height,
        );
        return data.some((value, index) => index % 4 === 3 && value > 0);
      });
    });

const [WIDTH, HEIGHT] = [480, 640];

test("WMK06 WMK08 WMK10 the preview shows the mark where it will stand, and what is saved is burnt into the next video", async ({
  page,
  owner,
  sayso,
}) => {
  await openDashboard(page, owner);
  await text(page).fill("Hi");
  for (const [name, quarters] of [
    ["Top left", [true, false, false, false]],
    ["Top right", [false, true, false, false]],
    ["Bottom right", [false, false, false, true]],
    ["Bottom centre", [false, false, true, true]],
    ["Bottom left", [false, false, true, false]],
  ] as const) {
    await position(page, name).check({ force: true });
    await expect.poll(() => painted(page), name).toEqual(quarters);
  }

  await text(page).fill("Blue Door\nBakery");
  await card(page).getByRole("slider", { name: "Font size" }).fill("36");
  await card(page).getByRole("switch").click();
  await expect(toast(page, "Watermark setting updated")).toBeVisible();
  await button(page, "Save All").click();
  await expect(toast(page, "Watermark settings updated")).toBeVisible();
  await slowClock(page);
  await page.goto(`/record/${owner.client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(await greyFilm());
  await send(page);
  const { row, file } = await deliveredVideo(sayso, owner.client);
  expect([row.unfinished, row.unwatermarked]).toEqual([null, 0]);
  const [frame] = await greyFrames(file, WIDTH, HEIGHT);
  const mark = frame && boundingBox(frame, WIDTH, (shade) => shade < 60);
  expect(mark?.left).toBeLessThan(WIDTH * 0.08);
  expect(mark?.right).toBeLessThan(WIDTH * 0.7);
  expect(mark?.top).toBeGreaterThan(HEIGHT * 0.75);
  expect(mark?.bottom).toBeGreaterThan(HEIGHT * 0.93);
});
