// QR codes in pictures, read by a reader that is not ours.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import jsQR from "jsqr";

export async function readQrCode(png: Buffer): Promise<string | undefined> {
  const unpack = ["-v", "error", "-i", "-", "-f", "rawvideo", "-pix_fmt", "rgba", "-"];
  const run = promisify(execFile)("ffmpeg", unpack, { encoding: "buffer", maxBuffer: 1 << 28 });
  run.child.stdin?.end(png);
  const { stdout } = await run;
  const { width, height } = pngSize(png);
  return jsQR(new Uint8ClampedArray(stdout), width, height)?.data;
}

/** Reads a PNG's size, which follows its signature and first chunk header. */
export const pngSize = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });
