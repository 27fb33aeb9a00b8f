const EBML = [0x1a, 0x45, 0xdf, 0xa3];
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];
/** Recorders write clusters of a few seconds: the last one begins in these bytes. */
const TAIL_BYTES = 16 * 1024 * 1024;

/**
 * A WebM or Matroska file whose last cluster is cut off, with that cluster's size marked as unknown: readers drop a cluster that ends
 * behind the file, and all of a short film may be one. Any other file as it is.
 */
export async function withOpenEnd(blob: Blob): Promise<Blob> {
  const head = new Uint8Array(await blob.slice(0, EBML.length).arrayBuffer());
  if (!startsWith(head, 0, EBML)) return blob;
  const start = Math.max(0, blob.size - TAIL_BYTES);
  const tail = new Uint8Array(await blob.slice(start).arrayBuffer());
  let at = tail.length - CLUSTER.length;
  while (at >= 0 && !startsWith(tail, at, CLUSTER)) at -= 1;
  const sizeAt = at + CLUSTER.length;
  const marker = tail[sizeAt];
  if (at < 0 || marker === undefined || marker === 0) return blob;
  // The number of zeros before its first bit says how many bytes a size has (RFC 8794, 4).
  const width = Math.clz32(marker) - 23;
  const digits = tail.subarray(sizeAt + 1, sizeAt + width);
  const size = digits.reduce((sum, byte) => sum * 256 + byte, marker & (0x7f >> (width - 1)));
  if (sizeAt + width + size <= tail.length) return blob;
  const unknown = new Uint8Array(width).fill(0xff);
  unknown[0] = 0xff >> (width - 1);
  return new Blob([blob.slice(0, start + sizeAt), unknown, blob.slice(start + sizeAt + width)]);
}

const startsWith = (bytes: Uint8Array, at: number, what: number[]) =>
  what.every((byte, index) => bytes[at + index] === byte);
