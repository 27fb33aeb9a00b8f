// How an MP4 is laid out.

/** The types of the boxes at the top of an MP4, in their order. */
export function topBoxes(file: Uint8Array): string[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const types: string[] = [];
  for (let at = 0; at + 8 <= file.byteLength;) {
    types.push(String.fromCharCode(...file.subarray(at + 4, at + 8)));
    const size = view.getUint32(at);
    // 1: a 64-bit size follows the type. 0: up to the end.
    at += (size === 1 ? Number(view.getBigUint64(at + 8)) : size) || file.byteLength;
  }
  return types;
}
