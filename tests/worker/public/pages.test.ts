import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

async function page(path: string) {
  const answer = await sayso.fetch(path);
  const html = await answer.text();
  const json = /<script type="application\/json" id="sayso-data">(.*?)<\/script>/s.exec(html)?.[1];
  return { status: answer.status, headers: answer.headers, html, data: JSON.parse(json ?? "null") };
}

const lookUp = async (slug: string) => {
  const answer = await sayso.fetch(`/api/public/get_client_by_slug?_slug=${encodeURIComponent(slug)}`);
  return { status: answer.status, clients: await answer.json() };
};

describe("pages", () => {
  test("RTE01 the pages that exist answer without login", async () => {
    const { custom_slug } = await addClient(sayso);
    for (const path of [
      "/",
      "/terms",
      "/privacy",
      "/ios-debug",
      `/record/${custom_slug}`,
      `/record/${custom_slug}/video`,
    ]) {
      assert.equal((await page(path)).status, 200, path);
    }
  });

  test("RTE05 a path that no route names is 404 with the shell that shows the not-found screen", async () => {
    for (const path of [
      "/nothing",
      "/record",
      "/record/a/b/c",
      "/x//evil.example",
      "/admin.php",
      "/%2e%2e/x",
    ]) {
      const { status, html } = await page(path);
      assert.equal(status, 404, path);
      assert.match(html, /<title>Page not found/);
    }
    const api = await sayso.fetch("/api/nothing");
    assert.equal(api.status, 404);
    assert.equal(((await api.json()) as { code: string }).code, "not_found");
  });

  test("RTE06 SUB21 a trailing slash, or a sign too many, is the same screen", async () => {
    const { custom_slug, id } = await addClient(sayso);
    for (const path of [
      `/record/${custom_slug}/`,
      `/record/${custom_slug}`,
      `/record/${custom_slug}.`,
      `/record/${custom_slug}%20`,
    ])
      assert.equal((await page(path)).data.record.client.id, id);
  });

  test("REC01 a record page that takes testimonials is rendered ahead, and no other page", async () => {
    const overrides = {
      company_name: `<i>"Ann's" & ~~support_url~~`,
      review_link_type: "Trustpilot",
      review_link_url: `https://trust.example/"><script>`,
    };
    const { custom_slug: slug } = await addClient(sayso, overrides);
    const escaped = "&lt;i&gt;&quot;Ann&#39;s&quot; &amp; ~~support_url~~";
    const invitation = (await page(`/record/${slug}`)).html;
    assert.ok(invitation.includes(`Share your experience with ${escaped}</h1>`));
    assert.ok(invitation.includes(`href="https://trust.example/&quot;&gt;&lt;script&gt;"`));
    assert.ok(invitation.includes(`href="/record/${slug}/video"`));
    const { html } = await page(`/record/${slug}/video`);
    assert.ok(html.includes(`Your words about ${escaped}</h2>`));
    for (const text of [invitation, html]) {
      assert.equal(text.split("~~").length, text.split("~~support_url~~").length * 2 - 1);
      assert.equal(text.split('class="prerendered"').length, 2);
      const [early = "", ...others] =
        text.match(/<link rel="(preload|stylesheet|modulepreload)[^>]*>/g) ?? [];
      assert.match(
        early,
        /fetchpriority="high" href="\/assets\/[0-9a-f]+\/before-app\.js"/,
        "nothing comes before it",
      );
      assert.ok(others.some((link) => link.includes("stylesheet")));
      assert.match(text, /<script async fetchpriority="high" src="\/assets\/[0-9a-f]+\/before-app\.js">/);
      assert.ok(!text.includes("sayso-prerendered"));
    }
    const others = ["/", "/record/nobody", "/record/nobody/video"];
    for (const refusing of [{ status: "suspended" }, { credits_remaining: 0 }]) {
      const client = await addClient(sayso, refusing);
      others.push(`/record/${client.custom_slug}`, `/record/${client.custom_slug}/video`);
    }
    for (const path of others) assert.ok(!(await page(path)).html.includes('class="prerendered"'), path);
    const refused = await sayso.fetch(`/record/${slug}/video`, { method: "POST", body: new FormData() });
    assert.ok(!(await refused.text()).includes("prerendered"));
  });

  test("SUB08 a record page carries the client's public data, so that the first paint needs no call", async () => {
    const client = await addClient(sayso, {
      review_link_type: "Trustpilot",
      review_link_url: "https://trust.example/x",
      watermark_enabled: 1,
    });
    for (const path of [`/record/${client.custom_slug}`, `/record/${client.custom_slug}/video`]) {
      const { data, html } = await page(path);
      assert.equal(data.record.client.company_name, "Corner Shop");
      assert.equal(data.record.client.review_link_url, "https://trust.example/x");
      assert.equal(data.record.client.watermark_enabled, true);
      assert.equal(data.record.client.accepting, "yes");
      assert.match(html, /<title>(Share your experience with|Record a testimonial for) Corner Shop<\/title>/);
      assert.match(html, /name="robots" content="noindex"/);
    }
  });

  test("SUB10 an unknown slug is 404 and names no client", async () => {
    for (const slug of ["nobody", "..%2fx", "%252e%252e", "b%D0%B0kery", "-a", "a".repeat(64)]) {
      const { status, data } = await page(`/record/${slug}`);
      assert.equal(status, 404, slug);
      assert.equal(data.record.client, null);
    }
  });

  test("SUB21 SUB22 SUB32 a blocked client says which block applies, and no number of credits", async () => {
    const cases = [
      [{ status: "suspended" }, "inactive"],
      [{ credits_remaining: 0 }, "no_credits"],
      [{ status: "suspended", credits_remaining: 0 }, "inactive"],
    ] as const;
    for (const [overrides, accepting] of cases) {
      const { custom_slug } = await addClient(sayso, overrides);
      const { data } = await page(`/record/${custom_slug}`);
      assert.equal(data.record.client.accepting, accepting);
    }
  });

  test("SUB23 the support link is a setting, on every page", async () => {
    const { custom_slug } = await addClient(sayso);
    const paths = ["/", "/terms", "/nothing", `/record/${custom_slug}`, "/record/nobody", "/record/no--slug"];
    for (const path of paths) {
      assert.match((await page(path)).data.support_url, /^mailto:/, path);
    }
    await sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('support_url', 'https://help.example/new')",
    );
    for (const path of paths) {
      assert.equal((await page(path)).data.support_url, "https://help.example/new", path);
    }
    await sayso.change("DELETE FROM admin_settings");
  });

  test("INV47 script in a company name, a slug or a watermark is inert in the shell", async () => {
    const nasty = `</script><script>alert(1)</script><!--<script>"'&`;
    const client = await addClient(sayso, { company_name: nasty });
    await sayso.change("UPDATE clients SET watermark_text = ? WHERE id = ?", nasty, client.id);
    const { html, data } = await page(`/record/${client.custom_slug}`);
    assert.equal(data.record.client.company_name, nasty);
    assert.ok(!html.includes("<script>alert"));
    assert.equal(
      html.match(/<script/g)?.length,
      3,
      "the data, the app's own module and early script, nothing else",
    );
    assert.ok(!(await page("/record/%3Cscript%3Ealert(1)%3C/script%3E")).html.includes("<script>alert"));
  });
});

describe("the look-up", () => {
  test("RTE15 INV41 get_client_by_slug answers zero or one client, and only what the public may know", async () => {
    const client = await addClient(sayso, {
      credits_remaining: 17,
      email: "secret@shop.example",
      logo_url: "/media/x/logo.png",
    });
    const user = await addUser(sayso, { clientId: client.id });
    const { clients } = await lookUp(client.custom_slug);
    assert.equal(clients.length, 1);
    assert.deepEqual(Object.keys(clients[0]).toSorted(), [
      "accepting",
      "company_name",
      "custom_slug",
      "id",
      "logo_url",
      "questions",
      "review_link_type",
      "review_link_url",
      "watermark_enabled",
      "watermark_font_color",
      "watermark_font_size",
      "watermark_position",
      "watermark_text",
      "watermark_text_alignment",
    ]);
    const text = JSON.stringify(clients) + (await page(`/record/${client.custom_slug}`)).html;
    for (const secret of ["secret@shop.example", "drive", user.id, "17,", "credits_remaining"])
      assert.ok(!text.includes(secret), secret);
    assert.deepEqual(await lookUp("nobody"), { status: 200, clients: [] });
    assert.deepEqual(await lookUp(""), { status: 200, clients: [] });
  });

  test("INV49 slugs are found whatever their case, and odd ones are not even looked up", async () => {
    const client = await addClient(sayso, { custom_slug: "blue-door" });
    assert.equal((await lookUp("Blue-DOOR")).clients[0].id, client.id);
    for (const odd of ["../x", "%2e%2e", "blue-dооr", "blue door", "blue-door'--x"])
      assert.deepEqual((await lookUp(odd)).clients, []);
    await assert.rejects(addClient(sayso, { custom_slug: "BLUE-door" }), /UNIQUE/);
  });
});
