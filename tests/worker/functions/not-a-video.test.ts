import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { addClient, fixture, form, goodFields, submit } from "../../support/people/owner/clients.ts";
import { film } from "../../support/films/films.ts";
import { bigVideo } from "../../support/films/videos.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const text = (content: string) => new TextEncoder().encode(content);
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** A ZIP archive with one stored file; its directory ends the bytes, as ZIP readers expect. */
function zip(): Uint8Array {
  const name = text("a.txt");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length, 16);
  return join(local, name, central, name, end);
}

const movie = () => bigVideo(1);
const matroska = async () =>
  new Uint8Array(
    await readFile(await film("film.mkv", ["testsrc2=size=64x64:rate=10:duration=3"], ["-c:v", "libx264"])),
  );
const files: [string, () => Promise<Uint8Array>][] = [
  ["HTML", async () => text("<!doctype html><script>alert(1)</script>".repeat(50))],
  ["SVG", async () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ["a ZIP archive", async () => zip()],
  ["a ZIP polyglot", async () => join(await movie(), zip())],
  ["HTML behind a video", async () => join(await movie(), text("<html><script>alert(1)</script></html>"))],
  [
    "an ELF executable",
    async () => join(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), new Uint8Array(4000)),
  ],
  ["a Windows executable", async () => join(text("MZ"), new Uint8Array(4000))],
  ["an MKV that was not made an MP4", matroska],
  ["an empty file", async () => new Uint8Array(0)],
  ["a truncated header", async () => (await fixture("cr_avc1_opus_frag.mp4")).subarray(0, 200)],
  ["an ftyp box and nothing else", async () => text("\0\0\0\u0018ftypisom\0\0\0\0isomavc1")],
  ["a truncated WebM header", async () => (await fixture("ff_firefox.webm")).subarray(0, 60)],
];

for (const [title, make] of files) {
  test(`INV10 SUB33 ${title} named .mp4 is 415 and nothing is kept`, async () => {
    const client = await addClient(sayso);
    const data = form(goodFields(client.id));
    data.set("video", new File([(await make()) as BlobPart], "recording.mp4", { type: "video/mp4" }));
    const { status, reply } = await submit(sayso, data);
    assert.equal(status, 415, JSON.stringify(reply));
    assert.equal(reply.code, "not_a_video");
    assert.ok(reply.error && reply.error.length > 20, "the message says what to do");
    await until("nothing is stored", async () => (await sayso.keys("")).length === 0);
    const row = await sayso.row(
      "SELECT credits_remaining AS credits, (SELECT count(*) FROM submissions) AS rows FROM clients WHERE id = ?",
      client.id,
    );
    assert.deepEqual(row, { credits: 50, rows: 0 });
  });
}

for (const name of ["cr_avc1_opus_frag.mp4", "ff_firefox.webm", "wk_frag.mp4"]) {
  test(`SUB33 a recording of a real browser is taken: ${name}`, async () => {
    const client = await addClient(sayso);
    const { status, reply } = await submit(sayso, form(goodFields(client.id), await fixture(name)));
    assert.equal(status, 200, JSON.stringify(reply));
    await until("delivered", async () => (await sayso.keys(`drive/${client.id}/`)).length === 1);
    await until("nothing else is stored", async () => (await sayso.keys("uploads/")).length === 0);
    await sayso.media.delete(await sayso.keys(`drive/${client.id}/`));
    await sayso.change("DELETE FROM consents");
    await sayso.change("DELETE FROM submissions");
  });
}
