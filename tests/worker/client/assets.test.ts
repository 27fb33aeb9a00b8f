import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
let client: ClientRow;
let other: ClientRow;
let cookie: string;
let logo: Uint8Array;
before(async () => {
  sayso = await startWorker();
  [client, other] = [await addClient(sayso), await addClient(sayso)];
  cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
  logo = new Uint8Array(await readFile(new URL("../../support/films/logo.png", import.meta.url)));
});
after(() => sayso.close());

type ReplaceOptions = {
  id?: string;
  type?: string;
  bytes?: Uint8Array;
  name?: string;
  media?: string;
  session?: string;
  currentUrl?: string;
};
async function replace({
  id = client.id,
  type = "logo",
  bytes = logo,
  name = "logo.png",
  media = "image/png",
  session = cookie,
  currentUrl = "",
}: ReplaceOptions = {}) {
  const form = new FormData();
  form.set("clientId", id);
  form.set("assetType", type);
  form.set("currentUrl", currentUrl);
  form.set("file", new File([bytes as BlobPart], name, { type: media }));
  const headers = { origin: sayso.origin, ...(session ? { cookie: session } : {}) };
  const answer = await sayso.fetch("/functions/v1/replace-asset", { method: "POST", body: form, headers });
  return {
    status: answer.status,
    reply: (await answer.json()) as { success: boolean; assetUrl?: string; code?: string; error?: string },
  };
}
const stored = (id = client.id) => sayso.row("SELECT logo_url, qr_code_url FROM clients WHERE id = ?", id);

/** A PNG's head that claims a size. */
function claims(width: number, height: number): Uint8Array {
  const bytes = logo.slice();
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}

describe("replacing an asset", () => {
  test("AST01 AST05 RTE13 the answer names the new image, which is served, and the one before is gone", async () => {
    const first = await replace();
    assert.deepEqual([first.status, first.reply.success], [200, true]);
    const url = first.reply.assetUrl ?? "";
    assert.match(url, new RegExp(`^/media/${client.id}/logo-[0-9a-f]{32}\\.png$`));
    assert.equal((await stored())?.logo_url, url);
    const served = await sayso.fetch(url);
    assert.deepEqual([served.status, served.headers.get("content-type")], [200, "image/png"]);
    assert.deepEqual(new Uint8Array(await served.arrayBuffer()), logo);
    const second = await replace();
    assert.notEqual(second.reply.assetUrl, url);
    assert.equal((await sayso.fetch(url)).status, 404);
    assert.equal((await sayso.keys(`assets/${client.id}/`)).length, 1);
  });

  test("AST01 a QR image of one's own stands beside the logo", async () => {
    const was = await stored();
    const { reply } = await replace({ type: "qr" });
    assert.deepEqual(await stored(), { logo_url: was?.logo_url, qr_code_url: reply.assetUrl });
  });

  test("AST05 the address that the caller calls the current one is not trusted", async () => {
    const otherLogo = `/media/${other.id}/logo-theirs.png`;
    await sayso.media.put(`assets/${other.id}/logo-theirs.png`, logo, {
      httpMetadata: { contentType: "image/png" },
    });
    await sayso.change("UPDATE clients SET logo_url = ? WHERE id = ?", otherLogo, other.id);
    assert.equal((await replace({ currentUrl: otherLogo })).status, 200);
    assert.equal((await sayso.fetch(otherLogo)).status, 200);
    assert.equal((await stored(other.id))?.logo_url, otherLogo);
  });

  test("refuses to replace another client's asset, except by an admin (AST05 AUT03)", async () => {
    const was = await stored(other.id);
    assert.equal((await replace({ id: other.id })).status, 404);
    assert.equal((await replace({ id: crypto.randomUUID() })).status, 404);
    assert.equal((await replace({ session: "" })).status, 401);
    const affiliate = await signIn(sayso, await addUser(sayso, { roles: ["affiliate"] }), "affiliate");
    assert.equal((await replace({ session: affiliate })).status, 403);
    assert.deepEqual(await stored(other.id), was);
    const admin = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
    assert.equal((await replace({ id: other.id, session: admin })).status, 200);
  });

  test("INV48 AST02 an SVG, an SVG named .png, a ZIP, a page and nothing are no images", async () => {
    const was = await stored();
    const text = (words: string) => new TextEncoder().encode(words);
    const svg = text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const bad: ReplaceOptions[] = [
      { bytes: svg, name: "logo.svg", media: "image/svg+xml" },
      { bytes: svg, name: "logo.png", media: "image/png" },
      { bytes: text("PK\u0003\u0004 not an image at all"), name: "logo.png" },
      { bytes: text("<!doctype html><script>alert(1)</script>"), name: "logo.webp", media: "image/webp" },
      { bytes: text("GIF89a\u0001\u0000\u0001\u0000"), name: "logo.gif", media: "image/gif" },
      { bytes: logo.subarray(0, 12) },
      { bytes: logo.subarray(0, 33) },
      { bytes: new Uint8Array() },
    ];
    for (const request of bad) {
      const { status, reply } = await replace(request);
      assert.deepEqual([status, reply.code], [415, "not_an_image"], request.name);
      assert.equal(reply.error, "Please select an image file (JPEG, PNG, WebP)");
    }
    assert.deepEqual(await stored(), was);
    assert.equal((await sayso.keys(`assets/${client.id}/`)).length, 2);
  });

  test("INV48 a PNG of 50,000 x 50,000 px is refused by its head", async () => {
    const { status, reply } = await replace({ bytes: claims(50_000, 50_000) });
    assert.deepEqual([status, reply.code], [400, "image_size"]);
    assert.equal((await replace({ bytes: claims(8_001, 10) })).status, 400);
  });

  test("INV48 AST03 5 MB are taken, one byte more is not", async () => {
    const padded = (size: number) => {
      const bytes = new Uint8Array(size);
      bytes.set(logo);
      return bytes;
    };
    const most = 5 * 1024 * 1024;
    assert.equal((await replace({ bytes: padded(most) })).status, 200);
    for (const size of [most + 1, most + 100_000]) {
      const { status, reply } = await replace({ bytes: padded(size) });
      assert.deepEqual(
        [status, reply.code, reply.error],
        [413, "image_too_large", "Please select an image smaller than 5MB."],
      );
    }
  });

  test("AST05 a type of no kind we know, a missing file and a form that is none are clear errors", async () => {
    assert.equal((await replace({ type: "banner" })).status, 400);
    const send = (body: BodyInit) =>
      sayso.fetch("/functions/v1/replace-asset", {
        method: "POST",
        body,
        headers: { origin: sayso.origin, cookie },
      });
    const form = new FormData();
    form.set("clientId", client.id);
    form.set("assetType", "logo");
    assert.equal((await send(form)).status, 400);
    assert.equal((await send("hello")).status, 400);
  });

  test("concurrent replacements leave one image, the one the client shows (AST01)", async () => {
    await Promise.all([replace(), replace(), replace(), replace()]);
    const urls = Object.values((await stored()) ?? {}) as string[];
    const keys = (await sayso.keys(`assets/${client.id}/`)).map((key) => key.replace("assets/", "/media/"));
    assert.deepEqual(keys.toSorted(), urls.toSorted());
  });

  test("CLI08 an image is removed, and nothing else: the name stands in for a logo, our own code for a QR image", async () => {
    const [{ reply: logoReply }, { reply: qrReply }] = [await replace(), await replace({ type: "qr" })];
    const remove = async (asset: string, session = cookie) =>
      (await call(sayso, "DELETE", `/api/client/${client.id}/assets/${asset}`, { cookie: session })).status;
    assert.equal(await remove("qr"), 200);
    assert.deepEqual(await stored(), { logo_url: logoReply.assetUrl, qr_code_url: null });
    assert.equal((await sayso.fetch(qrReply.assetUrl ?? "")).status, 404);
    assert.equal(await remove("qr"), 200, "twice changes nothing more");
    assert.equal(await remove("poster"), 404);
    assert.equal(await remove("logo"), 200);
    assert.deepEqual(await stored(), { logo_url: null, qr_code_url: null });
    assert.deepEqual(await sayso.keys(`assets/${client.id}/`), []);
  });
});
