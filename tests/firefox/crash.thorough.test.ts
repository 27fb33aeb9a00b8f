import assert from "node:assert/strict";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { longFilm } from "../support/films/films.ts";
import { storedTakes } from "../support/browsers/stored-takes.ts";
import { WITH_WATERMARK } from "../support/films/finished-film.ts";
import { until } from "../support/runtime/worker.ts";
import { choose, resume, waitForText, submit, untilPrepared } from "./customer.ts";
import { firefoxTests } from "./sayso.ts";

const test = firefoxTests();

for (const percent of [0, 2, 5, 10, 15, 20, 30, 40, 50, 60]) {
  test(`REC36 a page whose process was killed at ${percent}% of finishing sends its take raw after the second time`, async ({
    page,
    sayso,
    open,
    crash,
  }) => {
    const client = await open(WITH_WATERMARK);
    await choose(page, await longFilm());
    let current = page;
    for (let time = 0; time < 2; time += 1) {
      await until("its death would be counted", async () =>
        (await current.evaluate(storedTakes)).some(({ usable, crashes }) => usable && crashes > time),
      );
      await untilPrepared(current, percent);
      current = await crash(client);
      await resume(current);
    }
    await waitForText(current, "Ready to send as it was recorded.");
    await submit(current);
    const { row } = await deliveredVideo(sayso, client);
    assert.deepEqual([row.unfinished, row.unwatermarked, row.container], ["crashed", 1, "webm"]);
  });
}
