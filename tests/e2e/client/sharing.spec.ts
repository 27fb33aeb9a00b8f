import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import type { ClientRow } from "../../support/people/owner/clients.ts";
import { readQrCode, pngSize } from "../../support/browsers/qr.ts";
import { film } from "../../support/films/films.ts";
import { cases } from "../../support/runtime/thorough.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { button, expect } from "../sayso.ts";
import { heading, test } from "./owner.ts";

const card = (page: Page, name: string) => page.getByRole("region", { name });

async function openSharing(page: Page): Promise<void> {
  await page.goto("/clients/sharing");
  await expect(heading(page, "Ask your customers")).toBeVisible();
}

/** Gives a client a picture as a logo or code, as the server stores it. */
async function giveImage(sayso: Sayso, client: ClientRow, column: "logo_url" | "qr_code_url", image: Buffer) {
  const file = `${crypto.randomUUID()}.png`;
  await sayso.media.put(`assets/${client.id}/${file}`, image, { httpMetadata: { contentType: "image/png" } });
  await sayso.change(
    `UPDATE clients SET ${column} = ? WHERE id = ?`,
    `/media/${client.id}/${file}`,
    client.id,
  );
}

/** A plain dark image: the worst logo for a QR code. */
const plate = async (size: string) =>
  readFile(await film("plate.png", [`color=0x222222:size=${size}:rate=1:duration=1`], ["-frames:v", "1"]));

const LOGOS: [string, (() => Promise<Buffer>) | null][] = [
  ["without a logo", null],
  ["with a very tall dark logo", () => plate("150x1200")],
  ["with the bakery's wide logo", () => readFile(new URL("../../support/films/logo.png", import.meta.url))],
  ["with a square dark logo", () => plate("600x600")],
  ["with a very wide dark logo", () => plate("1200x150")],
];

/** Expects that a file on this machine, opened in the browser, shows a QR code with this text. */
async function expectCode(context: BrowserContext, file: string, address: string): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 900, height: 1100 });
  await page.goto(pathToFileURL(file).href);
  // The viewer of PDFs takes a moment.
  await expect.poll(async () => readQrCode(await page.screenshot())).toBe(address);
  await page.close();
}

for (const [title, logo] of cases(1, LOGOS)) {
  test(`CLI08 the code made here leads to the record page ${title}, as PNG and as SVG`, async ({
    page,
    context,
    owner: { client },
    sayso,
    baseURL,
  }) => {
    if (logo) await giveImage(sayso, client, "logo_url", await logo());
    await openSharing(page);
    const address = `${baseURL}/record/${client.custom_slug}`;
    const code = card(page, "QR code").getByRole("img", { name: "QR code of Corner Shop" });
    await expect(code).toBeVisible();
    await expect(code.locator("image")).toHaveCount(logo ? 1 : 0);
    expect(await readQrCode(await code.screenshot())).toBe(address);

    const save = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const png = await save("PNG");
    expect(png.name).toBe(`${client.custom_slug}-qr.png`);
    expect(pngSize(png.bytes)).toEqual({ width: 1024, height: 1024 });
    expect(await readQrCode(png.bytes)).toBe(address);

    const svg = await save("SVG");
    expect(svg.name).toBe(`${client.custom_slug}-qr.svg`);
    const text = svg.bytes.toString();
    expect(text.includes("data:image/png;base64,"), "the logo is in the file").toBe(logo !== null);
    expect(text, "and nothing is outside of it").not.toMatch(/href="(?!data:)/);
    const file = join(tmpdir(), `${crypto.randomUUID()}.svg`);
    await writeFile(file, svg.bytes);
    await expectCode(context, file, address);

    // As the client's own QR code it is accepted unless it leads elsewhere; and it can be removed.
    const own = { name: "code.png", mimeType: "image/png", buffer: png.bytes };
    await page.goto("/clients/dashboard");
    const assets = card(page, "Logo and QR code");
    const shown = assets.getByRole("img", { name: "QR code of Corner Shop" });
    await assets.getByLabel("Replace QR code").setInputFiles(own);
    await expect(shown).toHaveJSProperty("naturalWidth", 1024);
    await assets.getByRole("button", { name: "Use Sayso’s QR code" }).click();
    await expect(shown).toHaveJSProperty("tagName", "svg");
    const moved = crypto.randomUUID();
    await sayso.change("UPDATE clients SET custom_slug = ? WHERE id = ?", moved, client.id);
    await page.reload();
    await assets.getByLabel("Replace QR code").setInputFiles(own);
    await expect(page.getByRole("dialog", { name: "This code leads elsewhere" })).toContainText(
      `It opens ${address}, not the recording page ${baseURL}/record/${moved}.`,
    );
  });
}

test("CLI08 AST01 a code of one's own is shown and saved as it is, beside the one made here; an invitation that was not changed needs no way back", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const own = await plate("300x300");
  await giveImage(sayso, client, "qr_code_url", own);
  await openSharing(page);
  await expect(page.getByRole("img", { name: "Your own QR code of Corner Shop" })).toHaveJSProperty(
    "naturalWidth",
    300,
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Your image" }).click(),
  ]);
  expect((await readFile(await download.path())).equals(own)).toBe(true);
  await expect(button(page, "SVG")).toBeVisible();
  const startOver = button(page, "Start over");
  await expect(startOver).toBeHidden();
  await card(page, "Invitation by email").getByRole("textbox", { name: "Text" }).fill("Hello");
  await expect(startOver).toBeVisible();
});

const MILLIMETRE = 72 / 25.4;
const PAPERS = { a6: [105, 148], a5: [148, 210] } as const;

for (const [size, paper] of Object.entries(PAPERS)) {
  for (const logo of cases(1, [true, false])) {
    test(`CLI08 the table card ${size} ${logo ? "with" : "without"} a logo is one page of its size, and its code leads to the record page`, async ({
      page,
      context,
      owner: { client },
      sayso,
      baseURL,
    }) => {
      if (logo) await giveImage(sayso, client, "logo_url", await plate("600x200"));
      await page.emulateMedia({ colorScheme: "dark" });
      await page.goto(`/clients/sharing/card?size=${size}`);
      const shown = page.getByRole("article");
      await expect(shown.getByRole("img", { name: "QR code of Corner Shop" })).toBeVisible();
      await expect(shown).toContainText("Corner Shop");
      await expect(shown).toContainText(`127.0.0.1:${sayso.url.port}/record/${client.custom_slug}`);
      const box = await shown.boundingBox();
      expect((box?.height ?? 0) / (box?.width ?? 1), "true proportions").toBeCloseTo(paper[1] / paper[0], 2);

      await page.getByRole("textbox", { name: "Your line" }).fill("Say it in your own words");
      await page.evaluate(() => {
        window.print = () => Object.assign(window, { printed: true });
      });
      await button(page, "Print").click();
      expect(await page.evaluate(() => "printed" in window)).toBe(true);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      const source = pdf.toString("latin1");
      expect(source.match(/\/Type \/Page\b(?!s)/g), "one page").toHaveLength(1);
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(source) ?? [];
      expect(Math.abs(Number(width) / MILLIMETRE - paper[0]), "its width in mm").toBeLessThan(0.3);
      expect(Math.abs(Number(height) / MILLIMETRE - paper[1]), "its height in mm").toBeLessThan(0.3);

      // In the browser's own viewer, as printed.
      const file = join(tmpdir(), `${crypto.randomUUID()}.pdf`);
      await writeFile(file, pdf);
      await expectCode(context, file, `${baseURL}/record/${client.custom_slug}`);
    });
  }
}

test("CLI08 a long name and a long line still leave one page with a code that can be read", async ({
  page,
  owner: { client },
  sayso,
  baseURL,
}) => {
  await sayso.change(
    "UPDATE clients SET company_name = ? WHERE id = ?",
    "The Family Hardware, Garden, Bicycle and Ironmongery Store of Upper Wessex and Surroundings Ltd",
    client.id,
  );
  await page.goto("/clients/sharing/card?size=a6");
  await page.getByRole("textbox", { name: "Your line" }).fill("W".repeat(200));
  const shown = page.getByRole("article");
  await expect(shown.getByRole("img")).toBeVisible();
  expect(await readQrCode(await shown.screenshot())).toBe(`${baseURL}/record/${client.custom_slug}`);
  const overflow = await shown.evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(overflow).toBeLessThanOrEqual(0);
  const source = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(source.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
});
