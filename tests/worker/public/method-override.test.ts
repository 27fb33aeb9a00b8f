// Networks that pass only GET and POST: the method is in a header (X-HTTP-Method-Override, as in tus 1.0).
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { create, createdUpload, head, tusHeaders } from "../../support/people/customer/tus.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const post = (location: string, method: string, more: Record<string, string> = {}, body?: BodyInit) =>
  sayso.fetch(location, {
    method: "POST",
    headers: tusHeaders({ "x-http-method-override": method, ...more }),
    ...(body ? { body } : {}),
  });

describe("an upload by POST alone", () => {
  test("SUB35 bytes, offset and end go as POST with the method in a header", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 10);
    const chunk = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    const patched = await post(location, "PATCH", chunk, new Uint8Array(4));
    assert.deepEqual([patched.status, patched.headers.get("upload-offset")], [204, "4"]);
    const seen = await post(location, "HEAD");
    assert.deepEqual([seen.status, seen.headers.get("upload-offset")], [200, "4"]);
    assert.equal(await seen.text(), "");
    assert.equal((await post(location, "DELETE")).status, 204);
    assert.equal((await head(sayso, location)).status, 404);
  });

  test("SUB35 no other method is taken from the header, and it counts for POST alone", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 10);
    for (const method of ["GET", "OPTIONS", "patch", ""]) {
      assert.equal((await post(location, method)).status, 404, method);
    }
    const headers = tusHeaders({ "x-http-method-override": "DELETE" });
    assert.equal((await sayso.fetch(location, { method: "HEAD", headers })).status, 200);
    assert.equal((await head(sayso, location)).status, 200);
  });

  test("SUB35 every answer to an upload says that it is this server's, refusals too", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 10);
    const answers = [
      await create(sayso, client.id, 10),
      await create(sayso, "nobody", 10),
      await create(sayso, client.id, 0),
      await head(sayso, location),
      await head(sayso, `${location}0`),
      await sayso.fetch(location, { method: "HEAD" }),
      await sayso.fetch("/api/uploads", { method: "OPTIONS" }),
    ];
    for (const answer of answers)
      assert.equal(answer.headers.get("tus-resumable"), "1.0.0", `${answer.status}`);
    assert.equal((await sayso.fetch("/api/openapi.json")).headers.get("tus-resumable"), null);
  });
});

describe("any other call by POST alone", () => {
  const overriding = { "x-http-method-override": "PATCH" };
  const body = { watermark_enabled: true };

  test("ignores a method override on a server function's POST (SUB24)", async () => {
    const client = await addClient(sayso);
    const headers = { "x-http-method-override": "DELETE" };
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()), headers)).status, 200);
  });

  test("RTE14 it is what its header says, for whoever may do that", async () => {
    const client = await addClient(sayso, { watermark_enabled: 0 });
    const path = `/api/client/${client.id}/watermark`;
    const change = async (more: object) => (await call(sayso, "POST", path, { body, ...more })).status;
    const cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
    assert.equal(await change({ headers: overriding }), 401);
    assert.equal(await change({ cookie, headers: { ...overriding, origin: "https://evil.example" } }), 403);
    assert.equal(await change({ cookie }), 404, "POST itself changes nothing");
    const lowerCase = { "x-http-method-override": "patch" };
    assert.equal(await change({ cookie, headers: lowerCase }), 404);
    assert.equal(await change({ cookie, headers: overriding }), 200);
    const saved = await sayso.row("SELECT watermark_enabled FROM clients WHERE id = ?", client.id);
    assert.equal(saved?.watermark_enabled, 1);
    const logged = sayso.log().filter(({ kind, status }) => kind === "request" && status === 200);
    assert.equal(logged.at(-1)?.method, "PATCH", "the log says what was done");
  });
});
