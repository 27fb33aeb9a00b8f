// Elements of EBML (RFC 8794) and of Matroska (RFC 9559) among bytes that are at hand.
export const EBML = 0x1a45dfa3;
export const SEGMENT = 0x18538067;
export const TRACKS = 0x1654ae6b;
export const TRACK_ENTRY = 0xae;
export const CLUSTER = 0x1f43b675;

export type Bytes = Uint8Array<ArrayBuffer>;

/** Offsets of an element's start, its content and its end. */
export type Element = { id: number; start: number; body: number; end: number; unknownSize: boolean };

/** The elements that follow each other, as far as they are whole. */
export function elementsOf(bytes: Bytes): Element[] {
  const found: Element[] = [];
  let element = elementAt(bytes, 0);
  while (element) {
    found.push(element);
    element = elementAt(bytes, element.end);
  }
  return found;
}

/** An element of unknown size ends with the bytes. Returns `null` if no whole one starts here. */
export function elementAt(bytes: Bytes, start: number): Element | null {
  const id = lengthAt(bytes, start, 4);
  const size = lengthAt(bytes, start + id, 8);
  const body = start + id + size;
  if (id === 0 || size === 0 || body > bytes.length) return null;
  // An identifier keeps its length marker bit.
  const length = variableNumber(bytes, start + id);
  const unknownSize = length >= 2 ** (7 * size) - 1;
  const end = unknownSize ? bytes.length : body + length;
  return end > bytes.length
    ? null
    : { id: numberOf(bytes.subarray(start, start + id)), start, body, end, unknownSize };
}

/** A variable-length number. */
export function variableNumber(bytes: Bytes, at: number): number {
  const length = lengthAt(bytes, at, 8);
  return numberOf(bytes.subarray(at, at + length), 0xff >> length);
}

/** Length of a variable-length number from its leading zero bits (RFC 8794, 4); 0 if invalid. */
function lengthAt(bytes: Bytes, at: number, max: number): number {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  return length > max ? 0 : length;
}

/** `mask`: the bits of the first byte that count. */
export const numberOf = (bytes: Bytes, mask = 0xff): number =>
  bytes.reduce((number, byte, index) => number * 256 + (index === 0 ? byte & mask : byte), 0);

/** An element with this content; its size takes eight bytes. */
export function newElement(id: number, content: Bytes): Bytes {
  const header = new DataView(new ArrayBuffer(12));
  header.setUint32(0, id);
  header.setUint32(4, 0x01000000);
  header.setUint32(8, content.length);
  return joined([new Uint8Array(header.buffer).subarray(Math.clz32(id) >> 3), content]);
}

export function joined(parts: Bytes[]): Bytes {
  const output = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    output.set(part, at);
    at += part.length;
  }
  return output;
}
