import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type ClientRow,
  addClient,
  form,
  goodFields,
  recording,
  submit,
} from "../../support/people/owner/clients.ts";
import { linkSignature } from "../../support/runtime/keys.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const DAYS = 24 * 3_600_000;
let sayso: Sayso;
let client: ClientRow;
/** The page that the email links to, and its video. */
let page: URL;
let link: URL;
let mail: { subject: string; text: string; html: string; to: string | string[] };

before(async () => {
  sayso = await startWorker();
  client = await addClient(sayso, { company_name: "Salt & <i>Pepper</i>" });
  await submit(sayso, form({ ...goodFields(client.id), customerName: "Zoë O'Neill" }, await recording()));
  mail = await until("the mail", async () => (await sayso.mails())[0]);
  page = new URL(/https:\S+/.exec(mail.text)?.[0] ?? "");
  link = new URL(page.href.replace("/drive/watch/", "/drive/video/"));
});
after(() => sayso.close());

const open = (headers: Record<string, string> = {}, change: (url: URL) => void = () => {}) => {
  const url = new URL(link);
  change(url);
  return sayso.fetch(url.pathname + url.search, { headers });
};

/** A link as the product would sign it, at any time. */
function signed(kind: "video" | "folder", id: string, expires: number) {
  return `/drive/${kind}/${id}?expires=${expires}&signature=${linkSignature(kind, id, expires)}`;
}

describe("the notification", () => {
  test("EML01 it goes to the business, names the customer and carries a link that works", async () => {
    assert.deepEqual([mail.to].flat(), [client.email]);
    assert.equal(mail.subject, "Zoë O'Neill left Salt & <i>Pepper</i> a video testimonial");
    assert.match(mail.text, /Zoë O'Neill left you a video testimonial \(0:03 long\)/);
    const answer = await sayso.fetch(page.pathname + page.search);
    assert.equal(answer.status, 200);
    const html = (await answer.text()).replaceAll("&#38;", "&").replaceAll("&#39;", "'");
    for (const text of [
      "<h1>Zoë O'Neill</h1>",
      ", 0:03 long.",
      "Agreed</span><div>I agree that Salt & &#60;i&#62;Pepper&#60;/i&#62; and its service provider",
      "Zoë O’Neill ",
      "/clients/submissions?id=",
    ])
      assert.ok(html.includes(text), text);
    const [, video = ""] = /<video [^>]*src="([^"]+)"/.exec(html) ?? [];
    assert.equal(video, link.pathname + link.search);
    const [, download = ""] = /class="download" href="([^"]+)"/.exec(html) ?? [];
    const saved = await sayso.fetch(download);
    assert.match(saved.headers.get("content-disposition") ?? "", /^attachment; filename="\d{4}-/);
    assert.deepEqual(new Uint8Array(await saved.arrayBuffer()), await recording());
  });

  test("INV47 its HTML shows names as text", () => {
    assert.ok(mail.html.includes("Salt &#38; &#60;i&#62;Pepper&#60;/i&#62;"));
    assert.ok(mail.html.includes("Zoë O&#39;Neill"));
    assert.ok(!mail.html.includes("<i>"));
  });

  test("EML10 its row holds template, recipient, state and no secret", async () => {
    const [row] = await sayso.rows("SELECT * FROM emails");
    assert.equal(row?.template, "submission_received");
    assert.equal(row?.recipient, client.email);
    assert.equal(row?.status, "sent");
    assert.ok(!JSON.stringify(row).includes("signature"));
    assert.ok(!JSON.stringify(await sayso.rows("SELECT * FROM job_queue")).includes("signature"));
  });

  test("EML10 a line break in a header value is refused, and the mail fails with its reason", async () => {
    const odd = await addClient(sayso, { company_name: "Shop\r\nBcc: victim@example.com" });
    await submit(sayso, form(goodFields(odd.id), await recording()));
    const row = await until("failed", () =>
      sayso.row("SELECT * FROM emails WHERE recipient = ? AND status = 'failed'", odd.email),
    );
    assert.match(row.error_message, /line break/);
    assert.equal((await sayso.mails()).length, 1);
  });

  test("EML01 it also leads to the folder", async () => {
    const folder = new URL(/https:\S+\/drive\/folder\S+/.exec(mail.text)?.[0] ?? "");
    const answer = await sayso.fetch(folder.pathname + folder.search);
    assert.equal(answer.status, 200);
    assert.ok((await answer.text()).includes("Zoë O’Neill"));
  });

  test("INV45 its link begins with the configured origin, whatever host the request named", async () => {
    assert.equal(link.origin, "https://sayso.test");
    const other = await addClient(sayso);
    const headers = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    await submit(sayso, form(goodFields(other.id), await recording()), headers);
    const next = await until("the next mail", async () =>
      (await sayso.mails()).find((m) => m.to.includes(other.email)),
    );
    assert.ok(next.text.includes("https://sayso.test/drive/watch/") && !next.text.includes("evil"));
  });
});

describe("a video link", () => {
  test("EML10 it works for 30 days, then says to sign in", async () => {
    const left = (Number(link.searchParams.get("expires")) - Date.now()) / DAYS;
    assert.ok(left > 29.9 && left <= 30, String(left));
    const id = link.pathname.split("/").at(-1) ?? "";
    for (const path of ["/video/", "/watch/"]) {
      const at = (expires: number) => signed("video", id, expires).replace("/video/", path);
      assert.equal((await sayso.fetch(at(Date.now() + 60_000))).status, 200);
      const expired = await sayso.fetch(at(Date.now() - 1));
      assert.equal(expired.status, 410);
      assert.match(
        await expired.text(),
        /<h1>This link has expired<\/h1>[^]*expired\. Please sign in to see the video\./,
      );
    }
  });

  test("INV40 a changed link opens nothing: other id, other time, other signature, other kind", async () => {
    const id = link.pathname.split("/").at(-1) ?? "";
    const changed = [
      await open({}, (url) => url.searchParams.set("expires", String(Date.now() + 99 * DAYS))),
      await open({}, (url) => url.searchParams.set("signature", "")),
      await open({}, (url) => url.searchParams.set("signature", "0".repeat(64))),
      await open({}, (url) => (url.pathname = `/drive/video/${crypto.randomUUID()}`)),
      await open({}, (url) => (url.pathname = `/drive/folder/${client.id}`)),
      await sayso.fetch(signed("folder", id, Date.now() + DAYS).replace("/folder/", "/video/")),
    ];
    const answers = await Promise.all(
      changed.map(async (answer) => [answer.status, (await answer.text()).replaceAll(/nonce="\w+"/g, "")]),
    );
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal(answers[0]?.[0], 404);
  });

  test("JOB10 it plays in a browser: type, nosniff, ranges, a policy of its own, a file name", async () => {
    const answer = await open();
    assert.equal(answer.headers.get("content-type"), "video/webm");
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    assert.equal(answer.headers.get("accept-ranges"), "bytes");
    assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'; media-src 'self'/);
    assert.match(
      answer.headers.get("content-disposition") ?? "",
      /^inline; filename="\d{4}-\d\d-\d\d Zo_ O_Neill [0-9a-f]{8}\.webm"; filename\*=UTF-8''/,
    );
    await answer.body?.cancel();
  });

  const size = 104_335;
  const ranges: [string, string, number, string, number][] = [
    ["a part", "bytes=10-19", 206, `bytes 10-19/${size}`, 10],
    ["from a place on", "bytes=104000-", 206, `bytes 104000-104334/${size}`, 335],
    ["the last bytes", "bytes=-100", 206, `bytes 104235-104334/${size}`, 100],
    ["more than there is", "bytes=104000-999999", 206, `bytes 104000-104334/${size}`, 335],
    ["more than all", "bytes=-999999", 206, `bytes 0-104334/${size}`, size],
    ["beyond the end", "bytes=104335-", 416, `bytes */${size}`, -1],
    ["nothing at the end", "bytes=-0", 416, `bytes */${size}`, -1],
    ["an unknown unit", "lines=1-2", 200, "", size],
    ["nonsense", "bytes=x-y", 200, "", size],
    ["half a nonsense", "bytes=abc-5", 200, "", size],
    ["a number beyond all numbers", "bytes=99999999999999999999-", 416, `bytes */${size}`, -1],
    ["two parts at once", "bytes=0-1,5-6", 200, "", size],
  ];
  for (const [description, range, status, contentRange, length] of ranges) {
    test(`JOB10 a range for ${description} is ${status}`, async () => {
      const answer = await open({ range });
      const body = new Uint8Array(await answer.arrayBuffer());
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get("content-range") ?? "", contentRange);
      if (length < 0) return;
      assert.equal(body.length, length);
      const from = Number(/bytes (\d+)/.exec(contentRange)?.[1] ?? 0);
      assert.deepEqual(body, (await recording()).subarray(from, from + length));
    });
  }
});

describe("a folder page", () => {
  test("JOB04 JOB10 it lists its own client's videos with links that open, and needs a signed link or a sign-in", async () => {
    const url = signed("folder", client.id, Date.now() + DAYS);
    const answer = await sayso.fetch(url);
    assert.equal(answer.status, 200);
    const html = await answer.text();
    assert.ok(html.includes("Salt &#38; &#60;i&#62;Pepper&#60;/i&#62;") && !html.includes("<i>"));
    const links = [...html.matchAll(/href="(\/drive\/watch\/[^"]+)"/g)].map((m) =>
      (m[1] ?? "").replaceAll("&#38;", "&"),
    );
    assert.equal(links.length, 1, "no other client's video");
    assert.equal((await sayso.fetch(links[0] ?? "")).status, 200);
    const unsigned = await sayso.fetch(`/drive/folder/${client.id}`);
    const login = `/clients/login?next=/drive/folder/${client.id}`;
    assert.deepEqual([unsigned.status, unsigned.headers.get("location")], [302, login]);
  });

  test("JOB04 an empty folder says so", async () => {
    const { id } = await addClient(sayso);
    assert.match(
      await (await sayso.fetch(signed("folder", id, Date.now() + DAYS))).text(),
      /Nothing here yet/,
    );
  });

  test("INV53 its styles stand under a nonce of this one response", async () => {
    const url = signed("folder", client.id, Date.now() + DAYS);
    const [one, two] = [await sayso.fetch(url), await sayso.fetch(url)];
    const nonce = (answer: Response) =>
      /style-src 'self' 'nonce-([0-9a-f]{32})'/.exec(
        answer.headers.get("content-security-policy") ?? "",
      )?.[1];
    assert.ok(nonce(one) && nonce(one) !== nonce(two));
    assert.ok((await one.text()).includes(`<style nonce="${nonce(one)}">`));
  });
});

test("SUB08 a logo is served as an image that never changes under its name", async () => {
  await sayso.media.put(`assets/${client.id}/logo.png`, new Uint8Array([0x89, 0x50, 0x4e, 0x47]), {
    httpMetadata: { contentType: "image/png" },
  });
  await sayso.media.put(`assets/${client.id}/page.html`, "<script>", {
    httpMetadata: { contentType: "text/html" },
  });
  const logo = await sayso.fetch(`/media/${client.id}/logo.png`);
  assert.equal(logo.headers.get("content-type"), "image/png");
  assert.match(logo.headers.get("cache-control") ?? "", /immutable/);
  for (const other of ["page.html", "none.png", "..%2f..%2fdrive", "a".repeat(1100), "%00", "a b"])
    assert.equal((await sayso.fetch(`/media/${client.id}/${other}`)).status, 404);
});
