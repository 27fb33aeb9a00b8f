import { brotliCompressSync, constants } from "node:zlib";

/** How many bytes brotli makes of these at its best, as the edge serves them. */
export const brotliBytes = (bytes: Uint8Array): number =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
