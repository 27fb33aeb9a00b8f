// How much each request of an upload carries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SliceSize } from "#media/upload/slice-size.ts";

const KB = 1024;
const MB = 1024 * KB;

/** Of a cut request the server keeps whole reads; of a complete one, objects up to this size. */
const READ_BYTES = 256 * KB;
const CHUNK = 4 * MB;

/** Sends data over a connection that is cut after every `cuts` bytes. */
function send(bytes: number, cuts: number) {
  const slices = new SliceSize(bytes, MB);
  let offset = 0;
  let requests = 0;
  let chunks = 0;
  for (; offset < bytes && requests < 10_000; requests += 1) {
    const slice = Math.min(slices.bytes, bytes - offset);
    assert.ok(Number.isInteger(slice));
    const arrived = slice <= cuts ? slice : cuts - (cuts % READ_BYTES);
    offset += arrived;
    chunks += Math.ceil(arrived / CHUNK);
    if (slice <= cuts) slices.arrived();
    else slices.cut();
  }
  return { arrived: offset === bytes, requests, chunks };
}

test("SUB35 a video passes a line that cuts every connection after 64 KiB or later", () => {
  for (const cuts of [64 * KB, 100 * KB, 300 * KB, 700 * KB, MB, 3 * MB, 20 * MB]) {
    const { arrived, requests, chunks } = send(9 * MB, cuts);
    assert.ok(arrived, `cut after ${cuts}`);
    assert.ok(requests <= 200, `${requests} requests where it is cut after ${cuts}`);
    assert.ok(chunks <= 900);
  }
});

test("SUB35 the largest video passes in no more chunks than the server keeps", () => {
  const { arrived, chunks } = send(95 * MB, 150 * KB);
  assert.ok(arrived);
  assert.ok(chunks <= 900, `${chunks} chunks`);
});

test("SUB35 a line that cuts nothing carries 16 MiB at once, and does so again after a cut", () => {
  assert.equal(send(95 * MB, 95 * MB).requests, 6);
  const slices = new SliceSize(9 * MB, MB);
  slices.cut();
  assert.equal(slices.bytes, 512 * KB);
  for (let slice = 0; slice < 20; slice += 1) slices.arrived();
  assert.equal(slices.bytes, 16 * MB);
});
