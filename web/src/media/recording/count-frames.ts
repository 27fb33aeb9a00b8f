// Counts the frames of a raw recording, which has no index.
import {
  CLUSTER,
  elementAt,
  elementsOf,
  numberOf,
  SEGMENT,
  TRACK_ENTRY,
  TRACKS,
  variableNumber,
  type Bytes,
} from "#media/finish/ebml.ts";

const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
/** Track type (RFC 9559, 5.1.4.1.3). */
const PICTURE = 1;

/** Counts the frames of a live WebM or a fragmented MP4; 0 if that is impossible. */
export async function countFrames(recorded: Blob): Promise<number> {
  const bytes = new Uint8Array(await recorded.arrayBuffer());
  return framesOfWebm(bytes) || framesOfMp4(bytes);
}

function framesOfWebm(bytes: Bytes): number {
  let picture = -1;
  let frames = 0;
  let element = elementAt(bytes, 0);
  while (element) {
    const { id, body, end } = element;
    const content = bytes.subarray(body, end);
    if (id === TRACKS) picture = pictureOf(content);
    else if (id === SIMPLE_BLOCK) frames += Number(variableNumber(content, 0) === picture);
    else if (id === BLOCK_GROUP) {
      const block = elementsOf(content).find((child) => child.id === BLOCK);
      frames += Number(block !== undefined && variableNumber(content, block.body) === picture);
    }
    element = elementAt(bytes, id === SEGMENT || id === CLUSTER ? body : end);
  }
  return frames;
}

/** The number of the first track of pictures. */
function pictureOf(tracks: Bytes): number {
  for (const entry of elementsOf(tracks)) {
    if (entry.id !== TRACK_ENTRY) continue;
    const facts = tracks.subarray(entry.body, entry.end);
    const fact = (id: number) => {
      const found = elementsOf(facts).find((child) => child.id === id);
      return found && numberOf(facts.subarray(found.body, found.end));
    };
    if (fact(TRACK_TYPE) === PICTURE) return fact(TRACK_NUMBER) ?? -1;
  }
  return -1;
}

/** The samples of all fragments of the picture's track (ISO 14496-12, 8.8). */
function framesOfMp4(bytes: Bytes): number {
  const view = new DataView(bytes.buffer);
  let picture = -1;
  let track = -1;
  let frames = 0;
  const walk = (from: number, to: number) => {
    for (let at = from; at + 24 <= to;) {
      const size = view.getUint32(at);
      const end = at + (size === 0 ? to - at : size);
      if (end < at + 8 || end > to) return;
      const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
      if (["moov", "trak", "mdia", "moof", "traf"].includes(kind)) walk(at + 8, end);
      else if (kind === "tkhd") track = view.getUint32(at + (view.getUint8(at + 8) === 1 ? 28 : 20));
      else if (kind === "hdlr" && view.getUint32(at + 16) === VIDE) picture = track;
      else if (kind === "tfhd") track = view.getUint32(at + 12);
      else if (kind === "trun" && track === picture) frames += view.getUint32(at + 12);
      at = end;
    }
  };
  walk(0, bytes.length);
  return frames;
}

/** `vide` as a number. */
const VIDE = 0x76696465;
