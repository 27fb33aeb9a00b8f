// The sizes of the functions of a WebAssembly module, by its binary format: sections, of which one holds all code.

const HEADER_BYTES = 8;
const CODE_SECTION = 10;

/** The length in bytes of each function's body, in their order. */
export function functionSizes(module: Uint8Array): number[] {
  let at = HEADER_BYTES;
  /** An unsigned integer in LEB128. */
  const integer = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < module.length) {
    const section = module[at++];
    const length = integer();
    if (section !== CODE_SECTION) {
      at += length;
      continue;
    }
    return Array.from({ length: integer() }, () => {
      const size = integer();
      at += size;
      return size;
    });
  }
  throw new Error("no code");
}
