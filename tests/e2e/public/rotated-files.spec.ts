// Phones' camera apps store rotated frames with the rotation in the file's header.
import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { film } from "../../support/films/films.ts";
import { firstFrame, SCENE } from "../../support/films/pictures.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { slowClock } from "../clocks.ts";
import { expect, send, test } from "../sayso.ts";

/** ffmpeg filters that store a picture so that it needs this rotation. */
const LAID_DOWN = { 90: "transpose=clock", 180: "hflip,vflip", 270: "transpose=cclock" };

/** The scene of the phone's camera, as QuickTime. */
const rotated = async (degrees: keyof typeof LAID_DOWN) => {
  const scene = [
    "color=0x888888:size=240x320:rate=25:duration=2",
    "drawbox=w=240:h=64:color=0xff0000:thickness=fill",
    "drawbox=y=256:w=240:h=64:color=0x0000ff:thickness=fill",
    "drawbox=x=90:y=130:w=60:h=60:color=0xffffff:thickness=fill",
    LAID_DOWN[degrees],
  ];
  const encoder = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  const landscape = await film("lying.mov", [scene.join(","), "sine=frequency=440:duration=2"], encoder);
  return film("rotated.mov", [], ["-i", landscape, "-c", "copy", "-metadata:s:v", `rotate=${degrees}`]);
};

for (const { degrees, way } of cases(1, [
  { degrees: 90, way: "with its watermark" },
  { degrees: 180, way: "copied, where there is no watermark" },
  { degrees: 270, way: "raw, where the browser cannot encode" },
  { degrees: 180, way: "with its watermark" },
  { degrees: 270, way: "with its watermark" },
  { degrees: 90, way: "copied, where there is no watermark" },
  { degrees: 270, way: "copied, where there is no watermark" },
  { degrees: 90, way: "raw, where the browser cannot encode" },
  { degrees: 180, way: "raw, where the browser cannot encode" },
] as const)) {
  test(`shows a film with a rotation of ${degrees} degrees upright and does not enlarge it: ${way} (REC24 SUB12)`, async ({
    page,
    sayso,
  }) => {
    if (way.startsWith("raw"))
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, "VideoEncoder"));
    const overrides = way.startsWith("copied") ? {} : { watermark_enabled: 1, watermark_text: "Blue Door" };
    const client = await addClient(sayso, overrides);
    await slowClock(page);
    await page.goto(`/record/${client.custom_slug}/video`);
    const given = await rotated(degrees);
    const expected = { sides: [240, 320], scene: SCENE };
    expect(await firstFrame(given)).toEqual(expected);
    await page.getByLabel("Upload a video instead").setInputFiles(given);
    await send(page);
    const { row, file } = await deliveredVideo(sayso, client);
    expect(row.unwatermarked).toBe(way.startsWith("raw") ? 1 : 0);
    expect(await firstFrame(file)).toEqual(expected);
  });
}
