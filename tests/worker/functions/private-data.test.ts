// A phone's place, make and model, which it writes into its films, never reach the business, whichever way in.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { film } from "../../support/films/films.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { completedUpload, uploadIdOf } from "../../support/people/customer/tus.ts";
import { addClient, form, goodFields, submit } from "../../support/people/owner/clients.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const SECRETS = ["+48.1374", "iPhone 15", "com.apple.quicktime.make"];

/** Like an iPhone's file: the index is at the end, with the location in it. */
const phoneFilm = async (key: string) =>
  readFile(
    await film(
      `${key}.mov`,
      ["testsrc2=size=480x640:rate=30:duration=3", "sine=frequency=440:duration=3"],
      [
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-pix_fmt",
        "yuv420p",
        "-c:a",
        "aac",
        "-movflags",
        "+use_metadata_tags",
        "-metadata",
        `comment=${key}`,
        "-metadata",
        "com.apple.quicktime.location.ISO6709=+48.1374+011.5755+519/",
        "-metadata",
        "com.apple.quicktime.make=Apple",
        "-metadata",
        "com.apple.quicktime.model=iPhone 15",
      ],
    ),
  );

async function assertBlanked(client: { id: string }, given: Buffer): Promise<void> {
  const { row, file } = await deliveredVideo(sayso, client);
  const delivered = await readFile(file);
  for (const secret of SECRETS) {
    assert.ok(given.includes(secret), `${secret} was in it`);
    assert.ok(!delivered.includes(secret), `${secret} is left`);
  }
  assert.equal(delivered.length, given.length, "nothing moved");
  assert.equal(row.sha256, createHash("sha256").update(delivered).digest("hex"), "of what is stored");
  const { streams } = await ffprobe(file);
  assert.deepEqual(
    streams.map((stream) => stream.nb_read_packets),
    ["90", String(streams[1]?.nb_read_packets)],
  );
}

test("blanks a phone's place and name in a form's video (INV71)", async () => {
  const client = await addClient(sayso);
  const given = await phoneFilm("form");
  const { status } = await submit(sayso, form(goodFields(client.id), given));
  assert.equal(status, 200);
  await assertBlanked(client, given);
});

test("blanks them in a resumable upload, and counts its SHA-256 anew where a first form was refused (INV71)", async () => {
  const client = await addClient(sayso);
  const given = await phoneFilm("resumable");
  const uploadId = uploadIdOf(await completedUpload(sayso, client.id, given));
  const fields = { ...goodFields(client.id), uploadId };
  await sayso.change("CREATE TRIGGER held BEFORE INSERT ON consents BEGIN SELECT RAISE(ABORT, 'held'); END");
  assert.equal((await submit(sayso, form(fields))).status, 500);
  await sayso.change("DROP TRIGGER held");
  assert.equal((await submit(sayso, form(fields))).status, 200);
  await assertBlanked(client, given);
});

test("blanks them in what the plain form sends (INV71)", async () => {
  const client = await addClient(sayso);
  const given = await phoneFilm("plain");
  const body = form({ ...goodFields(client.id), unfinished: "unsupported" }, given);
  const answer = await sayso.fetch(`/record/${client.custom_slug}/video`, { method: "POST", body });
  assert.equal(answer.status, 200);
  await assertBlanked(client, given);
});
