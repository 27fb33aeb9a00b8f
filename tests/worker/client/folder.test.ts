import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { linkSignature } from "../../support/runtime/keys.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const DAYS = 24 * 3_600_000;
let sayso: Sayso;
let client: ClientRow;
let own: string;
let stranger: string;
let admin: string;
let affiliate: string;
before(async () => {
  sayso = await startWorker();
  client = await addClient(sayso);
  own = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
  stranger = await signIn(sayso, await addUser(sayso, { clientId: (await addClient(sayso)).id }));
  admin = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
  affiliate = await signIn(sayso, await addUser(sayso, { roles: ["affiliate"] }), "affiliate");
});
after(() => sayso.close());

const get = (path: string, cookie = "") => sayso.fetch(path, { headers: cookie ? { cookie } : {} });
const linksIn = (html: string) =>
  [...html.matchAll(/href="(\/drive[^"]+)"/g)].map((m) => (m[1] ?? "").replaceAll("&#38;", "&"));
const signed = (id: string, expires: number) =>
  `/drive/folder/${id}?expires=${expires}&signature=${linkSignature("folder", id, expires)}`;

describe("the folder page of the built-in drive", () => {
  before(async () => {
    for (const day of ["2026-09-30", "2026-10-01", "2026-10-31"])
      await addSubmission(sayso, client, { created_at: Date.parse(`${day}T12:00:00Z`), withVideo: true });
  });

  test("JOB10 shows the client's own user its files by month, each opening by the sign-in alone", async () => {
    for (const cookie of [own, admin]) {
      const answer = await get(`/drive/folder/${client.id}`, cookie);
      assert.equal(answer.status, 200);
      const html = await answer.text();
      const headings = [...html.matchAll(/<h2>([^<]+)<\/h2>/g)].map((m) => m[1]);
      assert.deepEqual(headings, ["October 2026", "September 2026"]);
      assert.match(html, /2026-10-31[^]*2026-10-01[^]*2026-09-30/);
      const links = linksIn(html);
      assert.equal(links.length, 3);
      for (const link of links) {
        assert.ok(!link.includes("signature"));
        assert.equal((await get(link, cookie)).status, 200);
        assert.equal((await get(link, stranger)).status, 404);
      }
    }
    await sayso.change("UPDATE submissions SET size_bytes = 4000 WHERE client_id = ?", client.id);
    const small = await (await get(`/drive/folder/${client.id}`, own)).text();
    assert.match(small, /\b4 kB/);
    assert.doesNotMatch(small, /\b0\.0 MB/);
  });

  test("AUT18 without a sign-in it leads to the login page and back", async () => {
    const answer = await get(`/drive/folder/${client.id}`);
    assert.deepEqual(
      [answer.status, answer.headers.get("location")],
      [302, `/clients/login?next=/drive/folder/${client.id}`],
    );
    const gone = await get(`/drive/folder/${client.id}`, "__Host-session=made-up");
    assert.equal(gone.status, 302);
  });

  test("INV40 to a stranger it is not found, exactly like a folder that does not exist", async () => {
    const page = async (path: string, cookie: string) => {
      const answer = await get(path, cookie);
      return [answer.status, (await answer.text()).replaceAll(/nonce="\w+"/g, "")];
    };
    const unknown = await page(`/drive/folder/${crypto.randomUUID()}`, stranger);
    assert.equal(unknown[0], 404);
    for (const cookie of [stranger, affiliate])
      assert.deepEqual(await page(`/drive/folder/${client.id}`, cookie), unknown);
  });

  test("EML10 a signed link's videos open no longer than the link itself", async () => {
    const expires = Date.now() + 2 * DAYS;
    const links = linksIn(await (await get(signed(client.id, expires))).text());
    assert.equal(links.length, 3);
    for (const link of links)
      assert.equal(new URL(link, "https://x").searchParams.get("expires"), String(expires));
    assert.equal((await get(links[0] ?? "")).status, 200);
  });

  test("EML10 a signed link that has expired still opens for whoever is signed in", async () => {
    const expired = signed(client.id, Date.now() - 1);
    const page = await get(expired);
    assert.equal(page.status, 410);
    assert.ok(
      (await page.text()).includes(`href="/clients/login?next=/drive/folder/${client.id}">Sign in</a>`),
    );
    assert.equal((await get(expired, stranger)).status, 410);
    assert.equal((await get(expired, own)).status, 200);
  });

  test("JOB10 more than a page goes on under Older videos, with the same guard", async () => {
    const shop = await addClient(sayso);
    const at = Date.parse("2026-11-01T12:00:00Z");
    for (let i = 0; i < 103; i += 1) await addSubmission(sayso, shop, { created_at: at - i });
    const first = await (await get(signed(shop.id, Date.now() + DAYS))).text();
    const older = linksIn(first).find((link) => link.includes("before=")) ?? "";
    const rest = linksIn(await (await get(older)).text());
    assert.equal(linksIn(first).length, 101);
    assert.equal(rest.length, 3);
    assert.equal(
      (await get(older.replace(/(signature=)(\w)/, (_, name, digit) => name + (digit === "0" ? "1" : "0"))))
        .status >= 400,
      true,
    );
  });

  test("JOB10 a video in a drive that has ended is shown as that, without a link that leads nowhere", async () => {
    const shop = await addClient(sayso);
    const here = await addSubmission(sayso, shop, { withVideo: true });
    const unreachable = await addSubmission(sayso, shop, { customer_name: "Away Example" });
    const connectionId = crypto.randomUUID();
    await sayso.change(
      `INSERT INTO drive_connections (id, client_id, provider, link, address, account, connected_at)
       VALUES (?1, ?2, 'webdav', 'https://nas.example/', 'https://nas.example/', 'ann', 1)`,
      connectionId,
      shop.id,
    );
    await sayso.change(
      "UPDATE submissions SET drive = 'webdav', drive_connection_id = ? WHERE id = ?",
      connectionId,
      unreachable,
    );
    const path = signed(shop.id, Date.now() + DAYS);
    const html = await (await get(path)).text();
    assert.match(
      html,
      /<b>Away Example<\/b>.*\.webm<\/span><small>In a drive that is no longer connected: open it there, or connect/,
    );
    assert.deepEqual(
      linksIn(html).map((link) => link.split("?")[0]),
      [`/drive/watch/${here}`],
    );
    await sayso.change(
      "UPDATE drive_connections SET credential = 'x', key_id = 'x' WHERE id = ?",
      connectionId,
    );
    assert.equal(
      linksIn(await (await get(path)).text()).length,
      2,
      "connected again, it can be opened again",
    );
  });

  test("INV47 INV53 names are text, and the page keeps its policy", async () => {
    const shop = await addClient(sayso, { company_name: '<img src=x onerror="alert(1)">' });
    const answer = await get(`/drive/folder/${shop.id}`, admin);
    assert.ok(!(await answer.text()).includes("<img"));
    assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'/);
  });
});
