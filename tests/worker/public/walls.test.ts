// Walls of testimonials: what strangers see of them, and the script that shows them on other sites.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import type { Wall, Walls, WallSettings } from "#api/generated/walls.ts";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { creditCalls } from "../../support/people/owner/credits.ts";
import { addPublication, type Publication } from "../../support/people/owner/publications.ts";
import { addTranscript } from "../../support/people/owner/transcripts.ts";
import { call } from "../../support/people/owner/users.ts";
import { addWall, wallSettings } from "../../support/people/owner/walls.ts";
import { brotliBytes } from "../../support/runtime/brotli.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const DAY_MS = 86_400_000;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { ownerOf } = creditCalls(() => sayso);

/** A client with published testimonials, the newest first, named `Ann 1` and so on. */
async function withTestimonials(count: number, overrides: Partial<ClientRow> = {}) {
  const client = await addClient(sayso, overrides);
  const found: Publication[] = [];
  for (let index = 0; index < count; index += 1) {
    const published_at = Date.now() - index * 1000;
    found.push(await addPublication(sayso, client, { customer_name: `Ann ${index + 1}`, published_at }));
  }
  return { client, testimonials: found };
}

/** Names on a page, in order. */
async function namesAt(path: string): Promise<string[]> {
  const answer = await sayso.fetch(path);
  assert.equal(answer.status, 200);
  return [...(await answer.text()).matchAll(/<figcaption><a [^>]*>(.*?)<\/a>/g)].map(
    ([, name]) => name ?? "",
  );
}

const pins = (...items: [Publication | undefined, boolean][]) =>
  items.map(([one, pinned]) => ({ id: one?.id ?? "", pinned }));

describe("a wall", () => {
  test("shows the chosen public testimonials in order, pinned first, and nothing else (PUB09, PUB01)", async () => {
    const { client, testimonials } = await withTestimonials(5);
    const [one, two, three, four] = testimonials;
    const stranger = (await withTestimonials(1)).testimonials[0];
    const items = pins([three, true], [stranger, true], [two, false], [four, false], [one, false]);
    const path = `/w/${await addWall(sayso, client, { filling: "by-hand", items })}`;
    assert.deepEqual(await namesAt(path), ["Ann 3", "Ann 2", "Ann 4", "Ann 1"]);
    const set = (sql: string, ...values: unknown[]) =>
      sayso.change(`UPDATE submissions SET ${sql}`, ...values);
    await set("publication = 'unpublished' WHERE id = ?", two?.id);
    await set("publication = NULL, public_id = NULL WHERE id = ?", three?.id);
    assert.deepEqual(await namesAt(path), ["Ann 4", "Ann 1"]);
    await set("name_display = 'none' WHERE id = ?", four?.id);
    assert.deepEqual(await namesAt(path), ["A customer", "Ann 1"]);
  });

  test("of all shows the newest after the pinned ones, 12 at once, and links to the next page (PUB09)", async () => {
    const { client, testimonials } = await withTestimonials(26);
    const items = pins([testimonials[24], true], [testimonials[2], false]);
    const path = `/w/${await addWall(sayso, client, { items })}`;
    const numbers = [25, ...Array.from({ length: 24 }, (_, index) => index + 1), 26];
    const all = numbers.map((number) => `Ann ${number}`);
    assert.deepEqual(await namesAt(path), all.slice(0, 12));
    assert.deepEqual(await namesAt(`${path}?page=2`), all.slice(12, 24));
    assert.deepEqual(await namesAt(`${path}?page=3`), all.slice(24));
    const links = async (page: string) =>
      [...(await (await sayso.fetch(path + page)).text()).matchAll(/href="\?page=(\d+)"/g)].map(
        ([, to]) => to,
      );
    assert.deepEqual(await Promise.all(["", "?page=2", "?page=3"].map(links)), [["2"], ["1", "3"], ["2"]]);
    for (const folder of ["/w", "/embed/wall"]) {
      const answer = await sayso.fetch(path.replace("/w", folder) + "?page=9");
      const beyond = await answer.text();
      assert.equal(answer.status, 404);
      assert.match(beyond, /This wall has no such page\. <a href="\?page=1">See the first one<\/a>/);
      assert.doesNotMatch(beyond, /No testimonials|<nav/);
    }

    const filled = pins(...testimonials.slice(0, 12).map((one): [Publication, boolean] => [one, true]));
    const full = await sayso.fetch(`/w/${await addWall(sayso, client, { items: filled })}`);
    assert.match(await full.text(), /href="\?page=2"/, "a page of pinned ones is followed by the others");
  });

  test("refers to a poster only if it has one, and to its sitemap if it is listed (PUB06, PUB09)", async () => {
    const { client, testimonials } = await withTestimonials(1);
    const shown = await addWall(sayso, client, { filling: "by-hand", items: pins([testimonials[0], false]) });
    const empty = await addWall(sayso, client, { filling: "by-hand" });
    const page = async (id: string) => (await sayso.fetch(`/w/${id}`)).text();
    assert.match(await page(empty), /No testimonials are public here at the moment/);
    for (const [id, status] of [
      [shown, 200],
      [empty, 404],
    ] as const) {
      assert.equal((await page(id)).includes('poster.jpg">'), status === 200);
      assert.equal((await sayso.fetch(`/w/${id}/poster.jpg`)).status, status);
    }
    const sitemap = /<link rel="sitemap" type="application\/xml" href="(.*?)">/;
    const address = sitemap.exec(await page(shown))?.[1] ?? "";
    assert.ok((await (await sayso.fetch(address)).text()).includes(`/t/${testimonials[0]?.publicId}<`));
    await sayso.change("UPDATE clients SET is_listed = 0 WHERE id = ?", client.id);
    assert.doesNotMatch(await page(shown), sitemap);
  });

  test("by tag shows the newest with it after the pinned ones (PUB09, PUB12)", async () => {
    const { client, testimonials } = await withTestimonials(4);
    const tag = (number: number, tags: string[]) =>
      sayso.change(
        "UPDATE submissions SET tags = ? WHERE id = ?",
        JSON.stringify(tags),
        testimonials[number]?.id,
      );
    await tag(1, ["Summer", "Café"]);
    await tag(3, ["Café"]);
    await tag(2, ["Caf"]);
    const items = pins([testimonials[0], true], [testimonials[2], false]);
    const id = await addWall(sayso, client, { filling: "by-tag", tag: "Café", items });
    assert.deepEqual(await namesAt(`/w/${id}`), ["Ann 1", "Ann 2", "Ann 4"]);
  });

  for (const filling of ["all", "by-hand"] as const)
    test(`of 12, ${filling}, reads at most 16 rows (BUDGET PUB09)`, async () => {
      const { client, testimonials } = await withTestimonials(12);
      const items = pins(...testimonials.map((one, index) => [one, index === 7] as [Publication, boolean]));
      const id = await addWall(sayso, client, { filling, items });
      await sayso.change(
        `INSERT INTO subscriptions (id, client_id, customer, email, created_at, read_at)
         SELECT 'sub_' || id, id, 'cus_' || id, email, 0, 0 FROM clients WHERE id = ?`,
        client.id,
      );
      await sayso.change("UPDATE clients SET subscription_id = 'sub_' || id WHERE id = ?", client.id);
      sayso.server.clearLogs();
      assert.equal((await namesAt(`/embed/wall/${id}`)).length, 12);
      const rows = sayso.log().findLast((line) => line.kind === "request")?.rows_read as number;
      assert.ok(rows > 12 && rows <= 16, `${rows} rows`);
    });

  test("answers 410 without content while its client's plan has ended, and once it is deleted (PUB01, PUB09)", async () => {
    const { client } = await withTestimonials(1, { company_name: "Corner Example" });
    const cookie = await ownerOf(client);
    const id = await addWall(sayso, client);
    const addresses = [
      `/w/${id}`,
      `/w/${id}/poster.jpg`,
      `/embed/wall/${id}`,
      `/oembed?url=${encodeURIComponent(`https://sayso.test/w/${id}`)}`,
    ];
    const statuses = () =>
      Promise.all(
        addresses.map(async (address) => {
          const answer = await sayso.fetch(address, { headers: { accept: "text/html" } });
          const body = await answer.text();
          if (answer.status === 410) assert.doesNotMatch(body, /Example|Ann/);
          return answer.status;
        }),
      );
    const set = (sql: string, value: unknown) =>
      sayso.change(`UPDATE clients SET ${sql} WHERE id = ?`, value, client.id);
    assert.deepEqual(await statuses(), [200, 200, 200, 200]);
    await set("status = ?", "suspended");
    assert.deepEqual(await statuses(), [410, 410, 410, 410]);
    await set("status = ?", "active");
    await set("cancelled_at = ?", Date.now() - 15 * DAY_MS);
    assert.deepEqual(await statuses(), [410, 410, 410, 410]);
    const gone = await sayso.fetch(`/embed/wall/${id}`, { headers: { accept: "text/html" } });
    assert.match(gone.headers.get("content-security-policy") ?? "", /frame-ancestors \*/);
    await set("cancelled_at = ?", null);
    assert.deepEqual(await statuses(), [200, 200, 200, 200]);
    const path = `/api/client/${client.id}/walls/${id}`;
    assert.equal((await call(sayso, "DELETE", path, { cookie })).status, 200);
    assert.deepEqual(await statuses(), [410, 410, 410, 410]);
    assert.equal((await call(sayso, "DELETE", path, { cookie })).status, 404);
    assert.equal((await sayso.fetch(`/w/${"0".repeat(32)}`)).status, 404);
  });

  test("runs no script of others, sets no cookie, loads nothing from others, and may be framed by every site (PUB07, INV64)", async () => {
    const { client } = await withTestimonials(2, { company_name: "Salt & <i>Pepper</i>" });
    await addPublication(sayso, client, { customer_name: `Zoë "><script>alert(1)</script>` });
    const id = await addWall(sayso, client, { name: "</title><b>Loved</b>" });
    for (const [path, frames] of [
      [`/embed/wall/${id}`, "*"],
      [`/w/${id}`, "'none'"],
    ] as const) {
      const answer = await sayso.fetch(path);
      const html = await answer.text();
      const policy = answer.headers.get("content-security-policy") ?? "";
      assert.ok(policy.includes(`frame-ancestors ${frames};`), policy);
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /script-src 'nonce-\w+'; connect-src https:\/\/sayso\.test;/);
      assert.equal(answer.headers.get("x-frame-options"), frames === "*" ? null : "DENY");
      assert.equal(answer.headers.get("set-cookie"), null);
      assert.equal(answer.headers.get("cache-control"), "public, max-age=30");
      assert.doesNotMatch(html, /<script>|<i>|<b>Loved|<link rel="stylesheet"/);
      // It counts views.
      assert.equal(html.match(/<script /g)?.length, 1);
      for (const [, address] of html.matchAll(/ src="(.*?)"/g))
        assert.match(address ?? "", /^\/t\/[0-9a-f]{32}\//);
      assert.equal(
        html.match(/<video [^>]*controls playsinline preload="none" crossorigin width="720" height="1280"/g)
          ?.length,
        3,
      );
      assert.equal(html.match(/<img [^>]*loading="lazy"/g)?.length, 3);
    }
  });

  test("looks as its theme says, in the dark with background and text in each other's place (PUB09)", async () => {
    const { client } = await withTestimonials(1);
    const colors = { accent: "#00ff00", background: "#eeeeee", text: "#111111", radius: 3 };
    const styleOf = async (changes: Partial<WallSettings>, query = "") => {
      const id = await addWall(sayso, client, { ...colors, ...changes });
      const html = await (await sayso.fetch(`/embed/wall/${id}${query}`)).text();
      return /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
    };
    assert.match(await styleOf({ scheme: "light" }), /:root\{--b:#eeeeee;--t:#111111;color-scheme:light\}/);
    assert.match(await styleOf({ scheme: "dark" }), /:root\{--b:#111111;--t:#eeeeee;color-scheme:dark\}/);
    assert.match(
      await styleOf({ scheme: "visitor" }),
      /--b:#eeeeee.*prefers-color-scheme:dark\)\{:root\{--b:#111111;--t:#eeeeee/s,
    );
    assert.match(await styleOf({}), /border-radius:3px.*background:#00ff00;color:#15120e/s);
    assert.match(await styleOf({ layout: "row" }), /scroll-snap-type/);
    assert.match(await styleOf({}), /src:url\(\/assets\/[\w/-]+\.woff2\)/);
    const font = `?font=${encodeURIComponent('Georgia, "Times New Roman"')}`;
    assert.match(
      await styleOf({ typeface: "host" }, font),
      /1rem\/1\.4 Georgia, "Times New Roman",system-ui/,
    );
    assert.match(await styleOf({ typeface: "host" }, "?font=x}*{color:red"), /1rem\/1\.4 system-ui/);
  });
});

describe("the owner of walls", () => {
  test("makes, changes and deletes up to 20, and keeps what is refused out (PUB09)", async () => {
    const { client, testimonials } = await withTestimonials(2);
    const cookie = await ownerOf(client);
    const path = `/api/client/${client.id}/walls`;
    const ask = async (method: string, to: string, body?: unknown) => {
      const answer = await call(sayso, method, to, { cookie, body });
      return { status: answer.status, body: await answer.json() };
    };
    assert.deepEqual((await ask("POST", path, { name: " " })).body.fields, { name: "Please fill this in." });
    const made = (await ask("POST", path, { name: "Front page" })).body as Wall;
    assert.equal(made.path, `/w/${made.id}`);
    assert.deepEqual(made.settings, wallSettings());
    const items = pins([testimonials[0], false], [testimonials[1], true]);
    const wanted = { ...made.settings, name: " Shop ", layout: "single", filling: "by-hand", items };
    const changed = (await ask("PUT", `${path}/${made.id}`, wanted)).body as Wall;
    assert.deepEqual(changed.settings, { ...wanted, name: "Shop", items: items.toReversed() });
    for (const [bad, field] of [
      [{ accent: "red" }, "accent"],
      [{ background: "#000;}" }, "background"],
      [{ text: "#12345" }, "text"],
      [{ radius: 33 }, "radius"],
      [{ items: [...items, ...items] }, "items"],
      [{ name: "x".repeat(81) }, "name"],
    ] as const) {
      const { status, body } = await ask("PUT", `${path}/${made.id}`, { ...wanted, ...bad });
      assert.deepEqual([status, Object.keys(body.fields)], [400, [field]]);
    }
    for (const bad of [{ layout: "pile" }, { scheme: "x" }, { typeface: "Arial" }, { radius: -1 }])
      assert.equal((await ask("PUT", `${path}/${made.id}`, { ...wanted, ...bad })).status, 400);
    const listed = (await ask("GET", path)).body as Walls;
    assert.deepEqual(listed.walls, [changed]);
    assert.deepEqual(
      listed.testimonials.map(({ customer_name }) => customer_name),
      ["Ann 1", "Ann 2"],
    );
    for (let count = 1; count < 20; count += 1)
      assert.equal((await ask("POST", path, { name: "w" })).status, 200);
    const { status, body } = await ask("POST", path, { name: "w" });
    assert.deepEqual([status, body.code], [409, "too_many_walls"]);
    const other = await addWall(sayso, (await withTestimonials(0)).client);
    assert.equal((await ask("PUT", `${path}/${other}`, wanted)).status, 404);
    assert.equal((await ask("DELETE", `${path}/${other}`)).status, 404);
  });

  test("holds 200 testimonials, of which all are found over the pages (PUB09)", async () => {
    const { client, testimonials } = await withTestimonials(2);
    const [first, last] = testimonials;
    const missing = Array.from({ length: 198 }, () => ({ id: crypto.randomUUID(), pinned: false }));
    const items = [{ id: last?.id ?? "", pinned: false }, ...missing, { id: first?.id ?? "", pinned: false }];
    const cookie = await ownerOf(client);
    const id = await addWall(sayso, client);
    const path = `/api/client/${client.id}/walls/${id}`;
    const body = wallSettings({ filling: "by-hand", items });
    assert.equal((await call(sayso, "PUT", path, { cookie, body })).status, 200);
    assert.deepEqual(await namesAt(`/w/${id}`), ["Ann 2", "Ann 1"]);
  });
});

describe("embeds", () => {
  test("weigh at most 2.5 kB for a wall of 12 with captions, 1.5 kB for one, and the script 1 kB (BUDGET PUB07, PUB08)", async () => {
    const { client, testimonials } = await withTestimonials(12);
    for (const { id } of testimonials) await addTranscript(sayso, id);
    const bytes = async (path: string) => brotliBytes(await (await sayso.fetch(path)).bytes());
    for (const layout of ["grid", "row", "single"] as const) {
      const wall = await bytes(`/embed/wall/${await addWall(sayso, client, { layout })}`);
      assert.ok(wall <= 2500, `${layout} ${wall}`);
    }
    const one = await bytes(`/embed/${testimonials[0]?.publicId}`);
    assert.ok(one <= 1500, `one ${one}`);
    const script = await bytes("/embed.js");
    assert.ok(script <= 1000, `script ${script}`);
  });

  test("have a script that other sites may run, and that caches ask for again (PUB07)", async () => {
    const answer = await sayso.fetch("/embed.js");
    assert.equal(await answer.text(), await readFile("worker/src/routes/public/embed.js", "utf8"));
    assert.deepEqual(
      ["content-type", "cross-origin-resource-policy", "cache-control", "set-cookie"].map((name) =>
        answer.headers.get(name),
      ),
      ["text/javascript; charset=utf-8", "cross-origin", "public, max-age=86400, must-revalidate", null],
    );
    const etag = answer.headers.get("etag") ?? "";
    assert.equal((await sayso.fetch("/embed.js", { headers: { "if-none-match": etag } })).status, 304);
  });

  test("of walls are described as oEmbed of type rich within the wanted size (PUB07)", async () => {
    const { client } = await withTestimonials(1, { company_name: "Salt & Pepper" });
    const id = await addWall(sayso, client);
    const ask = (query: string) =>
      sayso.fetch(`/oembed?url=${encodeURIComponent(`https://sayso.test/w/${id}`)}${query}`);
    const json = await (await ask("&maxwidth=500&maxheight=9000")).json();
    assert.deepEqual([json.version, json.type, json.width, json.height], ["1.0", "rich", 500, 640]);
    // A style would undo the size.
    assert.match(json.html, / width="500" height="640" [^>]*style="max-width:100%"/);
    assert.match(
      json.html,
      /^<iframe src="https:\/\/sayso\.test\/embed\/wall\/[0-9a-f]{32}" title="Video testimonials for Salt &amp; Pepper" width="500" height="640"/,
    );
    const page = await (await sayso.fetch(`/w/${id}`)).text();
    const found =
      /type="application\/json\+oembed" href="(.*?)"/.exec(page)?.[1]?.replaceAll("&#38;", "&") ?? "";
    const address = new URL(found.replaceAll("&amp;", "&"));
    assert.equal((await sayso.fetch(address.pathname + address.search)).status, 200);
  });
});
