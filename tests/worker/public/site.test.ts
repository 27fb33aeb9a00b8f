import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { addPublication } from "../../support/people/owner/publications.ts";
import { addWall } from "../../support/people/owner/walls.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

/** The pages that may be found, and their titles. */
const FOUND = [
  ["/", "Sayso: video testimonials from your customers"],
  ["/demo", "Demo Version"],
  ["/onboarding", "Complete Your Setup"],
  ["/terms", "Terms & Conditions"],
  ["/privacy", "Privacy Policy"],
  ["/partners", "Partner programme"],
  ["/affiliates/terms", "Partner Terms"],
  ["/verify", "Verify a video"],
] as const;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const html = async (path: string) => (await sayso.fetch(path)).text();
const data = (page: string) =>
  JSON.parse(/<script type="application\/json" id="sayso-data">(.*?)<\/script>/s.exec(page)?.[1] ?? "null");
const set = (key: string, value: string) =>
  sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES (?, ?) ON CONFLICT (setting_key) DO UPDATE SET setting_value = excluded.setting_value",
    key,
    value,
  );

describe("the site", () => {
  test("RTE01 RTE07 AUT32 every public page answers without a login, whatever its query", async () => {
    for (const path of [
      "/",
      "/?ref=PAT10",
      "/demo",
      "/wpms",
      "/career-garage",
      "/wpmsaic",
      "/onboarding?plan=standard",
      "/thank-you",
      "/terms",
      "/ios-debug",
      "/privacy",
      "/sign-up/confirm",
    ]) {
      const answer = await sayso.fetch(path);
      assert.deepEqual([path, answer.status], [path, 200]);
      assert.match(answer.headers.get("content-type") ?? "", /^text\/html/);
      assert.match(await answer.text(), /<title>[^<]+<\/title>/);
    }
  });

  test("RTE05 any other path is the not-found screen with status 404, hidden from search engines", async () => {
    for (const path of ["/no-such-page", "/demo/more", "/wpms/more", "/WPMS", "/site", "/%zz"]) {
      const answer = await sayso.fetch(path);
      assert.deepEqual([path, answer.status], [path, 404]);
      assert.match(
        await answer.text(),
        /<title>Page not found<\/title><meta name="robots" content="noindex">/,
      );
    }
    for (const path of ["/webhooks/x", "/functions/v1/no-such-function", "/api/no-such"]) {
      assert.equal((await sayso.fetch(path, { method: "POST" })).status, 404, path);
    }
  });

  test("pages that may be found say what they are and where, and show a picture when shared (RTE01)", async () => {
    const seen = new Set<string>();
    for (const [path, title] of FOUND) {
      const page = await html(`${path}?utm=1`);
      const meta = (name: string) =>
        new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"`).exec(page)?.[1] ?? "";
      assert.ok(page.includes(`<title>${title.replace("&", "&amp;")}</title>`), path);
      assert.ok(meta("description").length > 50 && meta("description").length < 170, path);
      assert.equal(meta("og:title"), path === "/" ? title : `${title.replace("&", "&amp;")} | Sayso`);
      assert.equal(meta("og:description"), meta("description"));
      assert.equal(meta("og:url"), sayso.origin + path);
      assert.ok(page.includes(`<link rel="canonical" href="${sayso.origin}${path}">`));
      assert.ok(!page.includes('name="robots"'), path);
      const picture = await sayso.fetch(new URL(meta("og:image")).pathname);
      assert.deepEqual([path, picture.status, picture.headers.get("content-type")], [path, 200, "image/png"]);
      const bytes = Buffer.from(await picture.arrayBuffer());
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
      seen.add(meta("description"));
    }
    assert.equal(seen.size, FOUND.length, "each its own");
    const shop = await addClient(sayso);
    for (const path of [
      "/wpms",
      "/thank-you",
      "/sign-up/confirm",
      "/ios-debug",
      "/clients",
      "/clients/login",
      `/record/${shop.custom_slug}`,
    ]) {
      assert.match(await html(path), /<meta name="robots" content="noindex">/, path);
    }
    for (const path of ["/favicon.ico", "/apple-touch-icon.png"]) {
      const icon = await sayso.fetch(path);
      assert.deepEqual([path, icon.status, icon.headers.get("content-type")], [path, 200, "image/png"]);
    }
  });

  test("RTE01 BRA01 a business's link shows whose it is when it is sent, and stays hidden from search engines", async () => {
    const shop = await addClient(sayso, { company_name: "Fern & Field", logo_url: "/media/x/logo.png" });
    const shut = await addClient(sayso, { company_name: "Shut", status: "suspended" });
    const page = await html(`/record/${shop.custom_slug}`);
    assert.ok(page.includes('<meta name="robots" content="noindex">'));
    assert.ok(
      page.includes('<meta property="og:title" content="Share your experience with Fern &amp; Field">'),
    );
    assert.ok(page.includes(`<meta property="og:image" content="${sayso.origin}/media/x/logo.png">`));
    assert.match(await html("/wpms"), /og:title" content="Share your experience with WPMS"/);
    assert.doesNotMatch(await html(`/record/${shut.custom_slug}`), /og:/);
  });

  test("the map, the rules for robots and the manifest name what is there (RTE01)", async () => {
    const map = await html("/sitemap.xml");
    const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    assert.deepEqual(
      addresses,
      FOUND.map(([path]) => sayso.origin + path),
    );
    assert.match(await html("/robots.txt"), new RegExp(`Sitemap: ${sayso.origin}/sitemap.xml`));
    const manifest = JSON.parse(await html("/manifest.webmanifest"));
    assert.equal(manifest.name, "Sayso");
    assert.ok(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === "maskable"));
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await sayso.fetch(src);
      assert.deepEqual([icon.status, icon.headers.get("content-type")], [200, type], src);
      if (type !== "image/png") continue;
      const png = Buffer.from(await icon.arrayBuffer());
      assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes, src);
    }
    const shell = await html("/");
    const links = [...shell.matchAll(/<link rel="(icon|apple-touch-icon|manifest)"[^>]*href="([^"]+)"/g)];
    assert.deepEqual(links.map(([, rel]) => rel).toSorted(), ["apple-touch-icon", "icon", "manifest"]);
    for (const [, , href = ""] of links) assert.equal((await sayso.fetch(href)).status, 200, href);
  });

  test("the site's folder gives nothing but its pictures (RTE05)", async () => {
    for (const path of [
      "/site/",
      "/site/nothing.png",
      "/site/../index.html",
      "/site/..%2findex.html",
      "/site/og-home.txt",
    ]) {
      assert.equal((await sayso.fetch(path)).status, 404, path);
    }
  });

  test("BRA01 BRA04 a branded page carries its own business and webhook, and no page carries another's", async () => {
    const [logos, places] = [new Set<string>(), new Set<string>()];
    for (const [path, business] of [
      ["/wpms", "WPMS"],
      ["/career-garage", "Career Garage"],
      ["/wpmsaic", "WPMS AIC"],
    ]) {
      const { branded, record } = data(await html(path ?? ""));
      assert.deepEqual(
        [branded.client.company_name, branded.webhook, record],
        [business, `/webhooks/testimonials${path}`, null],
      );
      places.add(branded.client.review_link_url);
      const logo = await sayso.fetch(branded.client.logo_url);
      assert.deepEqual([logo.status, logo.headers.get("content-type")], [200, "image/svg+xml"]);
      logos.add(branded.client.logo_url);
      assert.equal(branded.client.email, undefined);
    }
    assert.equal(logos.size, 3);
    // A place's review form, not a search that may find several places.
    const [place = "", ...others] = places;
    assert.match(place, /^https:\/\/search\.google\.com\/local\/writereview\?placeid=[\w-]+$/);
    assert.deepEqual(others, []);
    // Data, not code: another row is another page.
    await sayso.change("INSERT INTO branded_pages (page, client_id) VALUES ('new-shop', 'wpms')");
    assert.equal(data(await html("/new-shop")).branded.webhook, "/webhooks/testimonials/new-shop");
  });

  test("HOM01 RTE01 pages of the site can be read without JavaScript, and others say what they need it for", async () => {
    const home = await html("/");
    assert.equal(home.match(/<h1/g)?.length, 1);
    for (const words of [
      "40-second video testimonial",
      "How It Works",
      "Standard Plan",
      "No Setup Plan",
      "You cannot pay online yet",
      "£10 off every month",
      "What is a video credit?",
      'href="mailto:support@sayso.example"',
    ])
      assert.ok(home.includes(words), words);
    assert.ok(!/needs JavaScript\. Please/.test(home) && !home.includes("~~"));
    assert.match(home, /<form inert="" /, "nothing can be typed that the app would take away");
    for (const [, address = ""] of home.matchAll(/(?:src|srcSet|href)="(\/assets\/[^"]+)"/g))
      assert.equal((await sayso.fetch(address)).status, 200, address);
    await set("payment_link_standard", "javascript:alert(1)");
    assert.ok(!(await html("/")).includes('href="javascript:'));
    await set("payment_link_standard", "https://pay.example/standard");
    const open = await html("/");
    assert.ok(!open.includes("You cannot pay online yet"));
    await sayso.change("DELETE FROM admin_settings");
    for (const [path, words, needs] of [
      ["/terms", "Terms &amp; Conditions</h1>", ""],
      ["/privacy", "Privacy Policy</h1>", ""],
      ["/partners", "Bring a shop. Earn every month.</h1>", ""],
      ["/demo", "Demo Version</h1>", "Recording needs JavaScript."],
      ["/onboarding", "Complete Your Setup</h1>", "The form needs JavaScript."],
      ["/clients/login", "Client login</h1>", "Logging in needs JavaScript."],
      ["/affiliates/login", "Partner login</h1>", "Logging in needs JavaScript."],
    ] as const) {
      const text = await html(path);
      assert.ok(text.includes(words), path);
      assert.equal(
        /<noscript class="needs-script">(.*?)<\/noscript>/s.exec(text)?.[1]?.includes(needs),
        true,
        path,
      );
      if (needs === "") assert.ok(text.includes('<noscript class="needs-script"></noscript>'), path);
    }
    const bought = await html("/onboarding?checkout=cs_1");
    assert.ok(!bought.includes("Complete Your Setup</h1>"), "it begins with what was paid");
  });

  test("HOM02 HOM06 HOM08 INV53 the home page carries what the settings say, and frames of those origins alone", async () => {
    const policy = async () => (await sayso.fetch("/")).headers.get("content-security-policy") ?? "";
    assert.match(await policy(), /frame-src 'none'/);
    assert.deepEqual(data(await html("/")).home, {
      payment_link_standard: null,
      payment_link_no_setup: null,
      campaign_id: "pre-launch",
      launch_discount: "£10 off every month",
      quotes: [],
      demo_video: null,
      testimonials: [null, null, null, null],
    });
    await set("embed_demo_video", "https://videos.example/embed/1?a=b");
    await set("embed_testimonial_2", "https://videos.example/embed/2");
    await set("embed_testimonial_3", "https://other.example/x;script-src *");
    await set("payment_link_standard", "https://pay.example/standard");
    await set("payment_link_no_setup", "https://pay.example/no-setup");
    const { home } = data(await html("/"));
    assert.deepEqual(
      [home.payment_link_standard, home.payment_link_no_setup, home.testimonials[1]],
      ["https://pay.example/standard", "https://pay.example/no-setup", "https://videos.example/embed/2"],
    );
    const text = await html("/");
    assert.equal(text.match(/href="https:\/\/pay\.example\/(standard|no-setup)"/g)?.length, 2);
    assert.match(await policy(), /frame-src https:\/\/other\.example https:\/\/videos\.example;/);
    assert.ok(!(await policy()).includes("script-src *"));
    const elsewhere = (await sayso.fetch("/demo")).headers.get("content-security-policy") ?? "";
    assert.match(elsewhere, /frame-src 'none'/);
    await sayso.change("DELETE FROM admin_settings");
  });

  test("the home page and the demo page show the wall of the settings, without a script too, while it is public and shows anybody (PUB13)", async () => {
    const shop = await addClient(sayso);
    const id = await addWall(sayso, shop, { name: "Shops & more say so" });
    const wall = { name: "Shops & more say so", embed_path: `/embed/wall/${id}` };
    await set("embed_wall", `${sayso.origin}/w/${id}`);
    const seen = async (path: string) => {
      const answer = await sayso.fetch(path);
      const text = await answer.text();
      return {
        wall: data(text).wall,
        frames: [...text.matchAll(/<iframe src="([^"]+)" title="Shops &amp; more say so"/g)].map(
          ([, src]) => src,
        ),
        allows: /frame-src ([^;]+);/.exec(answer.headers.get("content-security-policy") ?? "")?.[1],
      };
    };
    const nothing = { wall: null, frames: [], allows: "'none'" };
    assert.deepEqual(await seen("/"), nothing, "nobody is on it yet");
    const { id: submission } = await addPublication(sayso, shop);
    for (const path of ["/", "/demo"])
      assert.deepEqual(await seen(path), { wall, frames: [wall.embed_path], allows: "'self'" }, path);
    const { frames, ...terms } = await seen("/terms");
    assert.deepEqual([frames, terms], [[], { wall, allows: "'self'" }], "the app goes on to the demo page");
    assert.equal((await sayso.fetch(wall.embed_path)).headers.get("x-frame-options"), null);
    await set("embed_testimonial_1", "https://videos.example/embed/1");
    assert.equal((await seen("/")).allows, "'self' https://videos.example");
    await sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", shop.id);
    assert.deepEqual(await seen("/demo"), nothing);
    await sayso.change("UPDATE clients SET status = 'active' WHERE id = ?", shop.id);
    await sayso.change("UPDATE submissions SET publication = 'unpublished' WHERE id = ?", submission);
    assert.deepEqual(await seen("/demo"), nothing);
    await sayso.change("DELETE FROM admin_settings");
  });
});
