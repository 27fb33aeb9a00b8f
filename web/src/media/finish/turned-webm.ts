import {
  CLUSTER,
  EBML,
  elementsOf,
  joined,
  newElement,
  SEGMENT,
  TRACK_ENTRY,
  TRACKS,
  type Bytes,
} from "./ebml.ts";

const SEEK_HEAD = 0x114d9b74;
const VIDEO = 0xe0;
const PROJECTION = 0x7670;
const PROJECTION_POSE_ROLL = 0x7675;

/**
 * Sets a rotation of 90 or 270 degrees clockwise in a live WebM's first bytes, as the roll of its flat projection (RFC
 * 9559, 5.1.4.1.28.46), which counts anticlockwise; returns `null` for any other file. An index would be off by the
 * added bytes.
 */
export function turnedWebm(head: Bytes, degrees: number): Bytes | null {
  const [ebml, segment] = elementsOf(head);
  if (ebml?.id !== EBML || segment?.id !== SEGMENT || !segment.unknownSize) return null;
  const inside = head.subarray(segment.body);
  for (const { id, body, end } of elementsOf(inside)) {
    if (id === CLUSTER || (id === SEEK_HEAD && body < end)) return null;
    if (id === TRACKS) break;
  }
  const turned = withRoll(inside, degrees === 90 ? -90 : 90);
  return turned && joined([head.subarray(0, segment.body), turned]);
}

/** The content of an element, with a roll of its first picture. */
function withRoll(content: Bytes, roll: number): Bytes | null {
  for (const { id, start, body, end } of elementsOf(content)) {
    const inside = content.subarray(body, end);
    const changed =
      id === VIDEO
        ? rolled(inside, roll)
        : id === TRACKS || id === TRACK_ENTRY
          ? withRoll(inside, roll)
          : null;
    if (changed) return joined([content.subarray(0, start), newElement(id, changed), content.subarray(end)]);
  }
  return null;
}

function rolled(video: Bytes, roll: number): Bytes | null {
  if (elementsOf(video).some(({ id }) => id === PROJECTION)) return null;
  const float = new DataView(new ArrayBuffer(4));
  float.setFloat32(0, roll);
  const pose = newElement(PROJECTION_POSE_ROLL, new Uint8Array(float.buffer));
  return joined([video, newElement(PROJECTION, pose)]);
}
