// How many uploads an address and a client may have on their way.
import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { openRequest } from "../../support/runtime/raw-http.ts";
import { create, createdUpload, head, patch, uploadIdOf } from "../../support/people/customer/tus.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const MINUTE = 60_000;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());
beforeEach(() => sayso.change("DELETE FROM uploads WHERE status = 'open'"));

/** Simulates a cut connection: no byte has arrived for so long. */
const cutOff = (minutes: number) =>
  sayso.change("UPDATE uploads SET moved_at = moved_at - ? WHERE status = 'open'", minutes * MINUTE);

/** Open uploads from another address, so that only the client's slots are taken. */
const openElsewhere = (clientId: string, count: number) =>
  sayso.change(
    `INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at, moved_at)
     SELECT lower(hex(randomblob(16))), ?, 'elsewhere ' || value, 10, 'video/mp4', 'open', u.now, u.now + 86400000, u.now
       FROM json_each(?), (SELECT unixepoch() * 1000 AS now) u`,
    clientId,
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
  );

/** How many uploads can be resumed. */
const resumableCount = async () => {
  const count = "SELECT count(*) AS n FROM uploads WHERE status = 'open' AND expires_at > ?";
  return (await sayso.row(count, Date.now()))?.n;
};

describe("the places of uploads", () => {
  test("SUB35 the sixth that moves from one address is asked to come back in 30 seconds", async () => {
    const client = await addClient(sayso);
    for (let count = 0; count < 5; count += 1) await createdUpload(sayso, client.id, 10);
    const sixth = await create(sayso, client.id, 10);
    assert.equal(sixth.status, 429);
    assert.equal(sixth.headers.get("retry-after"), "30");
    assert.equal(((await sixth.json()) as { code: string }).code, "too_many_uploads");
    const setting = "address_upload_limit";
    await sayso.change("INSERT INTO admin_settings (setting_key, setting_value) VALUES (?, '6')", setting);
    assert.equal((await create(sayso, client.id, 10)).status, 201, "the number is a setting");
    assert.equal((await create(sayso, client.id, 10)).status, 429);
    await sayso.change("DELETE FROM admin_settings WHERE setting_key = ?", setting);
  });

  test("SUB35 five that a poor connection cut off close nobody's door, and can be resumed", async () => {
    const client = await addClient(sayso);
    const locations = [];
    for (let count = 0; count < 5; count += 1) locations.push(await createdUpload(sayso, client.id, 10));
    await cutOff(2);
    await createdUpload(sayso, client.id, 10);
    for (const location of locations) {
      assert.equal((await head(sayso, location)).status, 200);
      assert.equal((await patch(sayso, location, 0, new Uint8Array(10))).status, 204);
    }
    assert.equal((await create(sayso, client.id, 10)).status, 429, "those that were resumed move again");
  });

  test("SUB35 requests that bring no byte hold no place", async () => {
    const client = await addClient(sayso);
    const locations = [];
    for (let count = 0; count < 5; count += 1) locations.push(await createdUpload(sayso, client.id, 10));
    await cutOff(2);
    for (const location of locations) {
      assert.equal((await patch(sayso, location, 0, new Uint8Array(0))).status, 204);
      assert.equal((await patch(sayso, location, 5, new Uint8Array(1))).status, 409);
    }
    await createdUpload(sayso, client.id, 10);
  });

  test("SUB35 an upload without a byte goes after 5 minutes, one with bytes after 24 hours", async () => {
    const client = await addClient(sayso);
    const lasts = (answer: Response) =>
      Math.round((Date.parse(answer.headers.get("upload-expires") ?? "") - Date.now()) / MINUTE);
    const opened = await create(sayso, client.id, 10);
    assert.equal(lasts(opened), 5);
    const location = opened.headers.get("location") ?? "";
    assert.equal(lasts(await patch(sayso, location, 0, new Uint8Array(4))), 24 * 60);
    assert.equal(lasts(await head(sayso, location)), 24 * 60);
    await createdUpload(sayso, client.id, 10);
    await sayso.schedule(new Date(Date.now() + 4 * MINUTE));
    const rows = () => sayso.rows("SELECT id FROM uploads WHERE client_id = ?", client.id);
    assert.equal((await rows()).length, 2);
    await sayso.schedule(new Date(Date.now() + 6 * MINUTE));
    assert.deepEqual(
      (await rows()).map(({ id }) => id),
      [uploadIdOf(location)],
    );
  });

  test("SUB35 bytes that come keep an upload moving", async () => {
    const client = await addClient(sayso);
    const location = await createdUpload(sayso, client.id, 10);
    await cutOff(5);
    await patch(sayso, location, 0, new Uint8Array(4));
    const row = await sayso.row(
      "SELECT moved_at, created_at FROM uploads WHERE id = ?",
      uploadIdOf(location),
    );
    assert.ok(row?.moved_at >= row?.created_at);
  });

  test("an address keeps its newest 40 paused uploads, and the one idle for longest makes room (SUB35)", async () => {
    const client = await addClient(sayso);
    const locations = [];
    for (let count = 0; count < 40; count += 1) {
      if (count % 5 === 0) await cutOff(3);
      locations.push(await createdUpload(sayso, client.id, 10));
    }
    const [oldest = "", second = ""] = locations;
    await patch(sayso, oldest, 0, new Uint8Array(4));
    await cutOff(3);
    const newest = await createdUpload(sayso, client.id, 10);
    assert.equal((await head(sayso, second)).status, 410);
    for (const location of [oldest, newest]) assert.equal((await head(sayso, location)).status, 200);
    assert.equal(await resumableCount(), 40);
  });

  test("of a household's 96 paused uploads the one idle for longest makes room (SUB35 INV70)", async () => {
    const client = await addClient(sayso);
    const from = (network: number) => ({ "cf-connecting-ip": `2001:db8:77:${network.toString(16)}::1` });
    const opened: Response[] = [];
    for (let network = 0; network <= 96; network += 1) {
      if (network % 6 === 0) await cutOff(3);
      opened.push(await create(sayso, client.id, 10, from(network)));
    }
    const [first, second] = opened as [Response, Response];
    const status = async (created: Response) =>
      (await head(sayso, created.headers.get("location") ?? "")).status;
    assert.deepEqual([await status(first), await status(second)], [410, 200]);
  });

  test("a client keeps its newest 400 paused uploads, from all addresses (SUB35)", async () => {
    const client = await addClient(sayso);
    await openElsewhere(client.id, 400);
    await cutOff(3);
    const location = await createdUpload(sayso, client.id, 10);
    assert.equal((await head(sayso, location)).status, 200);
    assert.equal(await resumableCount(), 400);
  });

  test("SUB35 SUB36 INV70 50 that move, from whichever addresses, are a client's most, but for three of each household", async () => {
    const client = await addClient(sayso);
    await openElsewhere(client.id, 50);
    for (let count = 0; count < 3; count += 1) await createdUpload(sayso, client.id, 10);
    assert.equal((await create(sayso, client.id, 10)).status, 429);
    await createdUpload(sayso, (await addClient(sayso)).id, 10);
  });

  test("INV70 256 networks of one household take a quarter of a client's places, and 40 addresses close them to nobody", async () => {
    const client = await addClient(sayso);
    const opened = async (address: string) =>
      (await create(sayso, client.id, 10, { "cf-connecting-ip": address })).status === 201;
    const networks = Array.from({ length: 256 }, (_, network) => `2001:db8:5:${network.toString(16)}::1`);
    const taken = await Promise.all(networks.map(opened));
    assert.equal(taken.filter(Boolean).length, 12);
    const addresses = Array.from({ length: 120 }, (_, count) => `198.51.${count % 40}.1`);
    await Promise.all(addresses.map(opened));
    assert.ok(await opened("203.0.113.9"));
    assert.ok(await opened("2001:db8:6::1"));
  });

  test("INV70 the addresses of one /24 have three places each, and beyond those a quarter of a client's", async () => {
    const client = await addClient(sayso);
    const opened = async (last: number) =>
      (await create(sayso, client.id, 10, { "cf-connecting-ip": `198.51.100.${last}` })).status === 201;
    for (const last of [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
      assert.ok(await opened(last), `address ${last}`);
    assert.equal(await opened(1), false, "its network has thirteen");
    assert.ok(await opened(5), "one that has none");
  });

  test("a household's paused uploads displace no other's (INV70)", async () => {
    const client = await addClient(sayso);
    const genuine = await createdUpload(sayso, client.id, 10);
    await patch(sayso, genuine, 0, new Uint8Array(4));
    await cutOff(3);
    const household = { "cf-connecting-ip": "2001:db8:7::1" };
    const first = uploadIdOf((await create(sayso, client.id, 10, household)).headers.get("location") ?? "");
    await sayso.change(
      `INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at, moved_at)
       SELECT lower(hex(randomblob(16))), client_id, substr(ip_hash, 1, 16) || printf('%016d', value) || substr(ip_hash, 33), 10, '', 'open', created_at, expires_at,
              moved_at - ? FROM uploads, json_each(?) WHERE uploads.id = ?`,
      3 * MINUTE,
      JSON.stringify(Array.from({ length: 500 }, (_, index) => index)),
      first,
    );
    await create(sayso, client.id, 10, household);
    assert.equal((await head(sayso, genuine)).status, 200);
    assert.equal(await resumableCount(), 97);
  });
});

/** Uploads with one byte each, of 450 addresses in five networks, as a program keeps them open. */
const flood = (clientId: string) =>
  sayso.change(
    `INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at, moved_at, chunk_sizes)
     SELECT lower(hex(randomblob(16))), ?1, printf('%016d%016d%016d', value, value, value % 5), 10, 'video/mp4', 'open', u.now, u.now + 86400000, u.now, '[1]'
       FROM json_each(?2), (SELECT unixepoch() * 1000 AS now) u`,
    clientId,
    JSON.stringify(Array.from({ length: 450 }, (_, index) => index)),
  );

describe("a flood of one-byte uploads from five networks", () => {
  const status = async (location: string) => (await head(sayso, location)).status;

  test("does not expire a new upload that has no byte yet (SUB35 INV70)", async () => {
    const client = await addClient(sayso);
    await flood(client.id);
    const created = await createdUpload(sayso, client.id, 10);
    assert.equal(await status(created), 200, "its own insertion");
    await create(sayso, client.id, 10, { "cf-connecting-ip": "203.0.113.9" });
    assert.equal(await status(created), 200, "the next insertion");
    assert.equal((await patch(sayso, created, 0, new Uint8Array(10))).status, 204);
  });

  test("does not expire a household's three that move in one of these networks (SUB35 INV70)", async () => {
    const client = await addClient(sayso);
    const own = [];
    for (let count = 0; count < 3; count += 1) own.push(await createdUpload(sayso, client.id, 10));
    await flood(client.id);
    await sayso.change(
      `UPDATE uploads SET ip_hash = substr(ip_hash, 1, 32) ||
         (SELECT substr(ip_hash, 33) FROM uploads WHERE id = ?) WHERE client_id = ? AND chunk_sizes = '[1]'`,
      uploadIdOf(own[0] ?? ""),
      client.id,
    );
    await create(sayso, client.id, 10, { "cf-connecting-ip": "203.0.113.9" });
    for (const location of own) assert.equal(await status(location), 200);
  });

  test("leaves a paused upload of another network its place, once they are idle (SUB35 INV70)", async () => {
    const client = await addClient(sayso);
    const paused = await createdUpload(sayso, client.id, 10);
    await patch(sayso, paused, 0, new Uint8Array(4));
    await cutOff(3);
    await flood(client.id);
    await cutOff(3);
    await create(sayso, client.id, 10, { "cf-connecting-ip": "203.0.113.9" });
    assert.equal(await status(paused), 200);
    assert.equal(await resumableCount(), 400);
  });
});

describe("a video in the body of a form", () => {
  /** A form that announces so many bytes, of which only the beginning was sent. */
  const begun = async (clientId: string, bytes: number) => {
    const request = new Response(form(goodFields(clientId), new Uint8Array(bytes)));
    const body = Buffer.from(await request.arrayBuffer());
    const socket = await openRequest(sayso.url, "POST", "/functions/v1/submit-testimonial", {
      "content-type": request.headers.get("content-type") ?? "",
      "content-length": body.length,
    });
    open.push(socket);
    socket.write(body.subarray(0, body.length - 1000));
    return socket;
  };
  // An open connection occupies a slot.
  const open: Socket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy();
  });
  const receiving = async (clientId: string) =>
    (
      await sayso.row(
        "SELECT count(*) AS n FROM uploads WHERE client_id = ? AND status = 'receiving'",
        clientId,
      )
    )?.n;

  test("a request above one mebibyte takes one of the address's five places, a smaller one takes none (SUB36)", async () => {
    const client = await addClient(sayso);
    for (let count = 1; count <= 5; count += 1) {
      await begun(client.id, 1_500_000);
      await until("its row", async () => (await receiving(client.id)) === count);
    }
    const upload = await create(sayso, client.id, 10);
    assert.deepEqual([upload.status, upload.headers.get("retry-after")], [429, "30"]);
    // The response arrives before the body is complete, and the connection is closed: fetch may lose that response.
    const [answer] = (await once(await begun(client.id, 1_500_000), "data")) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1\.1 429 [^]*retry-after: 30/i);
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()))).status, 200);
    for (const socket of open) socket.destroy();
    await until("they gave their places back", async () => (await receiving(client.id)) === 0);
    assert.equal((await create(sayso, client.id, 10)).status, 201);
  });

  test("removes the rest of an aborted request after 5 minutes (SUB36 INV03)", async () => {
    const client = await addClient(sayso);
    const since = Date.now();
    const socket = await begun(client.id, 5_000_000);
    const id = await until("its row", async () => {
      const sql = "SELECT id FROM uploads WHERE client_id = ? AND status = 'receiving'";
      return (await sayso.row<{ id: string }>(sql, client.id))?.id;
    });
    await until("its bytes", async () => (await sayso.keys(`uploads/${id}/`)).length === 1);
    await sayso.killRuntime();
    socket.destroy();
    assert.equal(await receiving(client.id), 1, "nobody was left to remove it");
    const row = await sayso.row<{ expires_at: number }>("SELECT expires_at FROM uploads WHERE id = ?", id);
    const expires = row?.expires_at ?? 0;
    assert.ok(expires >= since + 5 * MINUTE && expires <= Date.now() + 5 * MINUTE, `${expires - since} ms`);
    await sayso.schedule(new Date(expires - 1000));
    assert.equal(await receiving(client.id), 1);
    await sayso.schedule(new Date(expires + 1000));
    assert.equal(await receiving(client.id), 0);
    await until("the bytes are gone", async () => (await sayso.keys(`uploads/${id}/`)).length === 0);
  });
});
