// Recording with the oldest browsers that the app is made for (docs/browsers.md).
import { globSync, readFileSync } from "node:fs";
import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { WITH_WATERMARK } from "../../support/films/finished-film.ts";
import { LATER_FEATURES, removeFeatures } from "../../support/browsers/later-features.ts";
import { slowPageClock } from "../clocks.ts";
import { expect, record, send, test } from "../sayso.ts";

for (const { title, removed } of [
  { title: "is finished with its watermark", removed: {} },
  {
    title: "has no watermark without WebCodecs (Safari before 16.4), and is marked as such",
    removed: {
      window: [
        ...(LATER_FEATURES.window ?? []),
        "OffscreenCanvas",
        "VideoEncoder",
        "VideoDecoder",
        "AudioDecoder",
        "AudioEncoder",
      ],
    },
  },
])
  test(`a video recorded in the oldest browsers ${title} (REC01 REC24 REC30 WMK12)`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, WITH_WATERMARK);
    const removedFeatures = { ...LATER_FEATURES, ...removed };
    await page.addInitScript(removeFeatures, removedFeatures);
    const workers: string[] = [];
    await page.route("**/*.worker*.js", async (route) => {
      const answer = await route.fetch();
      workers.push(route.request().url());
      const begin = `(${removeFeatures})(${JSON.stringify(removedFeatures)});`;
      await route.fulfill({ response: answer, body: begin + (await answer.text()) });
    });
    await page.goto(`/record/${client.custom_slug}`);
    await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
    expect(await page.evaluate(() => "toSorted" in Array.prototype || "navigation" in window)).toBe(false);
    await record(page);
    await slowPageClock(page);
    await send(page);
    const { row } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked]).toEqual("window" in removed ? ["undecodable", 1] : [null, 0]);
    expect(row.sound_left_out, "its audio was kept").toBe(0);
    if (!("window" in removed))
      expect(workers.length, "its web workers lacked the features too").toBeGreaterThan(0);
  });

test("REC30 the build holds no syntax that the oldest browsers cannot read", () => {
  const files = globSync("web/dist/assets/**/*.js");
  expect(files.length).toBeGreaterThan(50);
  // Class static blocks and lookbehind in regular expressions: Safari 16.4.
  const newer = /\bstatic\s*\{|\(\?<[=!]/;
  for (const file of files) expect(newer.exec(readFileSync(file, "utf8"))?.[0], file).toBeUndefined();
});
