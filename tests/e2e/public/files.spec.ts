import { readFile } from "node:fs/promises";
import { film as madeFilm } from "../../support/films.ts";
import { disableTimeouts } from "../clocks.ts";
import { expect, send, test, toast } from "../sayso.ts";

/** A playable film of exactly that many MB: a small one, and a box that players skip. */
async function film(megabytes: number) {
  const small = await readFile("tests/fixtures/finished.mp4");
  const free = Buffer.alloc(Math.round(megabytes * 1_048_576) - small.length);
  free.writeUInt32BE(free.length, 0);
  free.write("free", 4);
  return { name: "take.mp4", mimeType: "video/mp4", buffer: Buffer.concat([small, free]) };
}

test.describe("sizes", () => {
  test("REC20 REC22 above 8 MB a warning that blocks nothing", async ({ page, client }) => {
    await page.goto(`/record/${client.custom_slug}/video`);
    await page.getByLabel("Upload a video instead").setInputFiles(await film(8));
    await expect(page.getByText(/^Ready to send/)).toBeVisible();
    await expect(toast(page, "Large file warning")).toBeHidden();
    await page.getByLabel("Choose another video").setInputFiles(await film(8.01));
    await expect(
      toast(page, "Large file warning", "Consider keeping it under 8MB for best compatibility"),
    ).toBeVisible();
    await expect(page.getByText(/Still needed: your name/)).toBeVisible();
  });

  test("REC21 REC22 above 10 MB a stronger one, with the size", async ({ page, client }) => {
    // What is finished is never that large.
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "VideoEncoder"));
    await page.goto(`/record/${client.custom_slug}/video`);
    await page.getByLabel("Upload a video instead").setInputFiles(await film(12.34));
    const text = "Video is 12.3 MB. Files over 10MB may fail to upload. Please record a shorter video.";
    await expect(toast(page, "Video file too large", text)).toBeVisible();
    await expect(page.getByText(/Still needed: your name/)).toBeVisible();
  });

  test("REC31 SUB33 an M4V file counts as the MP4 it is", async ({ page, client, sayso }) => {
    await page.goto(`/record/${client.custom_slug}/video`);
    const input = page.getByLabel("Upload a video instead");
    await expect(input).toHaveAttribute("accept", /video\/x-m4v/);
    const buffer = await readFile("tests/fixtures/wk_frag.mp4");
    await input.setInputFiles({ name: "Film.M4V", mimeType: "video/x-m4v", buffer });
    await send(page);
    const row = await sayso.row("SELECT container FROM submissions WHERE client_id = ?", client.id);
    expect(row).toEqual({ container: "mp4" });
  });

  for (const core of ["with", "without"]) {
    test(`REC31 a film of more than 5 minutes is refused before anything is sent, ${core} WebAssembly`, async ({
      page,
      client,
    }) => {
      if (core === "without")
        await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
      const long = await madeFilm(
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
  }

  test("REC31 a file above 95 MB is refused before anything is sent", async ({ page, client }, info) => {
    const path = info.outputPath("big.mp4");
    const { open } = await import("node:fs/promises");
    const handle = await open(path, "w");
    await handle.truncate(95 * 1_048_576 + 1);
    await handle.close();
    await disableTimeouts(page, 4000);
    await page.goto(`/record/${client.custom_slug}/video`);
    await page.getByLabel("Upload a video instead").setInputFiles(path);
    await expect(toast(page, "This file cannot be used", "95 MB")).toBeVisible();
    await expect(page.getByText(/Still needed: a video/)).toBeVisible();
  });
});
