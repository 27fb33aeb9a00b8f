import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** SHA-256 of a file in hex. Reads it in pieces, so that a large one does not fill the memory. */
export async function hashFile(file: Blob, onProgress: (share: number) => void, signal: AbortSignal) {
  const hash = sha256.create();
  const reader = file.stream().getReader();
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) return bytesToHex(hash.digest());
    hash.update(value);
    read += value.length;
    onProgress(read / file.size);
  }
}
