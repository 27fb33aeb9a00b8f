import { film } from "../../support/films/films.ts";
import { disableTimeouts } from "../clocks.ts";
import { expect, test, toast } from "../sayso.ts";

test("a film of more than 5 minutes is refused before anything is sent, without WebAssembly too (REC31)", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  const long = await film(
    "long.mp4",
    ["color=0x808080:size=64x64:rate=1:duration=303"],
    ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"],
  );
  await disableTimeouts(page, 4000);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(long);
  await expect(toast(page, "This file cannot be used", "longer than 5 minutes")).toBeVisible();
  await expect(page.getByText(/Still needed: a video/)).toBeVisible();
});
