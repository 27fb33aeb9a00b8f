import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../../support/clients.ts";
import { plantSubmission } from "../../support/jobs.ts";
import { create, created, head, idOf, patch, terminate } from "../../support/tus.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

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

  test("RTE06 a trailing slash is the same screen", async () => {
    const { custom_slug, id } = await addClient(sayso);
    for (const path of [`/record/${custom_slug}/`, `/record/${custom_slug}`])
      assert.equal((await page(path)).data.record.client.id, id);
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
    for (const [wish, accepting] of cases) {
      const { custom_slug } = await addClient(sayso, wish);
      const { data } = await page(`/record/${custom_slug}`);
      assert.equal(data.record.client.accepting, accepting);
    }
  });

  test("SUB23 the support link is a setting, on every page", async () => {
    const { custom_slug } = await addClient(sayso);
    for (const path of ["/", "/terms", "/nothing", `/record/${custom_slug}`]) {
      assert.match((await page(path)).data.support_url, /^mailto:/, path);
    }
    await sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('support_url', 'https://help.example/new')",
    );
    for (const path of ["/", "/terms", "/nothing", `/record/${custom_slug}`]) {
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
    assert.equal(html.match(/<script/g)?.length, 2, "the data and the app's own module, nothing else");
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
    await sayso.change("UPDATE clients SET user_id = 'user-7' WHERE id = ?", client.id);
    const { clients } = await lookUp(client.custom_slug);
    assert.equal(clients.length, 1);
    assert.deepEqual(Object.keys(clients[0]).toSorted(), [
      "accepting",
      "company_name",
      "custom_slug",
      "id",
      "logo_url",
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
    for (const secret of ["secret@shop.example", "drive", "user-7", "17,", "credits_remaining"])
      assert.ok(!text.includes(secret), secret);
    assert.deepEqual(await lookUp("nobody"), { status: 200, clients: [] });
    assert.deepEqual(await lookUp(""), { status: 200, clients: [] });
  });

  test("INV49 slugs are found whatever their case, and odd ones are not even looked up", async () => {
    const client = await addClient(sayso, { custom_slug: "blue-door" });
    assert.equal((await lookUp("Blue-DOOR")).clients[0].id, client.id);
    for (const odd of ["../x", "%2e%2e", "blue-dооr", "blue door", "blue-door'--"])
      assert.deepEqual((await lookUp(odd)).clients, []);
    await assert.rejects(addClient(sayso, { custom_slug: "BLUE-door" }), /UNIQUE/);
  });
});

describe("every answer", () => {
  /** One request of each kind, good and bad. */
  async function everything() {
    const client = await addClient(sayso);
    const location = await created(sayso, client.id, 10);
    const found = [
      await sayso.fetch("/"),
      await sayso.fetch(`/record/${client.custom_slug}`),
      await sayso.fetch("/nothing"),
      await sayso.fetch("/api/nothing"),
      await sayso.fetch("/", { method: "POST" }),
      await sayso.fetch(`/api/public/get_client_by_slug?_slug=${client.custom_slug}`),
      await create(sayso, client.id, 0),
      await head(sayso, location),
      await patch(sayso, location, 5, "x"),
      await terminate(sayso, location),
      await sayso.fetch("/api/uploads", { method: "OPTIONS" }),
      await sayso.fetch("/functions/v1/submit-testimonial", {
        method: "POST",
        body: form(goodFields(client.id)),
      }),
      await sayso.fetch(`/api/admin/submissions/x/retry`, { method: "POST" }),
      await sayso.fetch(`/drive/video/x?expires=1&signature=x`),
      await sayso.fetch(`/drive/folder/x?expires=1&signature=x`),
      await sayso.fetch(`/media/x/logo.png`),
    ];
    const asset = /\/assets\/[^"]+\.js/.exec(await (await sayso.fetch("/")).text())?.[0] ?? "";
    return [...found, await sayso.fetch(asset), await sayso.fetch("/assets/missing.js")];
  }

  test("INV53 carries the security headers, static files included", async () => {
    for (const answer of await everything()) {
      const where = `${answer.url} ${answer.status}`;
      const header = (name: string) => answer.headers.get(name) ?? "";
      assert.match(header("content-security-policy"), /default-src 'none'/, where);
      assert.match(header("content-security-policy"), /frame-ancestors 'none'/, where);
      assert.doesNotMatch(header("content-security-policy"), /unsafe-inline|[^-]unsafe-eval/, where);
      assert.equal(header("x-content-type-options"), "nosniff", where);
      assert.match(header("strict-transport-security"), /max-age=\d{8}/, where);
      assert.equal(header("cross-origin-opener-policy"), "same-origin", where);
      assert.match(header("permissions-policy"), /camera=\(self\), microphone=\(self\)/, where);
    }
  });

  test("RTE05 a missing file is a real 404 that nobody keeps, and one that exists is kept for good", async () => {
    for (const path of ["/assets/missing.js", "/assets/0ld0ld00/app-Abc123.js"]) {
      const missing = await sayso.fetch(path);
      assert.equal(missing.status, 404);
      assert.doesNotMatch(missing.headers.get("cache-control") ?? "", /immutable|max-age=[1-9]/, path);
    }
    const asset = /\/assets\/[^"]+\.js/.exec(await (await sayso.fetch("/")).text())?.[0] ?? "";
    const found = await sayso.fetch(asset);
    assert.deepEqual(
      [found.status, found.headers.get("cache-control")],
      [200, "public, max-age=31536000, immutable"],
    );
    assert.equal((await sayso.fetch("/index.html")).status, 404);
  });

  test("INV54 the platform's own log lines, which would hold whole addresses, are off", async () => {
    const { readFile } = await import("node:fs/promises");
    assert.match(await readFile("wrangler.toml", "utf8"), /invocation_logs = false/);
  });

  test("INV53 a page's policy lets wasm, its workers and its own files run, and nothing inline", async () => {
    const policy = (await sayso.fetch("/")).headers.get("content-security-policy") ?? "";
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/);
    assert.match(policy, /style-src 'self';/);
    assert.match(policy, /worker-src 'self' blob:;/);
    assert.match(policy, /base-uri 'none'/);
  });

  test("INV46 there are no CORS grants, and anonymous calls ignore cookies and accept any or no Origin", async () => {
    const client = await addClient(sayso);
    for (const headers of [{ origin: "https://evil.example", cookie: "__Host-session=stolen" }, {}]) {
      const answer = await sayso.fetch(`/api/public/get_client_by_slug?_slug=${client.custom_slug}`, {
        headers,
      });
      assert.equal(answer.status, 200);
      const sent = await submit(
        sayso,
        form(goodFields(client.id), await video()),
        headers as Record<string, string>,
      );
      assert.equal(sent.status, 200);
    }
    for (const answer of await everything()) {
      assert.deepEqual(
        [...answer.headers.keys()].filter((name) => name.startsWith("access-control")),
        [],
        answer.url,
      );
    }
    const preflight = await sayso.fetch("/functions/v1/submit-testimonial", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    assert.equal(preflight.headers.get("access-control-allow-origin"), null);
  });

  test("INV46 GET changes nothing: no row is written by any of them", async () => {
    sayso.server.clearLogs();
    await everything();
    const gets = sayso.log().filter((line) => line.kind === "request" && line.method === "GET");
    assert.ok(gets.length > 8);
    for (const line of gets) assert.equal(line.rows_written, 0, String(line.route));
  });

  test("INV54 no log line holds a token, an email, an upload id, a signed query, a slug or a path", async () => {
    sayso.server.clearLogs();
    const client = await addClient(sayso, { email: "owner@logs.example", custom_slug: "log-shop" });
    const location = await created(sayso, client.id, (await video()).length);
    await patch(sayso, location, 7, "wrong");
    await patch(sayso, location, 0, (await video()) as BodyInit);
    await submit(
      sayso,
      form({ ...goodFields(client.id), customerEmail: "ann@logs.example", uploadId: idOf(location) }),
    );
    await sayso.fetch("/record/log-shop?token=query-secret");
    await sayso.fetch("/drive/video/some-id?expires=1&signature=signed-secret");
    await sayso.fetch("/api/admin/submissions/some-id/retry", {
      method: "POST",
      headers: { cookie: "__Host-session=cookie-secret" },
    });
    const broken = await plantSubmission(sayso, client, [(await video()).subarray(1)]);
    await sayso.deliver(broken.jobId);
    await until("mailed", () =>
      sayso.row("SELECT 1 FROM emails WHERE recipient = ? AND state = 'sent'", client.email),
    );
    await sayso.schedule(new Date());
    const lines = sayso.server
      .getLogs()
      .map((entry) => entry.message)
      .filter((text) => text.startsWith("{"));
    assert.ok(lines.length >= 9);
    const secrets = [
      "logs.example",
      idOf(location),
      broken.uploadId,
      "secret",
      "some-id",
      "log-shop",
      "signature",
      "Ann",
    ];
    for (const line of lines)
      for (const secret of secrets) assert.ok(!line.includes(secret), `${secret} in ${line}`);
    const requests = sayso.log().filter((line) => line.kind === "request");
    for (const line of requests) assert.match(String(line.route), /^(\/|\*)/);
    assert.ok(requests.some((line) => line.route === "/api/uploads/{id}"));
  });

  test("RTE12 SUB25 an unknown method or function answers as JSON with error and code", async () => {
    const answer = await sayso.fetch("/functions/v1/no-such-function", { method: "POST" });
    assert.equal(answer.status, 404);
    const reply = (await answer.json()) as Record<string, unknown>;
    assert.equal(reply.success, false);
    assert.equal(typeof reply.error, "string");
    assert.equal(reply.code, "not_found");
    for (const method of ["DELETE", "PROPFIND"]) {
      const refused = await sayso.fetch("/", { method });
      assert.deepEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD"], method);
    }
  });
});
