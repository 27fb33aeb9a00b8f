import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { countFrames } from "#media/recording/count-frames.ts";

const fixture = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../fixtures/${name}`, import.meta.url)));

for (const name of ["cr_avc1_opus_frag.mp4", "wk_frag.mp4", "ff_firefox.webm"]) {
  test(`REC35 the frames of a recording that is sent as it is are counted: ${name}`, async () => {
    const file = await fixture(name);
    const track = await new Input({
      source: new BufferSource(file),
      formats: ALL_FORMATS,
    }).getPrimaryVideoTrack();
    assert.equal(await countFrames(new Blob([file])), (await track?.computePacketStats())?.packetCount);
  });
}

test("REC35 nothing is counted where nothing can be told", async () => {
  const file = await fixture("ff_firefox.webm");
  for (const bytes of [
    new Uint8Array(),
    new Uint8Array(500),
    new Uint8Array(500).fill(255),
    file.slice(0, 200),
  ]) {
    assert.equal(await countFrames(new Blob([bytes])), 0);
  }
});
