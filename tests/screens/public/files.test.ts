// Videos from files: how large and how long they may be.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { film as madeFilm } from "../../support/films/films.ts";
import { sizedFilm } from "../../support/films/sized-film.ts";
import { disableTimeouts } from "../../support/screens/handles.ts";
import { eventually } from "../../support/screens/look.ts";
import {
  chooseFilm,
  filmFile,
  fillInForm,
  openVideoPage,
  problem,
  submit,
  thanks,
} from "../../support/screens/record-page.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

/** The app's time limit for loading its rules. */
const CORE_MS = 4000;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("warns of a file above 8 MB without a finisher, and blocks nothing (REC20 REC22)", async (t) => {
  const page = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
  await chooseFilm(page, await sizedFilm(8));
  await page.waitForText("Ready to send");
  assert.ok(page.lacks("Large file warning"));
  await chooseFilm(page, await sizedFilm(8.01), "Choose another video");
  await page.toast("Large file warning", "Consider keeping it under 8MB for best compatibility");
  await page.waitForText("Still needed: your name");
});

test("warns more strongly above 10 MB, with the size (REC21 REC22)", async (t) => {
  const page = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
  await chooseFilm(page, await sizedFilm(12.34));
  await page.toast(
    "Video file too large",
    "Video is 12.3 MB. Files over 10MB may fail to upload. Please record a shorter video.",
  );
  await page.waitForText("Still needed: your name");
});

test("counts an M4V file as the MP4 it is (REC31 SUB33)", async (t) => {
  const client = await addClient(sayso);
  const page = await openVideoPage(t, sayso, client.custom_slug);
  assert.match(page.field("Upload a video instead").getAttribute("accept") ?? "", /\.m4v\b/);
  const bytes = await readFile("tests/fixtures/wk_frag.mp4");
  await chooseFilm(page, new File([bytes], "Film.M4V", { type: "video/x-m4v" }));
  await fillInForm(page);
  await submit(page);
  await thanks(page);
  assert.deepEqual(await sayso.row("SELECT container FROM submissions WHERE client_id = ?", client.id), {
    container: "mp4",
  });
});

test("refuses a film of more than 5 minutes before anything is sent (REC31)", async (t) => {
  const long = await madeFilm(
    "long.mp4",
    ["color=0x808080:size=64x64:rate=1:duration=303"],
    ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"],
  );
  disableTimeouts(t, CORE_MS);
  const page = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
  await chooseFilm(page, long);
  await problem(page, "longer than 5 minutes");
  await page.waitForText("Still needed: a video");
});

test("refuses a file above 95 MB before anything is sent (REC31)", async (t) => {
  const page = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
  const file = await filmFile("tests/fixtures/finished.mp4");
  Object.defineProperty(file, "size", { value: 95 * 1_048_576 + 1 });
  await chooseFilm(page, file);
  await problem(page, "95 MB");
  await page.waitForText("Still needed: a video");
  await eventually(() => assert.ok(!page.calls.some((call) => call.startsWith("POST"))));
});
