import assert from "node:assert/strict";
import { test } from "node:test";
import type { ElementHandle } from "puppeteer-core";
import type { Bench } from "../bench/recorder/media-page/page.ts";
import { withMediaPage } from "../bench/recorder/media-page.ts";
import { assertClip, clipFilm, UNMARKED } from "../support/films/clip-film.ts";
import { tempFile } from "../support/films/pictures.ts";
import { launchFirefox } from "./browsers.ts";

test("a clip has nothing that was cut off, and its sound with its pictures (CLP02, INV65)", () =>
  withMediaPage(async (url) => {
    const firefox = await launchFirefox();
    const page = await firefox.newPage();
    await page.goto(url);
    const input = await page.waitForSelector("input");
    await (input as ElementHandle<HTMLInputElement>).uploadFile(await clipFilm());
    const made = await page.evaluate(
      (keep) => (globalThis as unknown as { bench: Bench }).bench.cut(keep),
      UNMARKED.keep,
    );
    await firefox.close();
    assert.ok(made.length > 1000, made);
    await assertClip(await tempFile(new Uint8Array(Buffer.from(made, "base64")).buffer), UNMARKED);
  }));
