import { film } from "../../support/films/films.ts";
import { sizedFilm } from "../../support/films/sized-film.ts";
import { disableTimeouts } from "../clocks.ts";
import { expect, test, toast } from "../sayso.ts";

test("above 8 MB a warning that blocks nothing, where a finisher looks into the file too (REC20 REC22)", async ({
  page,
  client,
}) => {
  const choose = async (megabytes: number, label: string) =>
    page
      .getByLabel(label)
      .setInputFiles({ name: "take.mp4", mimeType: "video/mp4", buffer: await sizedFilm(megabytes) });
  await page.goto(`/record/${client.custom_slug}/video`);
  await choose(8, "Upload a video instead");
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await expect(toast(page, "Large file warning")).toBeHidden();
  await choose(8.01, "Choose another video");
  await expect(
    toast(page, "Large file warning", "Consider keeping it under 8MB for best compatibility"),
  ).toBeVisible();
  await expect(page.getByText(/Still needed: your name/)).toBeVisible();
});

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
  await expect(page.getByRole("alert").filter({ hasText: "longer than 5 minutes" })).toBeVisible();
  await expect(page.getByText(/Still needed: a video/)).toBeVisible();
});
