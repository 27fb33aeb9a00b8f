import assert from "node:assert/strict";
import { By } from "selenium-webdriver";
import { withMediaPage } from "../bench/recorder/media-page.ts";
import { assertClip, clipFilm, KEPT } from "../support/films/clip-film.ts";
import { tempFile } from "../support/films/pictures.ts";
import { slowClock, TIMES_SLOWER } from "../support/browsers/slow-clock.ts";
import { until } from "../support/runtime/worker.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

test("a clip has nothing that was cut off, and its sound with its pictures (CLP02, INV65)", ({ page }) =>
  withMediaPage(async (url) => {
    await page.get(url);
    const input = await until("the page", async () => (await page.findElements(By.css("input")))[0]);
    await until("its code", () => page.executeScript<boolean>("return typeof bench === 'object'"));
    await page.executeScript(slowClock, TIMES_SLOWER);
    // WebKitGTK 2.50 crashes at decoding AAC.
    await input.sendKeys(await clipFilm("libopus"));
    await page.executeScript(
      `bench.cut(arguments[0]).then((made) => { window.made = made; }, (error) => { window.made = String(error); });`,
      KEPT,
    );
    const made = await until("the clip", () =>
      page.executeScript<string | null>("return window.made ?? null"),
    );
    assert.ok(made.length > 1000, made);
    await assertClip(await tempFile(new Uint8Array(Buffer.from(made, "base64")).buffer));
  }));
