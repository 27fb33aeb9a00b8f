// Challenges for senders when there are many submissions.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
  type Reply,
} from "../../support/people/owner/clients.ts";
import { leftovers } from "../../support/runtime/leftovers.ts";
import { webhookForm } from "../../support/people/admin/site.ts";
import {
  completedUpload,
  create,
  createdUpload,
  patch,
  uploadIdOf,
} from "../../support/people/customer/tus.ts";
import { postTestimonial, someone } from "../../support/doubles/webhooks.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

/** Solves a challenge `{parts}.{zero bits}.{…}`, by another hand than the page's. */
function solved(challenge: string): string {
  const [parts, bits] = challenge.split(".").map(Number) as [number, number];
  assert.ok(parts <= 64 && bits <= 20, challenge);
  let solution = challenge;
  for (let part = 0; part < parts; part += 1) {
    let number = 0;
    while (!begins(`${challenge}.${part}.${number}`, bits)) number += 1;
    solution += `.${number}`;
  }
  return solution;
}

const begins = (text: string, bits: number) =>
  Math.clz32(createHash("sha256").update(text).digest().readUInt32BE(0)) >= bits;

const CHALLENGE_FROM = 2;
type Asked = Reply & { challenge?: string };

const lower = (sayso: Sayso) =>
  sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('challenge_from', ?)",
    String(CHALLENGE_FROM),
  );
const from = (ip: string) => ({ "cf-connecting-ip": ip });

describe("the work of a browser", () => {
  let sayso: Sayso;
  before(async () => {
    sayso = await startWorker({ submissionLimits: true });
    await lower(sayso);
  });
  after(() => sayso.close());
  const { credits, submissions } = leftovers(() => sayso);

  const send = async (client: ClientRow, ip: string, key?: string, challenge?: string) => {
    const fields = { ...(challenge ? { challenge } : {}), ...goodFields(client.id) };
    const headers = { ...from(ip), ...(key ? { "idempotency-key": key } : {}) };
    const answer = await submit(sayso, form(fields, await video()), headers);
    return { status: answer.status, reply: answer.reply as Asked, headers: answer.headers };
  };
  /** A client with so many submissions from an address that the next one is challenged. */
  const crowded = async (ip: string) => {
    const client = await addClient(sayso);
    for (let count = 0; count < CHALLENGE_FROM; count += 1)
      assert.equal((await send(client, ip, crypto.randomUUID())).status, 200);
    return client;
  };

  test("SUB41 above the threshold a form is asked before its video is stored, and taken with the solution, once", async () => {
    const client = await crowded("192.0.2.1");
    const key = crypto.randomUUID();
    const asked = await send(client, "192.0.2.1", key);
    assert.deepEqual([asked.status, asked.reply.code], [429, "challenge_required"]);
    assert.match(asked.reply.error ?? "", /needs a check that its page makes automatically/);
    assert.equal(await credits(client.id), 50 - CHALLENGE_FROM);
    const solution = solved(asked.reply.challenge ?? "");
    assert.equal((await send(client, "192.0.2.1", key, solution)).status, 200);
    const again = await send(client, "192.0.2.1", crypto.randomUUID(), solution);
    assert.equal(again.reply.code, "challenge_required", "it was for that form");
    assert.equal(await submissions(client.id), CHALLENGE_FROM + 1);
  });

  test("SUB41 a form without a key, which could not come again with the solution, is told to bring one", async () => {
    const client = await crowded("192.0.2.4");
    const { status, reply } = await send(client, "192.0.2.4");
    assert.deepEqual([status, reply.challenge], [400, undefined]);
    assert.match(reply.error ?? "", /Please send it with an Idempotency-Key/);
    assert.equal(await submissions(client.id), CHALLENGE_FROM);
  });

  test("SUB41 INV70 another household is not asked, until four times as many and what one may send came to the client", async () => {
    await sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('address_hour_limit', '3')",
    );
    const client = await crowded("192.0.2.2");
    const statuses = [];
    for (let index = 0; index < 11; index += 1)
      statuses.push((await send(client, `198.51.100.${index}`, crypto.randomUUID())).status);
    assert.deepEqual(statuses, [...Array.from({ length: 9 }, () => 200), 429, 429]);
    await sayso.change("DELETE FROM admin_settings WHERE setting_key = 'address_hour_limit'");
  });

  test("SUB41 an upload is asked as it is opened, so that the work is done while it goes", async () => {
    const client = await addClient(sayso);
    const bytes = await video();
    const early = await create(sayso, client.id, bytes.length);
    assert.equal(early.headers.get("sayso-challenge"), null);
    for (let count = 0; count < CHALLENGE_FROM; count += 1) {
      const uploadId = uploadIdOf(await completedUpload(sayso, client.id, await video()));
      assert.equal((await submit(sayso, form({ ...goodFields(client.id), uploadId }))).status, 200);
    }
    const opened = await create(sayso, client.id, bytes.length);
    const challenge = opened.headers.get("sayso-challenge") ?? "";
    const location = opened.headers.get("location") ?? "";
    assert.equal((await patch(sayso, location, 0, bytes as BodyInit)).status, 204);
    const fields = { ...goodFields(client.id), uploadId: uploadIdOf(location) };
    const without = await submit(sayso, form(fields));
    assert.equal(without.reply.code, "challenge_required");
    assert.equal((await sayso.keys(`uploads/${uploadIdOf(location)}/`)).length, 1, "its bytes stay");
    const other = await createdUpload(sayso, client.id, bytes.length);
    assert.ok(other);
    assert.equal((await submit(sayso, form({ ...fields, challenge: solved(challenge) }))).status, 200);
  });

  test("a form without script is held if many were taken, not if many are on hold (SUB41 SUB42 INV70)", async () => {
    const holdOf = async (held: number) => {
      const client = await addClient(sayso);
      await sayso.change(
        `INSERT INTO submission_rates (client_id, ip_hash, hour_began, hour_count, hour_held, day_began, day_count, day_held, expires_at)
         VALUES (?1, '', ?2, 29, ?3, ?2, 29, ?3, 9e15)`,
        client.id,
        Date.now(),
        held,
      );
      const body = form({ ...goodFields(client.id), unfinished: "unsupported" }, await video());
      const path = `/record/${client.custom_slug}/video`;
      assert.equal((await sayso.fetch(path, { method: "POST", body })).status, 200);
      return (await sayso.row("SELECT hold FROM submissions WHERE client_id = ?", client.id))?.hold;
    };
    assert.deepEqual([await holdOf(0), await holdOf(29)], ["unusual-traffic", null]);
  });

  test("SUB41 a webhook's proof may come after its video", async () => {
    const ip = "192.0.2.3";
    const post = async (key: string, challenge?: string) => {
      const body = webhookForm({ email: someone() }, await video());
      if (challenge) body.set("challenge", challenge);
      const answer = await postTestimonial(sayso, "wpmsaic", body, { ...from(ip), "idempotency-key": key });
      return { status: answer.status, reply: (await answer.json()) as Asked };
    };
    for (let count = 0; count < CHALLENGE_FROM; count += 1)
      assert.equal((await post(crypto.randomUUID())).status, 200);
    const key = crypto.randomUUID();
    const asked = await post(key);
    assert.deepEqual([asked.status, asked.reply.code], [429, "challenge_required"]);
    assert.equal((await post(key, solved(asked.reply.challenge ?? ""))).status, 200);
    const { uploads } = leftovers(() => sayso);
    await until("nothing is left of the refused one", async () => (await uploads()).length <= 1);
  });
});

describe("Turnstile", () => {
  /** A fake siteverify as in the API's documentation: checks the secret and accepts each token once. */
  const tokens = new Set(["good"]);
  let isDown = false;
  const service = createServer((request, answer) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const asked = new URLSearchParams(body);
      const success =
        !isDown &&
        request.url === "/turnstile/v0/siteverify" &&
        asked.get("secret") === "secret" &&
        tokens.delete(asked.get("response") ?? "");
      answer.writeHead(isDown ? 503 : 200, { "content-type": "application/json" });
      answer.end(
        isDown
          ? "away"
          : JSON.stringify({ success, "error-codes": success ? [] : ["invalid-input-response"] }),
      );
    });
  });
  let sayso: Sayso;
  before(async () => {
    await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
    const { port } = service.address() as AddressInfo;
    const secrets = {
      TURNSTILE_SITE_KEY: "1x00",
      TURNSTILE_SECRET_KEY: "secret",
      TURNSTILE_BASE: `http://127.0.0.1:${port}`,
    };
    sayso = await startWorker({ submissionLimits: true, secrets });
    await lower(sayso);
  });
  after(async () => {
    await sayso.close();
    service.close();
  });

  test("with Turnstile's keys its token is the proof, and our own proof of work is none (SUB41)", async () => {
    const client = await addClient(sayso);
    const key = crypto.randomUUID();
    const send = async (challenge?: string, which = key) => {
      const fields = { ...(challenge ? { challenge } : {}), ...goodFields(client.id) };
      const answer = await submit(sayso, form(fields, await video()), { "idempotency-key": which });
      return { ...answer, reply: answer.reply as Asked };
    };
    for (let count = 0; count < CHALLENGE_FROM; count += 1)
      assert.equal((await send(undefined, crypto.randomUUID())).status, 200);
    const asked = await send();
    assert.deepEqual([asked.status, asked.reply.challenge], [429, "turnstile.1x00"]);
    for (const wrong of ["turnstile.bad", "turnstile.", solved("8.10.1.x")])
      assert.equal((await send(wrong)).reply.code, "challenge_required", wrong);
    isDown = true;
    const unreachable = await send("turnstile.good");
    assert.deepEqual(
      [unreachable.status, unreachable.reply.code, unreachable.headers.get("retry-after")],
      [503, "challenge_away", "60"],
    );
    isDown = false;
    assert.equal((await send("turnstile.good")).status, 200);
    assert.equal(
      (await send("turnstile.good", crypto.randomUUID())).reply.code,
      "challenge_required",
      "it is good once",
    );
  });

  test("SUB41 INV53 pages may load its script and frame, and no other foreign one", async () => {
    const page = await sayso.fetch("/demo");
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /script-src 'self' https:\/\/challenges\.cloudflare\.com 'wasm-unsafe-eval';/);
    assert.match(policy, /frame-src https:\/\/challenges\.cloudflare\.com;/);
  });
});
