import assert from "node:assert/strict";
import { By } from "selenium-webdriver";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { film, greyFilm } from "../support/films/films.ts";
import { WITH_WATERMARK } from "../support/films/finished-film.ts";
import { readQrCode } from "../support/browsers/qr.ts";
import { ffprobe } from "../support/films/videos.ts";
import { until } from "../support/runtime/worker.ts";
import type { BrowserOptions } from "./browser.ts";
import { press, choose, resume, waitForText, shown, submit, takesOn } from "./customer.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

/** Runs in a page: marks its stored takes as if so many pages had crashed over them. */
function storeCrashes(crashes: number): Promise<void> {
  // A page that crashes does not note that it was left.
  for (const key of Object.keys(localStorage))
    if (key.startsWith("sayso-left-")) localStorage.removeItem(key);
  Storage.prototype.setItem = () => undefined;
  return new Promise((resolve) => {
    const opening = indexedDB.open("sayso");
    opening.addEventListener("success", () => {
      const change = opening.result.transaction("takes", "readwrite");
      const each = change.objectStore("takes").openCursor();
      each.addEventListener("success", () => {
        each.result?.update({ ...(each.result.value as object), crashes, finished: null });
        each.result?.continue();
      });
      change.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

// A real crash would end the driver's session, and delete the stored data.
for (const { crashes, message, delivered } of [
  { crashes: 1, message: "Ready to send.", delivered: { unfinished: null, unwatermarked: 0, width: 360 } },
  {
    crashes: 2,
    message: "Ready to send as it was recorded.",
    // The original is a flat H.264 file: it lacks only the watermark.
    delivered: { unfinished: null, unwatermarked: 1, width: 480 },
  },
]) {
  test(`REC36 a film over which ${crashes === 1 ? "a page" : "two pages"} died: ${delivered.unwatermarked ? "it is sent raw" : "less is made of it"}`, async ({
    page,
    sayso,
    open,
    reload,
  }) => {
    const client = await open(WITH_WATERMARK);
    await choose(page, await greyFilm());
    await waitForText(page, "Ready to send.");
    await until("the film is shown, and no more is done with it", async () => {
      const [take] = await takesOn(page);
      const shows = await page.executeScript<boolean>(
        "return document.querySelector('video').readyState > 1",
      );
      return shows && take?.usable && take.crashes === 0;
    });
    await page.executeAsyncScript(`(${storeCrashes.toString()})(${crashes}).then(arguments[0])`);
    await reload();
    await resume(page);
    await waitForText(page, message);
    await submit(page);
    const { row, file } = await deliveredVideo(sayso, client);
    const { unfinished, unwatermarked } = row;
    const width = (await ffprobe(file)).streams.find((stream) => stream.codec_type === "video")?.width;
    assert.deepEqual({ unfinished, unwatermarked, width }, delivered);
  });
}

test("INV71 WMK12 REC24 forty seconds that WebKit's encoder makes too large keep their watermark", async ({
  page,
  sayso,
  open,
}) => {
  const noisy = await film(
    "noisy-40.mp4",
    [
      "testsrc2=size=480x640:rate=30:duration=40,format=yuv420p,noise=alls=40:allf=t",
      "sine=frequency=440:duration=40",
    ],
    ["-c:v", "libx264", "-preset", "ultrafast", "-b:v", "2400k", "-maxrate", "2400k", "-bufsize", "2400k"],
  );
  const client = await open(WITH_WATERMARK);
  await choose(page, noisy);
  await waitForText(page, "Ready to send");
  await submit(page);
  const { row, file } = await deliveredVideo(sayso, client);
  assert.deepEqual([row.unfinished, row.unwatermarked], [null, 0]);
  const { format } = await ffprobe(file);
  assert.ok(Number(format.size) < 30_000_000 && Math.abs(Number(format.duration) - 40) < 0.5);
});

const HOPELESS: (BrowserOptions & { title: string; message: string })[] = [
  {
    title: "REC28 without MediaRecorder, as before Safari 14.1, the page says so",
    message: "This browser cannot record",
    without: ["MediaRecorder"],
  },
  { title: "REC28 without a camera the page says so", message: "No camera found", camera: false },
];

for (const { title, message, ...options } of HOPELESS) {
  test(
    `${title}, and a chosen file is delivered`,
    async ({ page, sayso, open }) => {
      const client = await open();
      if (options.camera === false) await press(page, "Grant Camera Access");
      await shown(page, "heading", message);
      await choose(page, await greyFilm());
      await waitForText(page, "Ready to send.");
      await submit(page);
      const { row } = await deliveredVideo(sayso, client);
      assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [null, 0, "mp4"]);
    },
    options,
  );
}

test(
  "REC28 a computer that cannot record leads to the phone: a code that says this address",
  async ({ page, sayso, open }) => {
    const { custom_slug } = await open();
    await shown(page, "heading", "This browser cannot record");
    const code = await until("the code", async () => {
      const labelled = By.css("[aria-label='QR code with the address of this page']");
      return (await page.findElements(labelled))[0];
    });
    const picture = Buffer.from(await code.takeScreenshot(true), "base64");
    assert.equal(await readQrCode(picture), new URL(`/record/${custom_slug}/video`, sayso.url).href);
  },
  { without: ["MediaRecorder"] },
);
