import assert from "node:assert/strict";
import { resolve } from "node:path";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { greyFilm } from "../support/films/films.ts";
import { assertFinished, assertMarked, MARKED } from "../support/films/finished-film.ts";
import { cases } from "../support/runtime/thorough.ts";
import { choose, said, submit } from "./customer.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

for (const [kind, make] of cases(1, [
  ["H.264 in MP4", () => greyFilm()],
  ["VP8 in WebM", async () => resolve("tests/fixtures/ff_firefox.webm")],
] as const)) {
  test(`REC24 SUB12 WMK12 INV59 a file is finished with the watermark: ${kind}`, async ({
    page,
    sayso,
    open,
  }) => {
    const source = await make();
    const client = await open(MARKED);
    await choose(page, source);
    await said(page, "Ready to send.");
    await submit(page);
    const { row, file } = await deliveredVideo(sayso, client);
    assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [null, 0, "mp4"]);
    await assertFinished(file, source);
    await assertMarked(file);
  });
}
