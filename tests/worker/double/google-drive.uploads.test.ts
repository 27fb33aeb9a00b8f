// The Google Drive double's resumable sessions, request by request: the documented behaviour, the upload server's
// undocumented answers, and each fault that tests can order.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { after, before, beforeEach, describe, it } from "node:test";
import { startGoogleDrive, type GoogleDrive } from "../../support/doubles/google-drive/google-drive.ts";

const UNIT = 256 * 1024;
const FILES = "https://www.googleapis.com/drive/v3/files";
const UPLOADS = "https://www.googleapis.com/upload/drive/v3/files";

let google: GoogleDrive;
let token = "";

before(async () => {
  google = await startGoogleDrive();
  google.interceptFetch();
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: google.grant(google.accounts[0]),
    client_id: google.client.id,
    client_secret: google.client.secret,
  });
  const answer = await fetch("https://oauth2.googleapis.com/token", { method: "POST", body });
  token = ((await answer.json()) as { access_token: string }).access_token;
});
after(() => google.close());
beforeEach(() => {
  google.clearFaults();
  google.requests.length = 0;
});

async function begin(size: number | undefined, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await fetch(`${UPLOADS}?uploadType=resumable&fields=id,size,sha256Checksum`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json; charset=UTF-8",
      "x-upload-content-type": "video/mp4",
      ...(size !== undefined && { "x-upload-content-length": String(size) }),
    },
    body: JSON.stringify({ name: "film.mp4", ...more }),
  });
  assert.equal(answer.status, 200, await answer.text());
  const session = answer.headers.get("location") ?? "";
  assert.ok(session.startsWith(`${UPLOADS}?`) && session.includes("upload_id="));
  return session;
}

const put = (session: string, range: string, bytes?: Uint8Array<ArrayBuffer>) =>
  fetch(session, { method: "PUT", headers: { "content-range": range }, ...(bytes && { body: bytes }) });

/** Sends the bytes from `from` on, `length` of them, of a file. */
const chunk = (session: string, film: Buffer<ArrayBuffer>, from: number, length: number) =>
  put(session, `bytes ${from}-${from + length - 1}/${film.length}`, film.subarray(from, from + length));

const outcome = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.get("range")];
};
const asks = (session: string, film: Buffer) => outcome(put(session, `bytes */${film.length}`));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const filmOf = (length: number): Buffer<ArrayBuffer> => Buffer.from(randomBytes(length));

describe("A resumable session", () => {
  it("confirms chunk after chunk, says how far it is, and ends with the file that its fields ask for", async () => {
    const film = filmOf(2 * UNIT + 5);
    const session = await begin(film.length);
    assert.deepEqual(await asks(session, film), [308, null]);
    assert.deepEqual(await outcome(chunk(session, film, 0, UNIT)), [308, `bytes=0-${UNIT - 1}`]);
    assert.deepEqual(await outcome(chunk(session, film, UNIT, UNIT)), [308, `bytes=0-${2 * UNIT - 1}`]);
    assert.deepEqual(await asks(session, film), [308, `bytes=0-${2 * UNIT - 1}`]);
    const end = await chunk(session, film, 2 * UNIT, 5);
    assert.equal(end.status, 200);
    const file = (await end.json()) as { id: string };
    assert.deepEqual(file, { id: file.id, size: String(film.length), sha256Checksum: sha256(film) });
    const again = await put(session, `bytes */${film.length}`);
    assert.deepEqual([again.status, await again.json()], [200, file], "a finished session says so again");
  });

  it("takes a size that is told last, and a file in one request", async () => {
    const film = filmOf(UNIT + 9);
    const unsized = await begin(undefined);
    assert.deepEqual(await outcome(put(unsized, `bytes 0-${UNIT - 1}/*`, film.subarray(0, UNIT))), [
      308,
      `bytes=0-${UNIT - 1}`,
    ]);
    assert.deepEqual(await outcome(chunk(unsized, film, UNIT, 9)), [200, null]);
    const answer = await fetch(await begin(film.length), { method: "PUT", body: film });
    assert.equal(((await answer.json()) as { sha256Checksum: string }).sha256Checksum, sha256(film));
  });

  it("refuses an odd chunk, another size, a gap and bytes beyond the end; passes over what it holds", async () => {
    const film = filmOf(4 * UNIT);
    const session = await begin(film.length);
    assert.deepEqual(await outcome(chunk(session, film, 0, UNIT + 1)), [400, null]);
    assert.deepEqual(await outcome(chunk(session, film, 0, 2 * UNIT)), [308, `bytes=0-${2 * UNIT - 1}`]);
    const gap = await chunk(session, film, 3 * UNIT, UNIT);
    assert.equal(gap.status, 503);
    assert.match(
      await gap.text(),
      /upload offset is 786432 byte\(s\), which exceeds already uploaded size of 524288/,
    );
    assert.deepEqual(await outcome(put(session, `bytes 0-0/${film.length + 1}`, film.subarray(0, 1))), [
      400,
      null,
    ]);
    const beyond = put(session, `bytes ${UNIT}-${5 * UNIT - 1}/${film.length}`, filmOf(4 * UNIT));
    assert.deepEqual(await outcome(beyond), [400, null]);
    assert.deepEqual(await outcome(chunk(session, film, UNIT, 2 * UNIT)), [308, `bytes=0-${3 * UNIT - 1}`]);
    assert.deepEqual(await outcome(chunk(session, film, 3 * UNIT, UNIT)), [200, null]);
    assert.equal(google.files().at(-1)?.sha256, sha256(film));
  });

  it("ends unknown, expired and withdrawn ones for good", async () => {
    const film = filmOf(10);
    const [withdrawn, expired] = [await begin(10), await begin(10)];
    assert.equal((await fetch(withdrawn, { method: "DELETE" })).status, 499);
    assert.deepEqual(await asks(withdrawn, film), [404, null]);
    google.expireSessions(410);
    assert.deepEqual(await outcome(chunk(expired, film, 0, 10)), [410, null]);
    assert.deepEqual(await asks(`${UPLOADS}?uploadType=resumable&upload_id=other`, film), [404, null]);
  });

  it("takes an id once: at its beginning, and at its end where two have begun; and never an invented one", async () => {
    const generate = () =>
      fetch(`${FILES}/generateIds?count=1`, { headers: { authorization: `Bearer ${token}` } });
    const { ids } = (await (await generate()).json()) as { ids: string[] };
    const film = filmOf(10);
    const [first, second] = [await begin(10, { id: ids[0] }), await begin(10, { id: ids[0] })];
    assert.deepEqual(await outcome(chunk(first, film, 0, 10)), [200, null]);
    assert.deepEqual(await outcome(chunk(second, film, 0, 10)), [409, null]);
    await assert.rejects(begin(10, { id: ids[0] }), /fileIdInUse/);
    await assert.rejects(begin(10, { id: "1an-id-of-our-own" }), /not usable/);
    await assert.rejects(begin(10, { parents: ["nowhere"] }), /File not found: nowhere\./);
  });
});

describe("A fault that tests order", () => {
  it("confirms a part of a chunk, answers 503 with or without its bytes kept, or cuts it after some", async () => {
    const film = filmOf(6 * UNIT);
    const session = await begin(film.length);
    const path = "/upload/";
    google.fault({ path, chunk: 1 }, { confirm: 1000 });
    assert.deepEqual(await outcome(chunk(session, film, 0, 2 * UNIT)), [308, "bytes=0-999"]);
    google.fault({ path }, { status: 503, stored: 24 });
    assert.deepEqual(await outcome(chunk(session, film, 1000, 2 * UNIT)), [503, null]);
    google.fault({ path }, { cut: 76 });
    await assert.rejects(chunk(session, film, 1024, 2 * UNIT));
    assert.deepEqual(await asks(session, film), [308, "bytes=0-1099"]);
    google.fault({ path }, { refuse: "rateLimitExceeded", headers: { "retry-after": "7" } });
    const limited = await chunk(session, film, 1100, UNIT);
    assert.deepEqual([limited.status, limited.headers.get("retry-after")], [403, "7"]);
    assert.match(await limited.text(), /"reason": "rateLimitExceeded"/);
    assert.deepEqual(await outcome(chunk(session, film, 1100, UNIT)), [308, `bytes=0-${UNIT + 1099}`]);
    google.fault({ path }, { cut: "all" });
    await assert.rejects(chunk(session, film, UNIT + 1100, film.length - UNIT - 1100));
    assert.deepEqual(await asks(session, film), [200, null], "the answer alone was lost");
    assert.equal(google.files().at(-1)?.sha256, sha256(film));
  });

  it("holds a request back until the test lets it go, and cuts a download in its middle", async () => {
    const film = filmOf(UNIT);
    const session = await begin(film.length);
    const { promise, resolve } = Promise.withResolvers<void>();
    google.fault({ chunk: 1 }, { hold: promise });
    const held = outcome(chunk(session, film, 0, UNIT));
    const earlier = google.files().length;
    assert.deepEqual(await asks(session, film), [308, null], "others go past it");
    resolve();
    assert.deepEqual(await held, [200, null]);
    assert.equal(google.files().length, earlier + 1);

    const id = google.files().at(-1)?.id;
    const read = () => fetch(`${FILES}/${id}?alt=media`, { headers: { authorization: `Bearer ${token}` } });
    google.fault({ method: "GET", path: /files\/./ }, { cut: 5000 });
    await assert.rejects(async () => (await read()).arrayBuffer());
    google.change(id ?? "", Buffer.from("changed"));
    assert.equal(await (await read()).text(), "changed");
  });

  it("lets a chunk that its sender breaks off be resumed from Google's own units", async () => {
    const film = filmOf(3 * UNIT);
    const session = await begin(film.length);
    const { pathname, search } = new URL(session);
    const headers = {
      "content-length": film.length,
      "content-range": `bytes 0-${film.length - 1}/${film.length}`,
    };
    const broken = request(`${google.origin}${pathname}${search}`, { method: "PUT", headers });
    broken.on("error", () => {});
    broken.write(film.subarray(0, UNIT + 100), () => broken.destroy());
    let status: (string | number | null)[];
    do status = await asks(session, film);
    while (status[1] === null);
    assert.deepEqual(status, [308, `bytes=0-${UNIT - 1}`]);
    assert.deepEqual(await outcome(chunk(session, film, UNIT, 2 * UNIT)), [200, null]);
  });
});
