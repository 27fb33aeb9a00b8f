import assert from "node:assert/strict";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { assertUprightVideo, heldDevices, phoneCamera } from "../support/browsers/phone-camera.ts";
import { ffprobe } from "../support/films/videos.ts";
import { beginRecording, stopRecording, submit, untilSecond } from "./customer.ts";
import { WITH_WATERMARK } from "./watermark.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";
/** A Mac with more than one touch point. */
const IPAD =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";

/** The first frame is late without a graphics card; more than two seconds of this remain. */
const SECONDS = 4;

for (const device of heldDevices(IPHONE, IPAD)) {
  test(`REC33 REC34 WMK10 ${device.name}: the file stands as it was held`, async ({ page, sayso, open }) => {
    const client = await open(WITH_WATERMARK);
    // Forgets slow recordings of a busy machine, which would make the next picture smaller (REC35).
    await page.executeScript("localStorage.clear()");
    await page.executeScript(phoneCamera, device.phone);
    await beginRecording(page, SECONDS);
    if (device.turns) {
      // WebKitGTK's recorder writes no frames of another size: its file ends here.
      await page.executeScript("window.turnDevice()");
      await untilSecond(page, SECONDS + 1);
    }
    await stopRecording(page);
    await submit(page);
    await assertUprightVideo(sayso, client, device);
  });
}

test("REC35 a camera whose largest mode gives 10 frames in a second is asked for 1280 x 720, and gives 30", async ({
  page,
  sayso,
  open,
}) => {
  const client = await open(WITH_WATERMARK);
  await beginRecording(page, 3);
  const rate = await page.executeScript<number>(
    "return document.querySelector('video').srcObject.getVideoTracks()[0].getSettings().frameRate",
  );
  assert.equal(rate, 30, "frames in a second");
  await stopRecording(page);
  await submit(page);
  const { file } = await deliveredVideo(sayso, client);
  const picture = (await ffprobe(file)).streams.find((stream) => stream.codec_type === "video");
  assert.deepEqual([picture?.width, picture?.height], [1280, 720]);
});
