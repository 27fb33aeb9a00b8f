// The Google Drive double, verified with rclone: chunks of a resumable upload by independent code, and small files by
// Google's Go client, over HTTPS and with Google's own host names.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { RCLONE, rcloneFor } from "../../support/doubles/google-drive/rclone.ts";
import { startGoogleDrive, type GoogleDrive } from "../../support/doubles/google-drive/google-drive.ts";

const MIB = 1024 * 1024;
const SIZE = 20 * MIB;
const skip = !RCLONE && "rclone or openssl is missing (Debian: rclone, openssl)";

describe("rclone", { skip }, () => {
  const film = randomBytes(SIZE);
  const sum = createHash("sha256").update(film).digest("hex");
  let google: GoogleDrive;
  let rclone: Awaited<ReturnType<typeof rcloneFor>>;
  let films = "";

  before(async () => {
    google = await startGoogleDrive();
    const team = google.makeSharedDrive("Films", [google.serviceAccount.email]);
    rclone = await rcloneFor(google, google.accounts[0], team);
    films = join(rclone.folder, "films");
    await mkdir(films);
    await writeFile(join(films, "film.mp4"), film);
    await writeFile(join(films, "it's small.txt"), "a small file");
  });
  after(async () => {
    await rclone.close();
    await google.close();
  });
  beforeEach(() => {
    google.clearFaults();
    google.requests.length = 0;
  });

  const well = async (...words: string[]) => {
    const { code, out, log } = await rclone.run(...words);
    assert.equal(code, 0, log);
    return out;
  };
  const uploaded = () =>
    google.requests
      .filter(({ contentRange }) => contentRange !== undefined)
      .map(({ contentRange, status }) => [Number(/\d+/.exec(contentRange ?? "")?.[0]) / MIB, status]);
  const held = () => google.files().filter(({ name, sha256 }) => name === "film.mp4" && sha256 === sum);

  for (const remote of ["person", "service"])
    it(`copies, checks, lists, reads back and removes as a ${remote}`, async () => {
      await well("copy", films, `${remote}:Sayso/${remote}`);
      assert.deepEqual(uploaded(), [
        [0, 308],
        [8, 308],
        [16, 200],
      ]);
      await well("check", films, `${remote}:Sayso/${remote}`);
      const listed = await well("lsf", "-R", `${remote}:Sayso`);
      assert.deepEqual(listed.trim().split("\n").toSorted(), [
        `${remote}/`,
        `${remote}/film.mp4`,
        `${remote}/it's small.txt`,
      ]);
      const back = join(rclone.folder, `back-${remote}`);
      await well("copy", `${remote}:Sayso/${remote}`, back);
      assert.ok(film.equals(await readFile(join(back, "film.mp4"))));
      assert.equal(await readFile(join(back, "it's small.txt"), "utf8"), "a small file");

      await well("delete", `${remote}:Sayso/${remote}/it's small.txt`);
      assert.equal(google.files().find(({ name }) => name === "it's small.txt")?.trashed, true);
      await well("purge", "--drive-use-trash=false", `${remote}:Sayso`);
      assert.deepEqual(
        google.files().filter(({ trashed }) => !trashed),
        [],
      );
      assert.deepEqual(rclone.strangers, []);
    });

  it("sends a chunk again after 503 in its middle, after a rate limit, and after a connection that is cut", async () => {
    google.fault({ chunk: 1 }, { status: 503, stored: 3 * MIB });
    google.fault({ chunk: 3 }, { refuse: "userRateLimitExceeded" });
    google.fault({ chunk: 5 }, { cut: MIB });
    const earlier = held().length;
    await well("copyto", join(films, "film.mp4"), "person:faults/film.mp4");
    assert.deepEqual(uploaded(), [
      [0, 503],
      [0, 308],
      [8, 403],
      [8, 308],
      [16, undefined],
      [16, 200],
    ]);
    assert.equal(held().length, earlier + 1);
  });

  it("takes the file for done where the answers to its first and to its last chunk alone were lost", async () => {
    google.fault({ chunk: 1 }, { cut: "all" });
    google.fault({ chunk: 4 }, { cut: "all" });
    const earlier = held().length;
    await well("copyto", join(films, "film.mp4"), "person:lost/film.mp4");
    assert.deepEqual(uploaded(), [
      [0, undefined],
      [0, 308],
      [8, 308],
      [16, undefined],
      [16, 200],
    ]);
    assert.equal(held().length, earlier + 1);
  });

  it("passes over what a 308 confirms, so that a part of a chunk ends in Google's 503 for a gap", async () => {
    google.fault({ chunk: 1 }, { confirm: MIB });
    const once = ["--low-level-retries=1", "--retries=1"];
    const { code, log } = await rclone.run(
      "copyto",
      ...once,
      join(films, "film.mp4"),
      "person:part/film.mp4",
    );
    assert.notEqual(code, 0);
    assert.match(log, /upload offset is 8388608 byte\(s\), which exceeds already uploaded size of 1048576/);
    assert.deepEqual(uploaded(), [
      [0, 308],
      [8, 503],
    ]);
  });
});
