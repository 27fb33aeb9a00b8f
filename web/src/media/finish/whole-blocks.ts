import { CLUSTER, EBML, elementAt, elementsOf, newElement, numberOf, type Bytes } from "./ebml.ts";

const TIMESTAMP = 0xe7;
const CRC_32 = 0xbf;
/** Recorders write clusters of a few seconds: the last one begins in these bytes. */
const TAIL_BYTES = 16 * 1024 * 1024;

/**
 * Truncates a WebM or Matroska film with a missing end after its last whole block: readers skip a cluster that exceeds
 * the file, and a short film may have only one. Returns files of other types unchanged.
 */
export async function withWholeBlocks(blob: Blob): Promise<Blob> {
  if (numberOf(await bytesOf(blob.slice(0, 4))) !== EBML) return blob;
  const start = Math.max(0, blob.size - TAIL_BYTES);
  const tail = await bytesOf(blob.slice(start));
  let at = tail.length;
  while (at > 0) {
    at = tail.lastIndexOf(CLUSTER >>> 24, at - 1);
    if (numberOf(tail.subarray(at, at + 4)) !== CLUSTER) continue;
    if (elementAt(tail, at)?.unknownSize === false) return blob;
    const sizeAt = at + 4;
    const content = tail.subarray(sizeAt + Math.clz32(tail[sizeAt] ?? 0) - 23);
    const whole = elementsOf(content);
    const [first] = whole;
    // Other bytes may look like a cluster by chance.
    if (first?.id !== TIMESTAMP && first?.id !== CRC_32) continue;
    const kept = content.subarray(0, whole.at(-1)?.end);
    return new Blob([blob.slice(0, start + at), newElement(CLUSTER, kept)]);
  }
  return blob;
}

const bytesOf = async (blob: Blob): Promise<Bytes> => new Uint8Array(await blob.arrayBuffer());
