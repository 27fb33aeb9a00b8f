// Makes all pictures and the film of the site: `node tests/screenshots/make.ts` from the project's root, after building
// the web app and the Worker. The screens are the product with demo data; the rest is drawn in the same colours.
import { chromium } from "@playwright/test";
import { makeBrandPictures } from "./brand.ts";
import { makeCustomers } from "./customers.ts";
import { makeFilm } from "./film.ts";
import { makeScreens } from "./screens.ts";

const browser = await chromium.launch({
  executablePath: process.env.SAYSO_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const wanted = process.argv[2];
  const makers = { brand: makeBrandPictures, screens: makeScreens, film: makeFilm, customers: makeCustomers };
  for (const [name, make] of Object.entries(makers)) if ((wanted ?? name) === name) await make(browser);
} finally {
  await browser.close();
}
