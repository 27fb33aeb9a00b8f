// Archives as another program reads them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";

export type Unpacked = { bytes: Buffer; sha256: string; modified: Date };

/** Every file of a ZIP archive by name. Fails if a checksum or a length is wrong. */
export async function unzip(archive: Buffer): Promise<Map<string, Unpacked>> {
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true, validateEntrySizes: true });
  const files = new Map<string, Unpacked>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    assert.equal(crc32(bytes), entry.crc32, entry.fileName);
    files.set(entry.fileName, {
      bytes,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      modified: entry.getLastModDate(),
    });
  }
  return files;
}
