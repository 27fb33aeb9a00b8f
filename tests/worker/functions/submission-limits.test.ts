// How many testimonials a client takes from an address and in all, how short one may be, and the same one twice.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import {
  addClient,
  fixture,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
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
import { bigVideo, longVideo } from "../../support/films/videos.ts";
import { postTestimonial, someone } from "../../support/doubles/webhooks.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const HOUR = 3600;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ submissionLimits: true });
  // Challenges are tested elsewhere.
  await set("challenge_from", 1000);
});
after(() => sayso.close());

const { credits, submissions, expectNothingStored } = leftovers(() => sayso);

const from = (ip: string) => ({ "cf-connecting-ip": ip });
const send = async (client: ClientRow, ip: string) =>
  submit(sayso, form(goodFields(client.id), await video()), from(ip));

const set = (key: string, value: number) =>
  sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES (?, ?) ON CONFLICT DO UPDATE SET setting_value = excluded.setting_value",
    key,
    String(value),
  );
const reset = () => sayso.change("DELETE FROM admin_settings WHERE setting_key LIKE '%_limit'");

/** Moves a client's earlier submissions further into the past. */
const age = (client: ClientRow, seconds: number) =>
  sayso.change(
    "UPDATE submission_rates SET hour_began = hour_began - ?1, day_began = day_began - ?1 WHERE client_id = ?2",
    seconds * 1000,
    client.id,
  );

describe("limits by the hour and the day", () => {
  test("SUB37 INV70 50 side by side from one address: 10 take a credit, 10 wait on hold, 30 are told when, and nothing is left of them", async () => {
    const client = await addClient(sayso);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(client, "192.0.2.1")));
    const accepted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    assert.deepEqual([accepted.length, refused.length], [20, 30]);
    for (const { reply, headers } of refused) {
      assert.equal(reply.code, "too_many_submissions");
      assert.match(
        reply.error ?? "",
        /^Many videos have come in a short time\. Please send yours again in 1 hour\.$/,
      );
      const seconds = Number(headers.get("retry-after"));
      assert.ok(seconds > HOUR - 60 && seconds <= HOUR, `${seconds}`);
    }
    assert.deepEqual([await credits(client.id), await submissions(client.id)], [40, 20]);
  });

  test("SUB37 20 side by side from one address take no more than its day allows", async () => {
    const client = await addClient(sayso);
    await set("address_day_limit", 4);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(client, "192.0.2.77")));
    assert.equal(answers.filter(({ status }) => status === 200).length, 4);
    await reset();
  });

  test("SUB37 INV70 another household is not refused for it, nor is the same one at another client", async () => {
    const [client, other] = [await addClient(sayso), await addClient(sayso)];
    await set("address_hour_limit", 1);
    assert.equal((await send(client, "192.0.2.2")).status, 200);
    assert.equal((await send(client, "192.0.2.2")).status, 429);
    assert.equal((await send(client, "192.0.2.3")).status, 200);
    assert.equal((await send(other, "192.0.2.2")).status, 200);
    assert.equal((await send(client, "2001:db8:a:1::1")).status, 200);
    assert.equal((await send(client, "2001:db8:a:2::1")).status, 429);
    assert.equal((await send(client, "2001:db8:b:1::1")).status, 200);
    await reset();
  });

  test("SUB37 the hour and the day end when Retry-After says", async () => {
    const client = await addClient(sayso);
    await set("address_hour_limit", 1);
    await set("address_day_limit", 2);
    const ip = "192.0.2.4";
    assert.equal((await send(client, ip)).status, 200);
    const early = await send(client, ip);
    const seconds = Number(early.headers.get("retry-after"));
    await age(client, seconds - 30);
    assert.equal((await send(client, ip)).status, 429);
    await age(client, 30);
    assert.equal((await send(client, ip)).status, 200);
    const full = await send(client, ip);
    assert.equal(full.status, 429);
    const tomorrow = Number(full.headers.get("retry-after"));
    assert.ok(tomorrow > 22 * HOUR && tomorrow <= 23 * HOUR, `${tomorrow}`);
    await age(client, tomorrow);
    assert.equal((await send(client, ip)).status, 200);
    await reset();
  });

  test("SUB37 INV70 beyond a client's own limits only those are refused who have sent some, and the others wait on hold", async () => {
    const client = await addClient(sayso);
    await set("client_hour_limit", 3);
    const answers = [];
    for (const ip of ["1", "1", "1", "1", "2", "3"])
      answers.push((await send(client, `198.51.100.${ip}`)).status);
    assert.deepEqual(answers, [200, 200, 200, 429, 200, 200]);
    assert.deepEqual([await credits(client.id), await submissions(client.id)], [47, 5]);
    await reset();
  });

  test("opens no upload and refuses a form before its video if nothing more is accepted (SUB37)", async () => {
    const client = await addClient(sayso);
    await set("address_hour_limit", 1);
    const ip = "192.0.2.5";
    const location = await completedUpload(sayso, client.id, await video());
    assert.equal((await send(client, ip)).status, 200);
    const opened = await create(sayso, client.id, 10, from(ip));
    assert.equal(opened.status, 429);
    assert.equal(((await opened.json()) as { code: string }).code, "too_many_submissions");
    assert.ok(Number(opened.headers.get("retry-after")) > HOUR - 60);
    const late = await submit(
      sayso,
      form({ ...goodFields(client.id), uploadId: uploadIdOf(location) }),
      from(ip),
    );
    assert.equal(late.status, 429);
    assert.equal((await sayso.keys(`uploads/${uploadIdOf(location)}/`)).length, 1, "it can be sent later");
    await reset();
    assert.equal(
      (await submit(sayso, form({ ...goodFields(client.id), uploadId: uploadIdOf(location) }), from(ip)))
        .status,
      200,
    );
  });

  test("repeats the accepted answer, whatever has happened since (SUB31 SUB37)", async () => {
    const client = await addClient(sayso);
    await set("address_hour_limit", 1);
    const headers = { ...from("192.0.2.6"), "idempotency-key": crypto.randomUUID() };
    const again = async () =>
      (await submit(sayso, form(goodFields(client.id), await video()), headers)).status;
    assert.deepEqual([await again(), await again()], [200, 200]);
    assert.equal(await credits(client.id), 49);
    await reset();
  });

  test("SUB37 a webhook answers alike; the demo has no limit for all its visitors together", async () => {
    await set("address_hour_limit", 1);
    const statuses = [];
    for (const [endpoint, ip] of [
      ["wpms", "192.0.2.7"],
      ["wpms", "192.0.2.7"],
      ["demo", "192.0.2.7"],
      ["demo", "192.0.2.8"],
    ] as const) {
      const body = webhookForm({ email: someone() }, await video());
      const answer = await postTestimonial(sayso, endpoint, body, from(ip));
      statuses.push([answer.status, ((await answer.json()) as { code?: string }).code]);
    }
    assert.deepEqual(statuses, [
      [200, undefined],
      [429, "too_many_submissions"],
      [200, undefined],
      [200, undefined],
    ]);
    await reset();
  });

  test("SUB37 the schedule removes what tells nothing any more", async () => {
    const client = await addClient(sayso);
    await send(client, "192.0.2.9");
    const rows = async () =>
      (await sayso.row("SELECT count(*) AS n FROM submission_rates WHERE client_id = ?", client.id))?.n;
    await sayso.schedule(new Date(Date.now() + 23 * HOUR * 1000));
    assert.equal(await rows(), 3, "the address, its /24 and the whole client");
    await sayso.schedule(new Date(Date.now() + 25 * HOUR * 1000));
    assert.equal(await rows(), 0);
  });
});

describe("the shortest testimonial", () => {
  test("SUB39 one below 2 seconds is refused with its own words, and keeps nothing; one of 2 seconds is taken", async () => {
    const client = await addClient(sayso);
    const short = await submit(sayso, form(goodFields(client.id), await longVideo(1), "video/mp4"));
    assert.deepEqual(
      [short.status, short.reply.code, short.reply.error],
      [415, "too_short", "This video is shorter than 2 seconds. Please record or choose a longer one."],
    );
    const uploadId = uploadIdOf(await completedUpload(sayso, client.id, await longVideo(1)));
    const named = await submit(sayso, form({ ...goodFields(client.id), uploadId }));
    assert.deepEqual([named.status, named.reply.code], [415, "too_short"]);
    await expectNothingStored(client.id, 50);
    const taken = await submit(sayso, form(goodFields(client.id), await longVideo(2), "video/mp4"));
    assert.equal(taken.status, 200, taken.reply.error);
  });
});

describe("a file without a picture", () => {
  /** A film's headers, with zeroed frames. */
  async function emptied(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(await fixture(name));
    const film = Buffer.from(bytes.buffer);
    for (let at = film.indexOf("mdat"); at > 0; at = film.indexOf("mdat", at + 4))
      film.fill(0, at + 4, at - 4 + film.readUInt32BE(at - 4));
    return bytes;
  }

  test("SUB39 a video without a frame that can be decoded is refused with its own words, and keeps nothing", async () => {
    for (const name of ["finished.mp4", "wk_frag.mp4"]) {
      const client = await addClient(sayso);
      const words = [
        415,
        "not_a_video",
        "This video holds no picture that can be shown. Please record or choose another one.",
      ];
      const sent = await submit(sayso, form(goodFields(client.id), await emptied(name), "video/mp4"));
      assert.deepEqual([sent.status, sent.reply.code, sent.reply.error], words, name);
      const uploadId = uploadIdOf(await completedUpload(sayso, client.id, await emptied(name)));
      const named = await submit(sayso, form({ ...goodFields(client.id), uploadId }));
      assert.deepEqual([named.status, named.reply.code, named.reply.error], words, name);
      await expectNothingStored(client.id, 50);
    }
  });
});

describe("the same video twice", () => {
  const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

  test("SUB40 it is taken once by a client, side by side too, and by another client as well", async () => {
    const [client, other] = [await addClient(sayso), await addClient(sayso)];
    const bytes = await video();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => submit(sayso, form(goodFields(client.id), bytes))),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    assert.deepEqual(
      [refused?.reply.code, refused?.reply.error],
      ["duplicate_video", "This video has already arrived. There is no need to send it again."],
    );
    assert.deepEqual([await credits(client.id), await submissions(client.id)], [49, 1]);
    assert.equal((await submit(sayso, form(goodFields(other.id), bytes))).status, 200);
    const row = await sayso.row("SELECT sha256 FROM submissions WHERE client_id = ?", client.id);
    assert.equal(row?.sha256, sha256(bytes));
  });

  test("SUB40 however it was uploaded: in a form, in one request, or in several", async () => {
    const client = await addClient(sayso);
    const bytes = await bigVideo(3);
    const completed = uploadIdOf(await completedUpload(sayso, client.id, bytes));
    const pieces = await createdUpload(sayso, client.id, bytes.length);
    const cut = 1_500_000;
    assert.equal((await patch(sayso, pieces, 0, bytes.subarray(0, cut) as BodyInit)).status, 204);
    assert.equal((await patch(sayso, pieces, cut, bytes.subarray(cut) as BodyInit)).status, 204);
    const counted = (id: string) => sayso.row("SELECT sha256 FROM uploads WHERE id = ?", id);
    assert.equal((await counted(completed))?.sha256, sha256(bytes));
    assert.equal((await counted(uploadIdOf(pieces)))?.sha256, null);
    const named = (id: string) => submit(sayso, form({ ...goodFields(client.id), uploadId: id }));
    assert.equal((await named(uploadIdOf(pieces))).status, 200);
    assert.equal((await named(completed)).reply.code, "duplicate_video");
    const inForm = await submit(sayso, form(goodFields(client.id), bytes, "video/mp4"));
    assert.equal(inForm.reply.code, "duplicate_video");
    assert.equal(await credits(client.id), 49);
  });

  test("SUB40 the demo takes it from everybody who tries", async () => {
    const bytes = await video();
    for (const ip of ["203.0.113.1", "203.0.113.2", "203.0.113.2", "203.0.113.2"]) {
      const body = webhookForm({ email: someone() }, bytes);
      assert.equal((await postTestimonial(sayso, "demo", body, from(ip))).status, 200);
    }
    const held = "SELECT count(*) AS n FROM submissions WHERE client_id = 'demo' AND hold IS NOT NULL";
    assert.equal((await sayso.row(held))?.n, 0, "nothing of it waits: nobody would take it");
  });
});
