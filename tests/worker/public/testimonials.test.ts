// Published testimonials: what strangers see, and for how long.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as fc from "fast-check";
import type { Views } from "#api/generated/client.ts";
import { type ClientRow } from "../../support/people/owner/clients.ts";
import { jpeg, posterForm } from "../../support/people/owner/posters.ts";
import {
  change as changeAll,
  detailOf,
  GONE,
  own,
  press,
  PUBLIC,
  publicPath,
  publicStatuses,
  putPoster as replacePoster,
  withTestimonial as addTestimonial,
  type Owner,
} from "../../support/people/owner/testimonials.ts";
import { call } from "../../support/people/owner/users.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { mailTo, startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const DAY_MS = 86_400_000;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const withTestimonial = (overrides: Partial<ClientRow> = {}, customerName = "Ann Marie Example") =>
  addTestimonial(sayso, { customerName }, overrides);
const change = (owner: Owner, what: "publish" | "unpublish", ids: string[]) =>
  changeAll(sayso, owner, what, ids);
const detail = (owner: Owner) => detailOf(sayso, owner);
const putPoster = (owner: Owner, ...images: Parameters<typeof posterForm>) =>
  replacePoster(sayso, owner, ...images);
const post = (path: string) => press(sayso, path);
const statuses = (path: string) => publicStatuses(sayso, path);

/** Publishes it, waits for its copy and returns its public path. */
async function published(owner: Owner): Promise<string> {
  assert.deepEqual(await change(owner, "publish", [owner.id]), { changed: 1, left: 0 });
  return publicPath(sayso, owner);
}

/** Key of the public copy. */
async function copyOf({ id }: Owner): Promise<string> {
  return `public/${(await sayso.row("SELECT public_copy FROM submissions WHERE id = ?", id))?.public_copy}`;
}

describe("a testimonial", () => {
  test("PUB02 PUB03 PUB04 is private until its business publishes it, and has then a copy of its own", async () => {
    const owner = await withTestimonial();
    assert.equal((await detail(owner)).publication, null);
    assert.equal((await sayso.fetch(`/t/${owner.id}`)).status, 404);
    assert.equal((await sayso.fetch(`/t/${"0".repeat(32)}`)).status, 404);
    const path = await published(owner);
    assert.match(path, /^\/t\/[0-9a-f]{32}$/);
    assert.ok(!path.includes(owner.id));
    const film = await sayso.fetch(`${path}/film`);
    assert.deepEqual(await film.bytes(), owner.film);
    // Retention deletes the delivered one.
    await sayso.media.delete(await sayso.keys(`drive/${owner.client.id}/`));
    assert.equal((await sayso.fetch(`${path}/film`)).status, 200);
    const logged = await sayso.rows(
      "SELECT actor_id, action, after FROM audit_log WHERE subject = ?",
      owner.client.id,
    );
    assert.deepEqual(
      logged.map((line) => [line.action, line.after]),
      [["submission.publish", JSON.stringify({ submission: owner.id })]],
    );
    assert.ok(logged[0]?.actor_id);
    assert.deepEqual(await change(owner, "publish", [owner.id]), { changed: 0, left: 1 });
  });

  test("PUB02 PUB05 its owner sees beforehand the page that everybody will see", async () => {
    const owner = await withTestimonial({ company_name: "Corner <b>" });
    await putPoster(owner);
    const portal = `/api/client/${owner.client.id}/submissions/${owner.id}`;
    const preview = () => call(sayso, "GET", `${portal}/preview`, { cookie: owner.cookie });
    const seen = await preview();
    assert.deepEqual(
      [seen.status, seen.headers.get("cache-control"), await statuses(`/t/${owner.id}`)],
      [200, "no-store", GONE.map(() => 404)],
    );
    const mainOf = (html: string) => html.replace(/[^]*<main[^>]*>|<script[^]*|<h2>In chats[^]*/g, "");
    const html = await seen.text();
    const card = /<img class="card" src="([^"]*)"/.exec(html)?.[1] ?? "";
    const shown = await call(sayso, "GET", card.replaceAll("&#38;", "&"), { cookie: owner.cookie });
    const path = await published(owner);
    assert.deepEqual(await shown.bytes(), await (await sayso.fetch(`${path}/card.jpg`)).bytes());
    const expected = mainOf(html)
      .replace(/<p class="preview"[^>]*>.*?<\/p>/, "")
      .replace(`${portal}/video`, `${path}/film`)
      .replace(/"[^"]*\/poster\?at=\d+"/, `"${path}/poster.jpg"`);
    assert.equal(expected, mainOf(await (await sayso.fetch(path)).text()));
    await post(own(owner.id, "/withdraw"));
    assert.equal((await preview()).status, 404);
  });

  test("PUB01 PUB03 unpublished it is gone at once, back under its address within a day, and later without its copy", async () => {
    const owner = await withTestimonial();
    const path = await published(owner);
    await putPoster(owner);
    assert.deepEqual(await statuses(path), PUBLIC);
    assert.deepEqual(await change(owner, "unpublish", [owner.id]), { changed: 1, left: 0 });
    assert.deepEqual(await statuses(path), GONE);
    const at = async () =>
      (await sayso.row("SELECT published_at AS at FROM submissions WHERE id = ?", owner.id))?.at as number;
    await sayso.change(
      "UPDATE submissions SET published_at = published_at - ? WHERE id = ?",
      DAY_MS,
      owner.id,
    );
    const first = await at();
    assert.equal(await published(owner), path);
    assert.deepEqual(await statuses(path), PUBLIC);
    assert.equal(await at(), first, "undone, it has the date that it had");
    await change(owner, "unpublish", [owner.id]);
    await sayso.change(
      "UPDATE object_removals SET due_at = due_at - ? WHERE key = ?",
      DAY_MS,
      await copyOf(owner),
    );
    const copy = async () =>
      (await sayso.row("SELECT public_copy AS copy FROM submissions WHERE id = ?", owner.id))?.copy as string;
    const key = `public/${await copy()}`;
    assert.equal((await sayso.keys(key)).length, 1);
    await sayso.schedule(new Date());
    assert.deepEqual([await copy(), await sayso.keys(key)], [null, []]);
    assert.equal(await published(owner), path);
    assert.deepEqual(await statuses(path), PUBLIC);
    assert.ok((await at()) > first);
  });

  test("PUB03 whose video its drive has lost says so, and is public in no part", async () => {
    const owner = await withTestimonial();
    await sayso.media.delete(await sayso.keys(`drive/${owner.client.id}/`));
    await change(owner, "publish", [owner.id]);
    const { publication } = await until("the failure", async () => {
      const found = await detail(owner);
      return found.publication?.status === "failed" && found;
    });
    assert.equal(publication?.error, "The video is no longer in the drive that it was delivered to.");
    assert.equal((await sayso.fetch(publication?.path ?? "")).status, 410);
  });

  test("PUB02 of another business, on hold or unknown is not published", async () => {
    const [owner, other] = [await withTestimonial(), await withTestimonial()];
    assert.deepEqual(await change(owner, "publish", [other.id, crypto.randomUUID()]), {
      changed: 0,
      left: 2,
    });
    await sayso.change("UPDATE submissions SET hold = 'everything' WHERE id = ?", owner.id);
    assert.deepEqual(await change(owner, "publish", [owner.id]), { changed: 0, left: 1 });
  });

  test("PUB10 keeps a poster that fits, and refuses every other one", async () => {
    const owner = await withTestimonial();
    const poster = `/api/client/${owner.client.id}/submissions/${owner.id}/poster`;
    const shown = () => call(sayso, "GET", poster, { cookie: owner.cookie });
    assert.equal((await shown()).status, 404);
    const keys = async () =>
      sayso.keys(
        `posters/${(await sayso.row("SELECT poster FROM submissions WHERE id = ?", owner.id))?.poster}/`,
      );
    for (const [still, card, status] of [
      [new TextEncoder().encode("<svg onload=alert(1)>"), jpeg(1200, 630), 415],
      [jpeg(720, 1280), jpeg(1200, 600), 415],
      [
        Uint8Array.from([...jpeg(720, 1280).slice(0, -2), ...new Uint8Array(26_000), 0xff, 0xd9]),
        jpeg(1200, 630),
        415,
      ],
    ] as const)
      assert.equal((await putPoster(owner, still, card)).status, status);
    const twice = posterForm();
    twice.append("still", new File([jpeg(720, 1280)], "still.jpg", { type: "image/jpeg" }));
    const headers = { cookie: owner.cookie, origin: "https://sayso.test" };
    assert.equal((await sayso.fetch(poster, { method: "PUT", headers, body: twice })).status, 400);
    assert.equal((await shown()).status, 404);
    assert.equal((await putPoster(owner, Uint8Array.from([...jpeg(720, 1280), 1, 2, 3]))).status, 200);
    assert.deepEqual(await (await shown()).bytes(), jpeg(720, 1280), "nothing behind its end");
    assert.deepEqual([(await shown()).status, (await detail(owner)).submission.has_poster], [200, true]);
    const earlier = await keys();
    assert.equal(earlier.length, 2);
    assert.equal((await putPoster(owner, jpeg(360, 640))).status, 200);
    await sayso.schedule(new Date());
    assert.deepEqual(
      (await sayso.keys("posters/")).filter((key) => earlier.includes(key)),
      [],
    );
    assert.equal((await keys()).length, 2);
  });
});

describe("the page of a testimonial", () => {
  test("PUB05 PUB06 INV64 is complete without script, names itself to searches and chats, and sets no cookie", async () => {
    const owner = await withTestimonial({ company_name: "Salt & <i>Pepper</i>" });
    // No form accepts such a name.
    await sayso.change(
      "UPDATE submissions SET customer_name = ? WHERE id = ?",
      "Zoë </script><b>O'Neill",
      owner.id,
    );
    const path = await published(owner);
    await putPoster(owner);
    const answer = await sayso.fetch(path);
    const html = await answer.text();
    assert.equal(answer.headers.get("set-cookie"), null);
    assert.equal(answer.headers.get("cache-control"), "public, max-age=30");
    assert.doesNotMatch(html, /<i>|<b>|<\/script><b/);
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    assert.deepEqual(
      scripts.map((tag) => tag.replace(/nonce="\w+"/, "nonce")),
      ['<script type="application/ld+json">', "<script nonce>"],
    );
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "");
    assert.deepEqual(
      [data["@type"], data.contentUrl, data.thumbnailUrl, data.duration],
      ["VideoObject", `https://sayso.test${path}/film`, `https://sayso.test${path}/poster.jpg`, "PT3S"],
    );
    assert.match(
      html,
      /<meta property="og:image" content="https:\/\/sayso\.test\/t\/[0-9a-f]{32}\/card\.jpg" \/>/,
    );
    assert.match(html, /<video [^>]*poster="\/t\/[0-9a-f]{32}\/poster\.jpg" width="720" height="1280"/);
    const record = `/record/${owner.client.custom_slug}`;
    assert.match(html, new RegExp(`href="${record}">Ask for yours</a>`));
    assert.match(html, new RegExp(`<a class="business" href="${record}"><span>Salt &#38; `));
    const sitemap = `<link rel="sitemap" type="application/xml" href="${record}/testimonials.xml" />`;
    assert.ok(html.includes(sitemap) && !html.includes("noindex"));
    await sayso.change("UPDATE clients SET is_listed = 0 WHERE id = ?", owner.client.id);
    const unlisted = await (await sayso.fetch(path)).text();
    assert.match(unlisted, /<meta name="robots" content="noindex" \/>/);
    assert.doesNotMatch(unlisted, /sitemap/);
  });

  test("PUB07 other sites may frame the film's own page, and no other", async () => {
    const owner = await withTestimonial();
    const path = await published(owner);
    const frame = await sayso.fetch(path.replace("/t/", "/embed/"));
    assert.match(frame.headers.get("content-security-policy") ?? "", /frame-ancestors \*/);
    assert.equal(frame.headers.get("x-frame-options"), null);
    const page = await sayso.fetch(path);
    assert.match(page.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
    assert.equal(page.headers.get("x-frame-options"), "DENY");
    const film = await sayso.fetch(`${path}/film`);
    assert.deepEqual(
      ["cross-origin-resource-policy", "access-control-allow-origin", "cache-control"].map((name) =>
        film.headers.get(name),
      ),
      ["cross-origin", "*", "public, max-age=30"],
    );
  });

  for (const file of ["film", "poster.jpg", "card.jpg"])
    test(`PUB05 caches that know its ${file} get no bytes again`, async () => {
      const owner = await withTestimonial();
      const path = `${await published(owner)}/${file}`;
      await putPoster(owner);
      const etag = (await sayso.fetch(path)).headers.get("etag") ?? "";
      for (const [known, status] of [
        [etag, 304],
        [`W/${etag}`, 304],
        [`"other", W/${etag}`, 304],
        ["*", 304],
        ['"other"', 200],
      ] as const) {
        const answer = await sayso.fetch(path, { headers: { "if-none-match": known } });
        assert.deepEqual([answer.status, answer.headers.get("etag")], [status, etag], known);
        assert.equal(answer.headers.get("access-control-allow-origin"), "*");
        assert.equal((await answer.bytes()).length > 0, status === 200);
      }
    });

  test("PUB05 a range of its film is joined to no other film", async () => {
    const owner = await withTestimonial();
    const path = `${await published(owner)}/film`;
    const etag = (await sayso.fetch(path)).headers.get("etag") ?? "";
    for (const [same, status] of [
      [etag, 206],
      [`W/${etag}`, 200],
      ['"other"', 200],
    ] as const) {
      const headers = { range: "bytes=0-9", "if-range": same };
      assert.equal((await sayso.fetch(path, { headers })).status, status, same);
    }
  });

  test("PUB05 people get a page in place of an unknown one, programs an error, and frames nothing", async () => {
    const unknown = "0".repeat(32);
    const ask = async (path: string, accept: string) => {
      const answer = await sayso.fetch(path, { headers: { accept } });
      assert.equal(answer.status, 404, path);
      return { type: answer.headers.get("content-type"), text: await answer.text(), headers: answer.headers };
    };
    for (const path of [`/t/${unknown}`, "/t/x", `/w/${unknown}`, `/t/${unknown}/film`]) {
      const { type, text } = await ask(path, "text/html,*/*");
      assert.equal(type, "text/html; charset=utf-8");
      assert.match(text, /<h1>This page does not exist<\/h1>/);
      assert.equal((await ask(path, "*/*")).type, "application/json");
    }
    for (const path of [`/embed/${unknown}`, `/embed/wall/${unknown}`]) {
      const { text, headers } = await ask(path, "text/html");
      assert.doesNotMatch(text, /<body|<h1/);
      assert.match(headers.get("content-security-policy") ?? "", /frame-ancestors \*/);
    }
    assert.equal((await ask("/api/nothing", "text/html")).type, "application/json");
  });

  test("PUB06 oEmbed answers as JSON and XML within the wanted size, and says what it cannot", async () => {
    const owner = await withTestimonial({ company_name: "Salt & Pepper" });
    const path = await published(owner);
    await putPoster(owner);
    const ask = (query: string, of = path) =>
      sayso.fetch(`/oembed?url=${encodeURIComponent(`https://sayso.test${of}`)}${query}`);
    const json = await (await ask("&maxwidth=300&maxheight=300")).json();
    assert.deepEqual(
      [json.version, json.type, json.width, json.height, json.thumbnail_width],
      ["1.0", "video", 168, 300, undefined],
    );
    assert.match(
      json.html,
      /^<iframe src="https:\/\/sayso\.test\/embed\/[0-9a-f]{32}" title="[^"<>]+" width="168" height="300"/,
    );
    assert.equal((await (await ask("")).json()).thumbnail_width, 720);
    const xml = await ask("&format=xml");
    assert.equal(xml.headers.get("content-type"), "text/xml; charset=utf-8");
    assert.match(await xml.text(), /<author_name>Salt &amp; Pepper<\/author_name>/);
    assert.equal((await ask("&format=yaml")).status, 501);
    assert.equal((await ask("", "/terms")).status, 404);
  });

  test("PUB06 a client's sitemap lists what is public, until its plan ends", async () => {
    const owner = await withTestimonial();
    const path = await published(owner);
    const listed = async () =>
      (await (await sayso.fetch(`/record/${owner.client.custom_slug}/testimonials.xml`)).text()).includes(
        path,
      );
    assert.equal(await listed(), true);
    const listing = (is_listed: unknown) =>
      call(sayso, "PATCH", `/api/client/${owner.client.id}/listing`, { ...owner, body: { is_listed } });
    const asksNotTo = async () => (await (await sayso.fetch(path)).text()).includes('content="noindex"');
    assert.equal(await asksNotTo(), false);
    assert.equal((await listing("no")).status, 400);
    assert.equal((await listing(false)).status, 200);
    assert.deepEqual([await listed(), await asksNotTo()], [false, true]);
    assert.equal((await listing(true)).status, 200);
    assert.equal(await listed(), true);
    await sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", owner.client.id);
    assert.equal(await listed(), false);
  });

  test("PUB11 is counted by day and by site, as far as it is public, and says nothing about who sees it", async () => {
    const owner = await withTestimonial();
    const path = await published(owner);
    const count = async (view: string, host: string) =>
      (await sayso.fetch(`${path}/views?view=${view}&host=${host}`, { method: "POST" })).status;
    for (const view of ["shown", "begun", "half", "whole"])
      assert.equal(await count(view, "shop.example"), 200);
    assert.equal(await count("shown", ""), 200);
    assert.equal(await count("shown", "SHOP.example"), 200);
    assert.equal(await count("shown", encodeURIComponent("<b>evil</b>")), 200);
    assert.equal(await count("liked", ""), 400);
    const views = async () =>
      (
        await call(sayso, "GET", `/api/client/${owner.client.id}/submissions/${owner.id}/views`, owner)
      ).json() as Promise<Views>;
    const { days, hosts } = await until("the counts", async () => {
      const found = await views();
      return found.days[0]?.shown === 4 && found;
    });
    assert.deepEqual(hosts, [
      { host: "", shown: 2, begun: 0, half: 0, whole: 0 },
      { host: "shop.example", shown: 2, begun: 1, half: 1, whole: 1 },
    ]);
    assert.equal(days.length, 1);
    // Anybody can name hosts.
    for (let number = 0; number < 60; number += 1) await count("shown", `host${number}.example`);
    await until("all of them", async () => (await views()).days[0]?.shown === 64);
    const known = await sayso.rows("SELECT host FROM testimonial_views WHERE submission_id = ?", owner.id);
    assert.ok(known.length <= 70, `${known.length} hosts`);
    await change(owner, "unpublish", [owner.id]);
    assert.equal(await count("shown", ""), 410);
    await call(sayso, "DELETE", `/api/client/${owner.client.id}/submissions/${owner.id}`, owner);
    assert.deepEqual(
      await sayso.rows("SELECT 1 FROM testimonial_views WHERE submission_id = ?", owner.id),
      [],
    );
  });

  test("CNS05 names the customer as the customer chose", async () => {
    const owner = await withTestimonial({ company_name: "Corner" });
    const path = await published(owner);
    const title = async () => /<h1>(.*?)<\/h1>/.exec(await (await sayso.fetch(path)).text())?.[1];
    assert.equal(await title(), "Ann Marie Example about Corner");
    for (const [display, expected] of [
      ["initial", "Ann E. about Corner"],
      ["first", "Ann about Corner"],
      ["none", "A customer about Corner"],
    ]) {
      assert.equal((await post(own(owner.id, `/name/${display}`))).status, 303);
      assert.equal(await title(), expected);
    }
    assert.equal((await post(own(owner.id, "/name/other"))).status, 404);
  });

  test("CNS05 names the customer shorter if the business wants it, never longer", async () => {
    const owner = await withTestimonial({ company_name: "Corner" });
    const path = await published(owner);
    const title = async () => /<h1>(.*?)<\/h1>/.exec(await (await sayso.fetch(path)).text())?.[1];
    const limit = (display: string) =>
      call(sayso, "PUT", `/api/client/${owner.client.id}/submissions/${owner.id}/name`, {
        cookie: owner.cookie,
        body: { display },
      });
    const offered = async () =>
      (await detail(owner)).names.map(({ text, is_shown: is }) => (is ? `[${text}]` : text));
    assert.deepEqual(await offered(), ["[Ann Marie Example]", "Ann E.", "Ann", "No name"]);
    assert.equal((await limit("initial")).status, 200);
    assert.equal(await title(), "Ann E. about Corner");
    assert.match(await (await sayso.fetch(own(owner.id))).text(), /The business shows less: Ann E\./);
    await post(own(owner.id, "/name/first"));
    assert.deepEqual(await offered(), ["[Ann]", "No name"]);
    assert.equal((await limit("full")).status, 200);
    assert.equal(await title(), "Ann about Corner");
    assert.equal((await limit("nickname")).status, 400);
  });
});

describe("the customer's own page", () => {
  test("CNS02 CNS03 CNS04 it is mailed at the first publication, shows what was agreed to, and withdraws by POST only", async () => {
    const owner = await withTestimonial({ company_name: "Corner" });
    const path = await published(owner);
    const mail = await mailTo(sayso, owner.email);
    assert.equal(mail.subject, "Corner has published your testimonial");
    assert.ok(mail.text.includes(`https://sayso.test${path}`));
    const link = new URL(/https:\S+\/yours\/\S+/.exec(mail.text)?.[0] ?? "");
    assert.equal(link.pathname + link.search, own(owner.id));
    await change(owner, "unpublish", [owner.id]);
    await published(owner);
    const page = async () => (await sayso.fetch(own(owner.id))).text();
    assert.match(await page(), /It is public: .*Agreed<\/span><div>I agree that Corner/s);
    assert.equal((await sayso.fetch(own(owner.id, "/film"))).status, 200);
    // A program that follows links.
    assert.equal((await sayso.fetch(own(owner.id, "/withdraw"))).status, 404);
    assert.equal((await post(own(owner.id, "/withdraw").replace(/signature=\w/, "signature=x"))).status, 404);
    assert.equal((await sayso.fetch(path)).status, 200);
    await sayso.fetch(`${path}/views?view=shown&host=shop.example`, { method: "POST" });
    await until("it is counted", () =>
      sayso.row("SELECT 1 FROM testimonial_views WHERE submission_id = ?", owner.id),
    );
    const copy = await copyOf(owner);
    assert.equal((await sayso.keys(copy)).length, 1);
    assert.equal((await post(own(owner.id, "/withdraw"))).status, 303);
    assert.equal((await sayso.fetch(path)).status, 410);
    assert.match(await page(), /It is not public\. You have withdrawn your consent\./);
    assert.equal((await post(own(owner.id, "/withdraw"))).status, 303);
    const told = await until("the mail to the business", async () =>
      (await sayso.mails()).find(
        ({ to, subject }) =>
          [to].flat().includes(owner.client.email) && subject.includes("has withdrawn the consent"),
      ),
    );
    assert.match(told.text, /It was shown on shop\. example/, "no link to a host that anybody can name");
    const { withdrawn_at: withdrawnAt, shown_on: shownOn } = await detail(owner);
    assert.ok(withdrawnAt);
    assert.deepEqual(shownOn, ["shop.example"]);
    assert.deepEqual(await change(owner, "publish", [owner.id]), { changed: 0, left: 1 });
    const logged = await sayso.rows(
      "SELECT actor, actor_id FROM audit_log WHERE subject = ? AND action = 'consent.withdraw'",
      owner.client.id,
    );
    assert.deepEqual(logged, [{ actor: "customer", actor_id: null }]);
    await sayso.schedule(new Date());
    assert.deepEqual(await sayso.keys(copy), []);
    const mailed = (await sayso.mails()).filter(({ to }) => [to].flat().includes(owner.email));
    assert.equal(mailed.length, 1, "one mail for all publications");
  });

  test("CNS04 INV51 erases everything of the customer, tells the business, and its address stays gone", async () => {
    const owner = await withTestimonial({ company_name: "Corner" });
    const path = await published(owner);
    await putPoster(owner);
    const copy = await copyOf(owner);
    const poster = `posters/${(await sayso.row("SELECT poster FROM submissions WHERE id = ?", owner.id))?.poster}/`;
    assert.deepEqual([(await sayso.keys(copy)).length, (await sayso.keys(poster)).length], [1, 2]);
    await sayso.fetch(`${path}/views?view=shown&host=shop.example`, { method: "POST" });
    await until("it is counted", () =>
      sayso.row("SELECT 1 FROM testimonial_views WHERE submission_id = ?", owner.id),
    );
    for (const { status } of await Promise.all([
      post(own(owner.id, "/erase")),
      post(own(owner.id, "/erase")),
    ]))
      assert.equal(status, 200);
    const told = await until("the mail to the business", async () =>
      (await sayso.mails()).filter(
        ({ subject }) => subject === "A customer has erased a testimonial for Corner",
      ),
    );
    assert.deepEqual(
      told.map(({ to }) => [to].flat()),
      [[owner.client.email]],
    );
    assert.match(told[0]?.text ?? "", /It was shown on shop\. example/);
    assert.doesNotMatch(told[0]?.text ?? "", /Ann|Example/);
    const logged = await sayso.rows(
      "SELECT actor, actor_id FROM audit_log WHERE subject = ? AND action = 'submission.erase'",
      owner.client.id,
    );
    assert.deepEqual(logged, [{ actor: "customer", actor_id: null }]);
    assert.deepEqual(await statuses(path), GONE);
    assert.equal((await sayso.row("SELECT 1 FROM submissions WHERE id = ?", owner.id)) ?? null, null);
    await sayso.schedule(new Date());
    assert.deepEqual([await sayso.keys(copy), await sayso.keys(poster)], [[], []]);
    assert.equal((await post(own(owner.id, "/erase"))).status, 200);
    const gone = await sayso.fetch(own(owner.id), { headers: { accept: "text/html" } });
    assert.equal(gone.status, 404);
    assert.match(await gone.text(), /This testimonial has been erased\./);
  });
});

describe("histories", () => {
  type Step =
    | "publish"
    | "unpublish"
    | "withdraw"
    | "erase"
    | "suspend"
    | "activate"
    | "fail to pay"
    | "stay unpaid"
    | "pay"
    | "cancel"
    | "end"
    | "resume";
  const STEPS: Step[] = [
    "publish",
    "unpublish",
    "withdraw",
    "erase",
    "suspend",
    "activate",
    "fail to pay",
    "stay unpaid",
    "pay",
    "cancel",
    "end",
    "resume",
  ];

  /** The rule, kept beside the product. */
  type Model = { publication: "none" | "public" | "taken back" | "over"; active: boolean; plan: string };
  const isPublic = ({ publication, active, plan }: Model) =>
    publication === "public" && active && !["stay unpaid", "end"].includes(plan);

  async function take(owner: Owner, model: Model, step: Step): Promise<void> {
    const { id, client } = owner;
    const set = (sql: string, ...values: unknown[]) => sayso.change(`UPDATE ${sql}`, ...values);
    const unpaid = (since: number | null) =>
      set("subscriptions SET unpaid_since = ? WHERE client_id = ?", since, client.id);
    const cancelled = (at: number | null) => set("clients SET cancelled_at = ? WHERE id = ?", at, client.id);
    const now = Date.now();
    if (step === "publish") {
      await change(owner, "publish", [id]);
      if (model.publication !== "over") model.publication = "public";
      await until(
        "its copy",
        async () =>
          ((await sayso.row("SELECT 1 FROM submissions WHERE id = ? AND publication = 'copying'", id)) ??
            null) === null,
      );
    } else if (step === "unpublish") {
      await change(owner, "unpublish", [id]);
      if (model.publication === "public") model.publication = "taken back";
    } else if (step === "withdraw" || step === "erase") {
      await post(own(id, `/${step}`));
      model.publication = "over";
    } else if (step === "suspend" || step === "activate") {
      await set(
        "clients SET status = ? WHERE id = ?",
        step === "suspend" ? "suspended" : "active",
        client.id,
      );
      model.active = step === "activate";
    } else {
      await unpaid(step === "fail to pay" ? now - DAY_MS : step === "stay unpaid" ? now - 8 * DAY_MS : null);
      await cancelled(step === "cancel" ? now - DAY_MS : step === "end" ? now - 15 * DAY_MS : null);
      model.plan = step;
    }
  }

  /** Whether the customer's page says that it is public. */
  const isCalledPublic = async ({ id }: Owner) =>
    (await (await sayso.fetch(own(id))).text()).includes("It is public: ");

  for (const runs of cases(1, [10, 2990]))
    test(`INV62 PUB01 in ${runs} histories each public address answers, and the private page says so, exactly while the rule holds`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 8 }),
          async (steps) => {
            const owner = await withTestimonial();
            await sayso.change(
              `INSERT INTO subscriptions (id, client_id, customer, email, created_at, read_at)
             SELECT 'sub_' || id, id, 'cus_' || id, email, 0, 0 FROM clients WHERE id = ?`,
              owner.client.id,
            );
            await sayso.change(
              "UPDATE clients SET subscription_id = 'sub_' || id WHERE id = ?",
              owner.client.id,
            );
            await putPoster(owner);
            const path = await published(owner);
            const model: Model = { publication: "public", active: true, plan: "pay" };
            for (const step of steps) {
              await take(owner, model, step);
              const history = `${steps.join(", ")}: ${step}`;
              assert.deepEqual(await statuses(path), isPublic(model) ? PUBLIC : GONE, history);
              assert.equal(await isCalledPublic(owner), isPublic(model), history);
            }
          },
        ),
        { numRuns: runs, seed: 62 },
      );
    });
});
