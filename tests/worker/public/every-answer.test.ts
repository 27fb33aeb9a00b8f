import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { plantSubmission } from "../../support/runtime/jobs.ts";
import { missingSecurityHeaders } from "../../support/runtime/security-headers.ts";
import {
  create,
  createdUpload,
  head,
  uploadIdOf,
  patch,
  terminate,
} from "../../support/people/customer/tus.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

describe("every answer", () => {
  /** One request of each kind, good and bad. */
  async function everything() {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 10);
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
    for (const answer of await everything())
      assert.deepEqual(missingSecurityHeaders(answer), [], `${answer.url} ${answer.status}`);
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
    assert.match(policy, /require-trusted-types-for 'script'; trusted-types default$/);
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
    const location = await createdUpload(sayso, client.id, (await video()).length);
    await patch(sayso, location, 7, "wrong");
    await patch(sayso, location, 0, (await video()) as BodyInit);
    await submit(
      sayso,
      form({ ...goodFields(client.id), customerEmail: "ann@logs.example", uploadId: uploadIdOf(location) }),
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
      sayso.row("SELECT 1 FROM emails WHERE recipient = ? AND status = 'sent'", client.email),
    );
    await sayso.schedule(new Date());
    const lines = sayso.server.getLogs().map((entry) => entry.message);
    assert.ok(lines.length >= 9);
    assert.deepEqual(
      lines.filter((text) => !text.startsWith("{")),
      [],
      "no plain-text line of a panic or a platform error beside ours",
    );
    const secrets = [
      "logs.example",
      uploadIdOf(location),
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
    assert.ok(requests.some((line) => line.route === "/api/uploads/{upload}"));
  });

  test("RTE12 RTE13 every server function answers POST under its own name, with its own field names, and nothing else", async () => {
    const client = await addClient(sayso);
    const empty = { email: "", firstName: "", surname: "", company: "", campaignId: "x" };
    const functions: Record<string, { body: BodyInit; names: string[] }> = {
      "submit-testimonial": {
        body: form({ ...goodFields(client.id), customerName: "" }),
        names: ["customerName"],
      },
      "client-onboarding": { body: new FormData(), names: ["name", "email", "company", "reviewPlatform"] },
      "subscribe-getresponse": {
        body: JSON.stringify(empty),
        names: ["email", "firstName", "surname", "company"],
      },
      "create-client": { body: new FormData(), names: [] },
      "invite-client": { body: "{}", names: [] },
      "replace-asset": { body: new FormData(), names: [] },
      "send-welcome-email": { body: "{}", names: [] },
      "send-affiliate-password-reset": { body: "{}", names: [] },
      "create-affiliate-account": { body: "{}", names: [] },
      "notify-admin-new-affiliate": { body: "{}", names: [] },
    };
    for (const [name, { body, names }] of Object.entries(functions)) {
      const path = `/functions/v1/${name}`;
      const type = typeof body === "string" ? { headers: { "content-type": "application/json" } } : {};
      const answer = await sayso.fetch(path, { method: "POST", body, ...type });
      const reply = (await answer.json()) as { success: boolean; code: string; fields?: object };
      assert.equal(reply.success, false, name);
      assert.notEqual(reply.code, "not_found", name);
      const fields = Object.keys(reply.fields ?? {});
      for (const field of names) assert.ok(fields.includes(field), `${name} names ${field}, not ${fields}`);
      assert.ok([404, 405].includes((await sayso.fetch(path)).status), `${name} by GET`);
    }
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
