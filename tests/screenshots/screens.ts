// The three screens of the home page, on a phone, by day and by night.
import { mkdir, writeFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { startWorker } from "../support/runtime/worker.ts";
import { seeCustomer } from "./camera.ts";
import { openShop, ownerOf } from "./shop.ts";

const HOME = "web/src/areas/public/home";
const PHONE = { width: 390, height: 844 };
/** Twice the width at which the home page shows them. */
const WIDTH = 560;
/** In the middle of a recording. */
const SECOND = 14;

type Shot = { name: string; open: (page: Page) => Promise<void> };

/** Starts the product and takes the pictures. */
export async function makeScreens(browser: Browser): Promise<void> {
  const sayso = await startWorker({ ownOrigin: true });
  try {
    const shop = await openShop(sayso);
    const session = await ownerOf(sayso, shop);
    const shots: Shot[] = [
      { name: "page", open: (page) => openPage(page, `/record/${shop.custom_slug}`) },
      { name: "camera", open: (page) => openCamera(page, `/record/${shop.custom_slug}/video`) },
      { name: "portal", open: (page) => openPortal(page, shop.company_name) },
    ];
    await mkdir(`${HOME}/pictures`, { recursive: true });
    const encoder = await browser.newPage();
    for (const colorScheme of ["light", "dark"] as const) {
      for (const { name, open } of shots) {
        const context = await browser.newContext({
          baseURL: sayso.url.origin,
          viewport: PHONE,
          deviceScaleFactor: 2,
          colorScheme,
          reducedMotion: "reduce",
          hasTouch: true,
          isMobile: true,
          locale: "en-GB",
          timezoneId: "Europe/London",
        });
        await session(context);
        const page = await context.newPage();
        await open(page);
        const png = await page.screenshot();
        await writeWebp(encoder, png, WIDTH, `${HOME}/pictures/${name}-${colorScheme}.webp`);
        await context.close();
      }
    }
  } finally {
    await sayso.close();
  }
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const logo = page.getByRole("img", { name: "Blue Door Bakery" });
  await logo.evaluate((image: HTMLImageElement) => image.decode());
  await rest(page);
}

async function openCamera(page: Page, path: string): Promise<void> {
  await seeCustomer(page, `${HOME}/portraits/maya.svg`);
  await page.goto(path);
  await page.getByRole("button", { name: "Grant Camera Access" }).click();
  await page.getByRole("button", { name: "Start Recording" }).click();
  await page.waitForFunction(
    (second) => Number(/0:(\d\d) \/ 0:40/.exec(document.body.innerText)?.[1] ?? -1) >= second,
    SECOND,
    { polling: 100 },
  );
}

async function openPortal(page: Page, name: string): Promise<void> {
  await page.goto("/clients/dashboard");
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await rest(page);
}

async function rest(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** The browser encodes the picture, so that the project needs no tool for it. */
async function writeWebp(page: Page, png: Buffer, width: number, file: string): Promise<void> {
  const encoded = await page.evaluate(
    async ({ base64, wide }) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${base64}`;
      await picture.decode();
      const canvas = document.createElement("canvas");
      canvas.width = wide;
      canvas.height = Math.round((wide * picture.naturalHeight) / picture.naturalWidth);
      const brush = canvas.getContext("2d");
      if (!brush) throw new Error("no canvas");
      brush.imageSmoothingQuality = "high";
      brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/webp", 0.82).split(",")[1] ?? "";
    },
    { base64: png.toString("base64"), wide: width },
  );
  await writeFile(file, Buffer.from(encoded, "base64"));
}
