// Films that are as large as a test needs.
import { readFile } from "node:fs/promises";

/** A playable film of exactly that many MB: a small one, and a box that players skip. */
export async function sizedFilm(megabytes: number): Promise<Buffer> {
  const small = await readFile("tests/fixtures/finished.mp4");
  const free = Buffer.alloc(Math.round(megabytes * 1_048_576) - small.length);
  free.writeUInt32BE(free.length, 0);
  free.write("free", 4);
  return Buffer.concat([small, free]);
}
