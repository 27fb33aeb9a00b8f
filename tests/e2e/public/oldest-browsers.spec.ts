// The oldest browsers that the record pages are made for (docs/browsers.md): Chrome 99, Safari 15.4, Firefox 97. What came later is taken away.
import { globSync, readFileSync } from "node:fs";
import { addClient } from "../../support/clients.ts";
import { deliveredVideo } from "../../support/delivered.ts";
import { MARKED } from "../../support/finished-film.ts";
import { expect, record, send, takeTime, test } from "../sayso.ts";

/** What none of them need have, by where it stands; the newer of the first versions beside the older ones. */
const LATER: Record<string, string[]> = {
  // Chrome 110, Safari 16, Firefox 115; 117, 17.4, 119; 119, 17.4, 121; 121, 16.4, 115; 128, 18.2, 134
  "Array.prototype": ["toSorted", "toReversed", "toSpliced", "with"],
  Object: ["groupBy"],
  Map: ["groupBy"],
  Promise: ["withResolvers", "try"],
  Array: ["fromAsync"],
  // Chrome 103, Safari 16, Firefox 100; 116, 17.4, 124
  AbortSignal: ["timeout", "any"],
  // Chrome 120, Safari 17, Firefox 115
  URL: ["canParse", "parse"],
  // Chrome 122, Safari 17, Firefox 127; 122, 18.4, 131
  "Set.prototype": ["union", "intersection", "difference", "isSubsetOf"],
  "Iterator.prototype": ["map", "filter", "take", "toArray"],
  // Chrome 111, Safari 18, Firefox 144; 114, 17, 125; 105, 17.4, 106; 134, 18.4, 139
  "Document.prototype": ["startViewTransition"],
  "HTMLElement.prototype": ["popover", "showPopover", "hidePopover", "togglePopover"],
  "Element.prototype": ["checkVisibility"],
  "HTMLDialogElement.prototype": ["requestClose"],
  // Firefox 132; Safari 26.2 and Firefox 147; Chrome only
  "HTMLVideoElement.prototype": ["requestVideoFrameCallback"],
  window: ["navigation", "scheduler", "MediaStreamTrackProcessor", "CompressionStream"],
  Intl: ["Segmenter", "DurationFormat"],
  "Navigator.prototype": ["userActivation", "wakeLock", "deviceMemory", "connection"],
};

/** Runs in the page, and at the beginning of its workers. */
const takeAway = (later: Record<string, string[]>) => {
  for (const [place, names] of Object.entries(later)) {
    const path = place === "window" ? [] : place.split(".");
    const holder = path.reduce((at: unknown, name) => (at as Record<string, unknown>)?.[name], globalThis);
    for (const name of names) if (holder) Reflect.deleteProperty(holder, name);
  }
};

for (const { what, gone } of [
  { what: "is finished with its watermark", gone: {} },
  {
    what: "has no watermark without WebCodecs, as before Safari 16.4, and says so",
    gone: {
      window: [
        ...(LATER.window ?? []),
        "OffscreenCanvas",
        "VideoEncoder",
        "VideoDecoder",
        "AudioDecoder",
        "AudioEncoder",
      ],
    },
  },
])
  test(`REC01 REC24 REC30 WMK12 what the oldest browsers record ${what}`, async ({ page, sayso }) => {
    const client = await addClient(sayso, MARKED);
    const later = { ...LATER, ...gone };
    await page.addInitScript(takeAway, later);
    const workers: string[] = [];
    await page.route("**/*.worker*.js", async (route) => {
      const answer = await route.fetch();
      workers.push(route.request().url());
      const begin = `(${takeAway})(${JSON.stringify(later)});`;
      await route.fulfill({ response: answer, body: begin + (await answer.text()) });
    });
    await page.goto(`/record/${client.custom_slug}`);
    await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
    expect(await page.evaluate(() => "toSorted" in Array.prototype || "navigation" in window)).toBe(false);
    await record(page, 2);
    await takeTime(page);
    await send(page);
    const { row } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked]).toEqual("window" in gone ? ["undecodable", 1] : [null, 0]);
    if (!("window" in gone)) expect(workers.length, "its workers had no more").toBeGreaterThan(0);
  });

test("REC30 the build holds no syntax that the oldest browsers cannot read", () => {
  const files = globSync("web/dist/assets/**/*.js");
  expect(files.length).toBeGreaterThan(50);
  // Class static blocks and lookbehind in regular expressions: Safari 16.4.
  const newer = /\bstatic\s*\{|\(\?<[=!]/;
  for (const file of files) expect(newer.exec(readFileSync(file, "utf8"))?.[0], file).toBeUndefined();
});
