import type { Page } from "@playwright/test";
import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { greyFilm } from "../../support/films/films.ts";
import { boundingBox, greyFrames } from "../../support/films/pictures.ts";
import { logIn } from "../login-pages.ts";
import { slowClock } from "../clocks.ts";
import { button, expect, send, test as base, toast } from "../sayso.ts";
import { carrySession, openDashboard, stranger, test } from "./owner.ts";

const card = (page: Page) => page.getByRole("region", { name: "Watermark" });
const text = (page: Page) => card(page).getByRole("textbox", { name: "Text" });
const turn = (page: Page) => card(page).getByRole("switch");
const size = (page: Page) => card(page).getByRole("slider", { name: "Font size" });
const color = (page: Page) => card(page).getByLabel("Font colour");
const position = (page: Page, name: string) =>
  card(page).getByRole("group", { name: "Position" }).getByRole("radio", { name });
const alignment = (page: Page, name: string) =>
  card(page).getByRole("group", { name: "Text alignment" }).getByRole("radio", { name });

/** What the page sends to change the watermark, from now on. */
function changes(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") sent.push(request.postDataJSON());
  });
  return sent;
}

const UNPLUGGED = "**/api/client/*/watermark";

test("WMK01 the switch is saved at once, by itself, and leaves what is being typed alone", async ({
  page,
  owner,
  sayso,
}) => {
  await openDashboard(page, owner);
  await expect(turn(page)).not.toBeChecked();
  await text(page).fill("Not saved yet");
  const sent = changes(page);
  await turn(page).click();
  await expect(turn(page)).toBeChecked();
  await expect(toast(page, "Watermark setting updated")).toBeVisible();
  expect(sent).toEqual([{ watermark_enabled: true }]);
  expect(
    await sayso.row("SELECT watermark_enabled, watermark_text FROM clients WHERE id = ?", owner.client.id),
  ).toEqual({ watermark_enabled: 1, watermark_text: null });
  await expect(text(page)).toHaveValue("Not saved yet");
  await page.reload();
  await expect(turn(page)).toBeChecked();
});

test("WMK02 a switch that was not saved jumps back and says why", async ({ page, owner, sayso }) => {
  await openDashboard(page, owner);
  await page.route(UNPLUGGED, (route) => route.abort());
  await turn(page).click();
  await expect(toast(page, "Error", "We cannot reach the server.")).toBeVisible();
  await expect(turn(page)).not.toBeChecked();
  expect(
    (await sayso.row("SELECT watermark_enabled FROM clients WHERE id = ?", owner.client.id))
      ?.watermark_enabled,
  ).toBe(0);
});

test("WMK03 a third line is dropped, and it is said", async ({ page, owner }) => {
  await openDashboard(page, owner);
  const warning = card(page).getByText("A watermark has at most two lines.");
  await text(page).fill("Blue Door\nBakery");
  await expect(warning).toBeHidden();
  await text(page).press("End");
  await text(page).press("Enter");
  await expect(warning).toBeVisible();
  await expect(text(page)).toHaveValue("Blue Door\nBakery");
  await text(page).fill("One\nTwo\nThree");
  await expect(text(page)).toHaveValue("One\nTwo");
  await expect(warning).toBeVisible();
  await text(page).fill("One");
  await expect(warning).toBeHidden();
});

test("CLI11 WMK04 WMK05 WMK06 WMK07 WMK09 every setting has its range and its default, and a note says what it is for", async ({
  page,
  owner,
}) => {
  await openDashboard(page, owner);
  await expect(size(page)).toHaveAttribute("min", "12");
  await expect(size(page)).toHaveAttribute("max", "48");
  await expect(size(page)).toHaveAttribute("step", "1");
  await expect(size(page)).toHaveValue("24");
  await expect(color(page)).toHaveValue("#ffffff");
  await expect(card(page).getByRole("group", { name: "Position" }).getByRole("radio")).toHaveCount(6);
  for (const side of ["Top", "Bottom"])
    for (const across of ["left", "centre", "right"])
      await expect(position(page, `${side} ${across}`)).toBeChecked({
        checked: `${side} ${across}` === "Top right",
      });
  for (const name of ["Left", "Centre", "Right"])
    await expect(alignment(page, name)).toBeChecked({ checked: name === "Centre" });
  await expect(
    card(page).getByText("The watermark of a video can no longer be altered after recording."),
  ).toBeVisible();
});

test("WMK08 Save All saves the five settings in one update", async ({ page, owner, sayso }) => {
  await openDashboard(page, owner);
  await text(page).fill("Blue Door\nBakery");
  await size(page).fill("31");
  await color(page).fill("#ffcc00");
  await position(page, "Bottom left").check({ force: true });
  await alignment(page, "Right").check({ force: true });
  await expect(card(page).getByText("You have unsaved changes.")).toBeVisible();
  const sent = changes(page);
  await button(page, "Save All").click();
  await expect(toast(page, "Watermark settings updated")).toBeVisible();
  const settings = {
    watermark_text: "Blue Door\nBakery",
    watermark_font_size: 31,
    watermark_font_color: "#ffcc00",
    watermark_position: "bottom-left",
    watermark_text_alignment: "right",
  };
  expect(sent).toEqual([settings]);
  expect(
    await sayso.row(`SELECT ${Object.keys(settings).join(", ")} FROM clients WHERE id = ?`, owner.client.id),
  ).toEqual(settings);
  await expect(card(page).getByText("You have unsaved changes.")).toBeHidden();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("draft"))),
  ).toEqual([]);
  await page.reload();
  await expect(text(page)).toHaveValue("Blue Door\nBakery");
  await expect(position(page, "Bottom left")).toBeChecked();
});

test("WMK08 settings that were not saved stay as they are, and it is said why", async ({
  page,
  owner,
  sayso,
}) => {
  await openDashboard(page, owner);
  await page.route(UNPLUGGED, (route) => route.abort());
  await text(page).fill("Blue Door");
  await button(page, "Save All").click();
  await expect(toast(page, "Error", "We cannot reach the server.")).toBeVisible();
  await expect(text(page)).toHaveValue("Blue Door");
  await expect(card(page).getByText("You have unsaved changes.")).toBeVisible();
  await page.unroute(UNPLUGGED);
  await button(page, "Save All").click();
  await expect(toast(page, "Watermark settings updated")).toBeVisible();
  expect(
    (await sayso.row("SELECT watermark_text FROM clients WHERE id = ?", owner.client.id))?.watermark_text,
  ).toBe("Blue Door");
});

test("WMK08 unsaved changes outlive a reload, and are gone once they are discarded", async ({
  page,
  owner,
}) => {
  await openDashboard(page, owner);
  await text(page).fill("Half a tho");
  await page.reload();
  await expect(text(page)).toHaveValue("Half a tho");
  await button(page, "Discard changes").click();
  await expect(text(page)).toHaveValue("");
  await expect(card(page).getByText("You have unsaved changes.")).toBeHidden();
  await page.reload();
  await expect(text(page)).toHaveValue("");
});

test("WMK08 AUT18 a session that ends while one types costs nothing: after signing in the text is there and can be saved", async ({
  page,
  owner,
  sayso,
}) => {
  await openDashboard(page, owner);
  await text(page).fill("Typed before");
  await size(page).fill("40");
  await sayso.change("DELETE FROM sessions WHERE user_id = ?", owner.user.id);
  await button(page, "Save All").click();
  await expect(page).toHaveURL(/\/clients\/login\?next=/);
  await logIn(page, owner.user);
  await expect(page).toHaveURL("/clients/dashboard");
  await expect(text(page)).toHaveValue("Typed before");
  await expect(size(page)).toHaveValue("40");
  expect(
    (await sayso.row("SELECT watermark_text FROM clients WHERE id = ?", owner.client.id))?.watermark_text,
  ).toBe(null);
  await button(page, "Save All").click();
  await expect(toast(page, "Watermark settings updated")).toBeVisible();
  expect(
    await sayso.row("SELECT watermark_text, watermark_font_size FROM clients WHERE id = ?", owner.client.id),
  ).toEqual({ watermark_text: "Typed before", watermark_font_size: 40 });
});

test("WMK11 a blank text is the company's name, in the preview and for customers", async ({
  page,
  owner,
  sayso,
}) => {
  await sayso.change(
    "UPDATE clients SET watermark_enabled = 1, watermark_text = 'Old text' WHERE id = ?",
    owner.client.id,
  );
  await openDashboard(page, owner);
  await expect(card(page).getByRole("img", { name: "Watermark: Old text" })).toBeVisible();
  await text(page).fill("  ");
  await expect(card(page).getByRole("img", { name: "Watermark: Corner Shop" })).toBeVisible();
  await button(page, "Save All").click();
  await expect(toast(page, "Watermark settings updated")).toBeVisible();
  await page.goto(`/record/${owner.client.custom_slug}/video`);
  await expect(page.getByText("Watermark enabled. Your video will show “Corner Shop”.")).toBeVisible();
});

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

test("WMK06 the preview shows the mark where it will stand, before anything is saved", async ({
  page,
  owner,
}) => {
  await openDashboard(page, owner);
  await text(page).fill("Hi");
  for (const [name, quarters] of [
    ["Top left", [true, false, false, false]],
    ["Top right", [false, true, false, false]],
    ["Bottom left", [false, false, true, false]],
    ["Bottom right", [false, false, false, true]],
    ["Bottom centre", [false, false, true, true]],
  ] as const) {
    await position(page, name).check({ force: true });
    await expect.poll(() => painted(page), name).toEqual(quarters);
  }
});

const [WIDTH, HEIGHT] = [480, 640];

test("WMK08 WMK10 what is saved here is burnt into the next video", async ({ page, owner, sayso }) => {
  await openDashboard(page, owner);
  await text(page).fill("Blue Door\nBakery");
  await size(page).fill("36");
  await position(page, "Bottom left").check({ force: true });
  await turn(page).click();
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

base(
  "WMK01 WMK08 AUT18 nobody else changes a business's watermark: signed out, or another client",
  async ({ page, context, sayso }) => {
    const mine = await addClient(sayso);
    const attempt = () =>
      page.evaluate(async (address) => {
        const answer = await fetch(address, {
          method: "PATCH",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ watermark_enabled: true }),
        });
        return answer.status;
      }, `/api/client/${mine.id}/watermark`);
    await page.goto("/clients");
    expect(await attempt()).toBe(401);
    await carrySession(context, sayso, (await stranger(sayso)).user);
    expect(await attempt()).toBe(404);
    expect(
      (await sayso.row("SELECT watermark_enabled FROM clients WHERE id = ?", mine.id))?.watermark_enabled,
    ).toBe(0);
  },
);
