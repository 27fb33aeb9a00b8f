import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Archive } from "#api/generated/client.ts";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import { unzip } from "../../support/people/owner/archives.ts";
import {
  type ClientRow,
  addClient,
  fixture,
  form,
  goodFields,
  recording,
  submit,
} from "../../support/people/owner/clients.ts";
import { plantSubmission } from "../../support/runtime/jobs.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso, until } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const admin = adminCalls(() => sayso);
const ownerOf = async (client: ClientRow) => signIn(sayso, await addUser(sayso, { clientId: client.id }));
const parts = async (client: ClientRow, cookie: string) => {
  const answer = await call(sayso, "GET", `/api/client/${client.id}/archive`, { cookie });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Archive;
};
const address = (client: ClientRow, at: number, part = 1) =>
  `/api/client/${client.id}/archive.zip?until=${at}&part=${part}`;
const get = (path: string, cookie: string, headers: Record<string, string> = {}) =>
  sayso.fetch(path, { headers: { cookie, ...headers } });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const checksums = (client: ClientRow) =>
  sayso.rows("SELECT crc32 FROM submissions WHERE client_id = ? AND crc32 IS NOT NULL", client.id);

/** A hostile name, as if from another source. */
const NASTY = `=Ann, "quoted"`;

/** A business with two delivered videos, one waiting, and one in its own drive. */
async function business() {
  const client = await addClient(sayso);
  const films = [await recording(), new Uint8Array(await fixture("cr_avc1_opus_frag.mp4"))];
  for (const [index, film] of films.entries()) {
    const fields = { ...goodFields(client.id), customerName: ["Zoë O’Hara", "Ann"][index] };
    assert.equal((await submit(sayso, form(fields, film))).status, 200);
  }
  await until("delivered", async () => {
    const row = await sayso.row(
      "SELECT count(*) AS n FROM submissions WHERE client_id = ? AND status = 'processed'",
      client.id,
    );
    return row?.n === 2;
  });
  await sayso.change(
    "UPDATE submissions SET customer_name = ? WHERE client_id = ? AND customer_name = 'Ann'",
    NASTY,
    client.id,
  );
  const waiting = await plantSubmission(sayso, client);
  const elsewhere = await addSubmission(sayso, client, {
    customer_name: "Away",
    drive_path: "2026-11/away.webm",
  });
  await sayso.change("UPDATE submissions SET drive = 'webdav' WHERE id = ?", elsewhere);
  return { client, films, waiting, cookie: await ownerOf(client) };
}

describe("everything of a client as a ZIP file", () => {
  test("RET03 it holds every video that we hold, byte by byte, all submissions, and the consents in their words", async () => {
    const { client, films, waiting, cookie } = await business();
    const list = await parts(client, cookie);
    const [part] = list.parts;
    assert.deepEqual([list.parts.length, part?.submissions, part?.videos], [1, 4, 3]);
    const answer = await get(address(client, list.until), cookie);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "application/zip");
    assert.match(
      answer.headers.get("content-disposition") ?? "",
      /^attachment; filename="Corner Shop testimonials /,
    );
    const bytes = await bytesOf(answer);
    assert.equal(Number(answer.headers.get("content-length")), bytes.length);
    const files = await unzip(bytes);
    const names = [...files.keys()];
    const videos = names.filter((name) => name.startsWith("videos/"));
    assert.deepEqual(names.slice(0, 2), ["submissions.csv", "consents.csv"]);
    assert.equal(videos.length, 3);
    assert.ok(
      videos.some((name) => /^videos\/\d{4}-\d\d\/\d{4}-\d\d-\d\d Zoë O’Hara [0-9a-f]{8}\.webm$/.test(name)),
      names.join(),
    );
    const stored = await sayso.media.get(`uploads/${waiting.uploadId}/000000000000`);
    const storedBytes = new Uint8Array(await stored.arrayBuffer());
    assert.deepEqual(
      new Set(videos.map((name) => files.get(name)?.sha256)),
      new Set([...films, storedBytes].map(sha)),
    );
    const table = files.get("submissions.csv")?.bytes.toString() ?? "";
    assert.equal(table.trim().split("\r\n").length, 5);
    for (const name of videos) assert.ok(table.includes(`"${name}"`), name);
    assert.ok(table.includes(`"'=Ann, ""quoted"""`), "no formula");
    assert.ok(table.includes(`"in your own drive: 2026-11/away.webm"`));
    const consents = files.get("consents.csv")?.bytes.toString() ?? "";
    assert.equal(consents.trim().split("\r\n").length, 4, "one has none");
    assert.match(consents, /I agree that Corner Shop and its service provider Sayso/);
  });

  test("RET03 any range of it is a part of the whole, before a checksum is known and after", async () => {
    const { client, cookie } = await business();
    const { until: at } = await parts(client, cookie);
    const url = address(client, at);
    const size = Number(
      (await sayso.fetch(url, { method: "HEAD", headers: { cookie } })).headers.get("content-length"),
    );
    // The end first, before anything has been read for it.
    const end = await get(url, cookie, { range: "bytes=-400" });
    assert.deepEqual(
      [end.status, end.headers.get("content-range")],
      [206, `bytes ${size - 400}-${size - 1}/${size}`],
    );
    const last = await bytesOf(end);
    assert.equal((await checksums(client)).length, 3);
    await sayso.change("UPDATE submissions SET crc32 = NULL WHERE client_id = ?", client.id);
    const middle = Math.floor(size / 2);
    const [second, first] = [
      await bytesOf(await get(url, cookie, { range: `bytes=${middle}-` })),
      await bytesOf(await get(url, cookie, { range: `bytes=0-${middle - 1}` })),
    ];
    const all = await bytesOf(await get(url, cookie));
    assert.equal(sha(Buffer.concat([first, second])), sha(all));
    assert.deepEqual(last, all.subarray(-400));
    for (let start = 0; start < size; start += Math.ceil(size / 23)) {
      const part = await bytesOf(await get(url, cookie, { range: `bytes=${start}-${start + 4999}` }));
      assert.deepEqual(part, all.subarray(start, start + 5000));
    }
    assert.equal((await get(url, cookie, { range: `bytes=${size}-` })).status, 416);
  });

  test("resumes an interrupted download only if the archive is unchanged (RET03)", async () => {
    const { client, cookie } = await business();
    const { until: at } = await parts(client, cookie);
    const full = await get(address(client, at), cookie);
    const etag = full.headers.get("etag") ?? "";
    const all = await bytesOf(full);
    // A later video is not included.
    await submit(sayso, form(goodFields(client.id), await recording()));
    const headers = { range: "bytes=1000-", "if-range": etag };
    const rest = await get(address(client, at), cookie, headers);
    assert.deepEqual([rest.status, rest.headers.get("etag")], [206, etag]);
    assert.deepEqual(await bytesOf(rest), all.subarray(1000));
    const one = await sayso.row(
      "SELECT id FROM submissions WHERE client_id = ? AND customer_name LIKE 'Zo%'",
      client.id,
    );
    await call(sayso, "DELETE", `/api/client/${client.id}/submissions/${one?.id}`, { cookie });
    const changed = await get(address(client, at), cookie, headers);
    assert.equal(changed.status, 200, "all of it");
    assert.notEqual(changed.headers.get("etag"), etag);
    assert.equal((await unzip(await bytesOf(changed))).size, 4);
  });

  test("RET03 many submissions are parted, each in one part", async () => {
    const client = await addClient(sayso);
    const cookie = await ownerOf(client);
    const template = await addSubmission(sayso, client, { drive_path: "2026-11/away.webm" });
    await sayso.change("UPDATE submissions SET drive = 'webdav' WHERE id = ?", template);
    await sayso.change(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
       INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email, container, size_bytes, duration_ms, status, created_at, drive_path, drive)
       SELECT 's' || i, client_id, 's' || i, 'u' || i, customer_name, customer_email, container, size_bytes, duration_ms, status, created_at - i % 3, drive_path, drive
         FROM submissions, n WHERE id = ?`,
      template,
    );
    await sayso.change(
      `INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business)
       SELECT id, 1, 1, 'x', 1, 'Corner Shop' FROM submissions WHERE client_id = ? AND id <> ?`,
      client.id,
      template,
    );
    const list = await parts(client, cookie);
    assert.deepEqual(
      list.parts.map(({ submissions, videos, bytes }) => [submissions, videos, bytes]),
      [
        [500, 0, 0],
        [500, 0, 0],
        [201, 0, 0],
      ],
    );
    const seen: string[] = [];
    for (const part of [1, 2, 3]) {
      const files = await unzip(await bytesOf(await get(address(client, list.until, part), cookie)));
      const table = files.get("submissions.csv")?.bytes.toString() ?? "";
      seen.push(
        ...table
          .trim()
          .split("\r\n")
          .slice(1)
          .map((line) => line.split(",")[0] ?? ""),
      );
    }
    assert.deepEqual([seen.length, new Set(seen).size], [1201, 1201]);
    assert.equal((await get(address(client, list.until, 4), cookie)).status, 404);
  });

  test("sends no other client's archive and refuses invalid parameters (RET03 INV40)", async () => {
    const { client, cookie } = await business();
    const { until: at } = await parts(client, cookie);
    const stranger = await ownerOf(await addClient(sayso));
    assert.equal((await get(address(client, at), stranger)).status, 404);
    assert.equal((await get(address(client, at), "")).status, 401);
    for (const bad of [
      "",
      "?until=1",
      `?until=${at}`,
      `?until=x&part=1`,
      `?until=${at}&part=0`,
      `?until=${at + 10_000_000}&part=1`,
    ]) {
      assert.equal((await get(`/api/client/${client.id}/archive.zip${bad}`, cookie)).status, 400, bad);
    }
    const own = await get(address(client, at), await admin.cookie());
    assert.equal(own.status, 200);
    await own.arrayBuffer();
    const line = await sayso.row(
      "SELECT 1 FROM audit_log WHERE subject = ? AND action = 'archive.download'",
      client.id,
    );
    assert.ok(line);
    await get(`/api/client/${client.id}/submissions.csv`, await admin.cookie());
    assert.ok(
      await sayso.row(
        "SELECT 1 FROM audit_log WHERE subject = ? AND action = 'submissions.export'",
        client.id,
      ),
    );
  });

  test("RET03 a selection comes as a ZIP file of its own, none of another client's", async () => {
    const { client, films, waiting, cookie } = await business();
    const { until: at } = await parts(client, cookie);
    const rows = await sayso.rows(
      "SELECT id, customer_name FROM submissions WHERE client_id = ? AND status = 'processed'",
      client.id,
    );
    const zoe = rows.find(({ customer_name: name }) => name === "Zoë O’Hara")?.id as string;
    const foreign = await addSubmission(sayso, await addClient(sayso), { withVideo: true });
    const selected = (ids: string[]) =>
      get(`/api/client/${client.id}/archive.zip?until=${at}&ids=${ids.join()}`, cookie);
    const answer = await selected([zoe, waiting.submissionId, foreign]);
    assert.match(answer.headers.get("content-disposition") ?? "", /testimonials \d{4}-\d\d-\d\d\.zip/);
    const files = await unzip(await bytesOf(answer));
    const videos = [...files].filter(([name]) => name.startsWith("videos/"));
    assert.deepEqual(
      videos.map(([, { sha256 }]) => sha256),
      [films[0], await recording()].map((film) => sha(film ?? new Uint8Array())),
    );
    assert.equal((await selected([foreign])).status, 404);
    assert.equal((await selected(Array(51).fill(zoe))).status, 400);
    const unreachable = await sayso.row(
      "SELECT id FROM submissions WHERE client_id = ? AND drive = 'webdav'",
      client.id,
    );
    await sayso.change(
      `INSERT INTO drive_connections (id, client_id, provider, link, address, account, credential, key_id, connected_at, is_platform)
       VALUES (?1, ?2, 'webdav', 'https://nas.example/', 'https://nas.example/', 'ann', NULL, NULL, 1, 0)`,
      `ended-${client.id}`,
      client.id,
    );
    await sayso.change(
      "UPDATE submissions SET drive_connection_id = ? WHERE id = ?",
      `ended-${client.id}`,
      unreachable?.id,
    );
    const rest = await unzip(await bytesOf(await selected([zoe, String(unreachable?.id)])));
    assert.equal([...rest.keys()].filter((name) => name.startsWith("videos/")).length, 1);
    assert.match(
      rest.get("submissions.csv")?.bytes.toString() ?? "",
      /in a drive that was disconnected: 2026-11/,
    );
    const ahead = `/api/client/${client.id}/archive.zip?until=${at + 3_600_000}&ids=${zoe}`;
    assert.equal((await get(ahead, cookie)).status, 200, "a browser's clock may be ahead");
  });

  test("a missing video breaks the download off, and the log names it (RET03)", async () => {
    const { client, cookie } = await business();
    const { until: at } = await parts(client, cookie);
    const [key] = await sayso.keys(`drive/${client.id}/`);
    await sayso.media.delete(key);
    const answer = await get(address(client, at), cookie);
    await assert.rejects(answer.arrayBuffer());
    const gone = await sayso.row(
      "SELECT id FROM submissions WHERE client_id = ? AND ? LIKE '%' || drive_path",
      client.id,
      key,
    );
    await until("it is logged, with the submission", async () =>
      sayso.log().some((line) => line.what === "archive" && JSON.stringify(line).includes(gone?.id)),
    );
  });
});
