// Makes every picture of the site anew: `node tests/screenshots/make.ts` from the project's root, with the web app and
// the Worker built. The screens are the product itself, run with demo data; the rest is drawn in the same colours.
import { chromium } from "@playwright/test";
import { makeBrandPictures } from "./brand.ts";
import { makeScreens } from "./screens.ts";

const browser = await chromium.launch({
  executablePath: process.env.SAYSO_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const wanted = process.argv[2];
  if (wanted !== "screens") await makeBrandPictures(browser);
  if (wanted !== "brand") await makeScreens(browser);
} finally {
  await browser.close();
}
