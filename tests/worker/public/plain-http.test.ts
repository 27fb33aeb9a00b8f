// Requests over plain HTTP: `worker.fetch` passes a URL to the Worker as Cloudflare's edge would, with the visitor's
// scheme and host.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { missingSecurityHeaders } from "../../support/runtime/security-headers.ts";
import { ORIGIN, startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const ask = (address: string, init: RequestInit = {}) =>
  sayso.worker.fetch(address, { redirect: "manual", ...init } as object) as unknown as Promise<Response>;

describe("plain HTTP", () => {
  test("INV53 INV45 a page leads to the same address of our own host by https, for good", async () => {
    const { custom_slug: slug } = await addClient(sayso);
    for (const [method, path] of [
      ["GET", "/"],
      ["HEAD", "/clients/login"],
      ["GET", `/record/${slug}?ref=ANN`],
      ["GET", "/drive/video/x?expires=1&signature=x"],
      ["GET", "//evil.example/a?b=http://c"],
      ["GET", "/no/such/page"],
    ] as const)
      for (const host of ["sayso.test", "evil.example:8080"]) {
        const answer = await ask(`http://${host}${path}`, { method });
        assert.deepEqual([answer.status, answer.headers.get("location")], [301, `${ORIGIN}${path}`]);
        assert.deepEqual(missingSecurityHeaders(answer), [], path);
        assert.equal(await answer.text(), "");
      }
  });

  test("INV53 a call is refused and does nothing, without a redirect", async () => {
    const client = await addClient(sayso);
    for (const [method, path] of [
      ["GET", "/api/auth/session"],
      ["GET", `/api/public/get_client_by_slug?_slug=${client.custom_slug}`],
      ["GET", "/api/no-such-call"],
      ["POST", "/api/auth/login"],
      ["POST", "/functions/v1/subscribe-getresponse"],
      ["POST", "/webhooks/stripe"],
      ["POST", `/record/${client.custom_slug}/video`],
      ["POST", "/"],
    ] as const) {
      const answer = await ask(`http://sayso.test${path}`, {
        method,
        headers: { "content-type": "application/json", origin: ORIGIN },
        ...(method === "POST" ? { body: JSON.stringify({ email: "ann@plain.example" }) } : {}),
      });
      const body = (await answer.json()) as { code: string; error: string };
      assert.deepEqual([answer.status, body.code], [403, "https_required"], path);
      assert.match(body.error, /https/);
      assert.equal(answer.headers.get("location"), null);
      assert.deepEqual(missingSecurityHeaders(answer), [], path);
    }
    assert.deepEqual(await sayso.rows("SELECT * FROM sign_ups"), []);
    assert.deepEqual(await sayso.rows("SELECT * FROM rate_limit_events"), []);
  });

  test("INV53 https, and plain HTTP on the machine itself, are answered as ever", async () => {
    for (const host of [
      "https://sayso.test",
      "http://127.0.0.1:8787",
      "http://localhost",
      "http://[::1]:8787",
    ]) {
      assert.equal((await ask(`${host}/clients/login`)).status, 200, host);
      assert.equal((await ask(`${host}/api/auth/session`)).status, 200, host);
    }
  });

  test("INV54 the log names neither host nor path", async () => {
    sayso.server.clearLogs();
    await ask("http://evil.example/drive/video/secret-id?signature=secret");
    const line = sayso.log().find(({ kind }) => kind === "request");
    assert.equal(line?.route, "http://*");
    assert.doesNotMatch(JSON.stringify(line), /secret|evil/);
  });
});
