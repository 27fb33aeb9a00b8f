import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { turnedMp4 } from "#media/finish/turned-mp4.ts";
import { turnedWebm } from "#media/finish/turned-webm.ts";

const fixture = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../fixtures/${name}`, import.meta.url)));

/** How players turn a file, and its frames. */
async function shown(file: Uint8Array<ArrayBuffer> | null) {
  assert.ok(file);
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  assert.ok(track);
  const { packetCount } = await track.computePacketStats();
  return { turn: await track.getRotation(), packetCount };
}

for (const [name, turned] of [
  ["cr_avc1_opus_frag.mp4", turnedMp4],
  ["wk_frag.mp4", turnedMp4],
  ["ff_firefox.webm", turnedWebm],
] as const) {
  test(`REC34 a recording that is sent as it is says in its header how players turn it: ${name}`, async () => {
    const file = await fixture(name);
    const { packetCount } = await shown(file);
    assert.deepEqual(await shown(turned(file, 90)), { turn: 90, packetCount });
    assert.deepEqual(await shown(turned(file, 270)), { turn: 270, packetCount });
  });
}

test("REC34 a turn comes after the one that the browser has written itself", async () => {
  const once = turnedMp4(await fixture("wk_frag.mp4"), 90);
  assert.ok(once);
  assert.equal((await shown(turnedMp4(once, 90))).turn, 180);
  assert.deepEqual(turnedMp4(once, 270), await fixture("wk_frag.mp4"));
});

test("leaves a file unchanged that cannot state its rotation or already does (REC34)", async () => {
  const webm = await fixture("ff_firefox.webm");
  const rolled = turnedWebm(webm, 90);
  assert.ok(rolled);
  assert.equal(turnedWebm(rolled, 90), null);
  // An index would be off by the added bytes.
  const seekHead = Buffer.from(webm).indexOf("114d9b74", "hex");
  const indexed = Buffer.concat([
    webm.subarray(0, seekHead + 4),
    Buffer.from("82ec80", "hex"),
    webm.subarray(seekHead + 12),
  ]);
  assert.equal(turnedWebm(new Uint8Array(indexed), 90), null);
  for (const head of [
    new Uint8Array(),
    webm.slice(0, 4),
    webm.slice(0, 150),
    new Uint8Array(300).fill(255),
  ]) {
    assert.equal(turnedWebm(head, 90), null);
    assert.equal(turnedMp4(head, 90), null);
  }
});
