import assert from "node:assert/strict";
import { By } from "selenium-webdriver";
import { withMediaPage } from "../bench/recorder/media-page.ts";
import { assertClip, clipFilm, WHOLE } from "../support/films/clip-film.ts";
import { tempFile } from "../support/films/pictures.ts";
import { slowClock, TIMES_SLOWER } from "../support/browsers/slow-clock.ts";
import { until } from "../support/runtime/worker.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

// WebKitGTK 2.50 crashes at decoding AAC, and hangs at decoding Opus: sound cannot be cut in it, as it can in Safari.
test("a clip that is framed and captioned has its sound with its pictures (CLP02)", ({ page }) =>
  withMediaPage(async (url) => {
    await page.get(url);
    const input = await until("the page", async () => (await page.findElements(By.css("input")))[0]);
    await until("its code", () => page.executeScript<boolean>("return typeof bench === 'object'"));
    await page.executeScript(slowClock, TIMES_SLOWER);
    await input.sendKeys(await clipFilm());
    await page.executeScript(
      `bench.cut(arguments[0]).then((made) => { window.made = made; }, (error) => { window.made = String(error); });`,
      WHOLE.keep,
    );
    const made = await until("the clip", () =>
      page.executeScript<string | null>("return window.made ?? null"),
    );
    assert.ok(made.length > 1000, made);
    await assertClip(await tempFile(new Uint8Array(Buffer.from(made, "base64")).buffer), WHOLE);
  }));
