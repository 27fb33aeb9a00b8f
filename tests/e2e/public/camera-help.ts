// Helpers for the camera help of the record page.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import jsQR from "jsqr";
import { button } from "../sayso.ts";

export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 2, name });
export const upload = (page: Page) => page.getByLabel("Upload a video instead");
export const grant = (page: Page) => button(page, "Grant Camera Access");
export const again = (page: Page) => button(page, "Try the camera again");

/** Decodes a QR code on the screen. */
export async function decoded(code: Locator): Promise<string | undefined> {
  const png = await code.screenshot();
  const box = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  const run = promisify(execFile)(
    "ffmpeg",
    ["-v", "error", "-f", "png_pipe", "-i", "-", "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
    { encoding: "buffer", maxBuffer: 1 << 26 },
  );
  run.child.stdin?.end(png);
  const { stdout } = await run;
  return jsQR(new Uint8ClampedArray(stdout), box.width, box.height)?.data;
}
