import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { addClient, fixture, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { leftovers } from "../../support/runtime/leftovers.ts";
import { completedUpload, uploadIdOf } from "../../support/people/customer/tus.ts";
import { jpeg } from "../../support/people/owner/posters.ts";
import { longVideo, shortVideo } from "../../support/films/videos.ts";
import { mailTo, startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { credits, submissions, expectNothingStored } = leftovers(() => sayso);

describe("a submission by the plain form", () => {
  test("SUB24 SUB28 an anonymous visitor's form is accepted and takes one credit", async () => {
    const client = await addClient(sayso);
    const { status, reply } = await submit(sayso, form(goodFields(client.id), await video()));
    assert.deepEqual({ status, reply }, { status: 200, reply: { success: true } });
    assert.equal(await credits(client.id), 49);
    assert.equal(await submissions(client.id), 1);
  });

  test("SUB24 the video field takes recording.mp4, .mov and .webm, stored by what they hold", async () => {
    const files = [
      ["recording.mp4", "video/mp4", await fixture("cr_avc1_opus_frag.mp4"), "mp4"],
      ["recording.mov", "video/quicktime", await shortVideo("quicktime.mov"), "mov"],
      ["recording.webm", "video/webm", await video(), "webm"],
      ["recording.webm", "", await video(), "webm"],
    ] as const;
    for (const [name, type, bytes, container] of files) {
      const client = await addClient(sayso);
      const data = form(goodFields(client.id));
      data.set("video", new File([bytes as BlobPart], name, { type }));
      assert.equal((await submit(sayso, data)).status, 200, name);
      const row = await sayso.row("SELECT container FROM submissions WHERE client_id = ?", client.id);
      assert.equal(row?.container, container);
    }
  });

  test("SUB24 each field is needed under its own name", async () => {
    const client = await addClient(sayso);
    for (const missing of ["customerName", "customerEmail", "consentData", "consentMarketing"]) {
      const { status, reply } = await submit(
        sayso,
        form({ ...goodFields(client.id), [missing]: undefined }, await video()),
      );
      assert.deepEqual([status, Object.keys(reply.fields ?? {})], [400, [missing]]);
    }
    await expectNothingStored(client.id, 50);
  });

  test("SUB24 SUB36 a video before its client and fields is refused before a byte of it is stored", async () => {
    const client = await addClient(sayso);
    const data = new FormData();
    data.set("video", new File([(await video()) as BlobPart], "recording.webm", { type: "video/webm" }));
    for (const [name, value] of Object.entries(goodFields(client.id))) data.set(name, value);
    const { status, reply } = await submit(sayso, data);
    assert.equal(status, 400);
    assert.match(reply.fields?.clientId ?? "", /before the video/);
    await expectNothingStored(client.id, 50);
  });

  test("SUB34 a consent record keeps both flags, the version of the texts and the time", async () => {
    const client = await addClient(sayso);
    const begun = Date.now();
    await submit(sayso, form({ ...goodFields(client.id), consentVersion: "2026-11" }, await video()));
    const consent = await sayso.row(
      "SELECT c.* FROM consents c JOIN submissions s ON s.id = c.submission_id WHERE s.client_id = ?",
      client.id,
    );
    assert.equal(consent?.consent_data, 1);
    assert.equal(consent?.consent_marketing, 1);
    assert.equal(consent?.text_version, "2026-11");
    assert.ok(consent?.given_at >= begun - 1000 && consent?.given_at <= Date.now() + 1000);
  });

  test("SUB34 a version of the consent texts that was never shown is no consent", async () => {
    const client = await addClient(sayso);
    const { status, reply } = await submit(
      sayso,
      form({ ...goodFields(client.id), consentVersion: "1999-01" }, await video()),
    );
    assert.equal(status, 400);
    assert.ok(reply.fields?.consentVersion);
    await expectNothingStored(client.id, 50);
  });
});

describe("a poster that the customer's browser made", () => {
  const withPoster = async (clientId: string, images: Record<string, Uint8Array>) => {
    const data = form(goodFields(clientId));
    for (const [name, bytes] of Object.entries(images))
      data.set(name, new File([bytes as BlobPart], `${name}.jpg`));
    data.set("video", new File([(await video()) as BlobPart], "recording.webm"));
    return submit(sayso, data);
  };
  const good = { posterStill: jpeg(720, 1280), posterCard: jpeg(1200, 630) };

  test("PUB10 is kept with the submission, and stands in its mail, its folder and on its page", async () => {
    const client = await addClient(sayso, { email: "poster@shop.example" });
    assert.equal((await withPoster(client.id, good)).status, 200);
    const row = await until("the delivery", () =>
      sayso.row(
        "SELECT id, poster, poster_width, poster_height FROM submissions WHERE client_id = ? AND drive_path IS NOT NULL",
        client.id,
      ),
    );
    assert.deepEqual([row.poster_width, row.poster_height], [720, 1280]);
    assert.equal((await sayso.keys(`posters/${String(row.poster)}/`)).length, 2);
    const mail = await mailTo(sayso, "poster@shop.example");
    const [, picture = ""] = /<img src="([^"]+)"/.exec(mail.html) ?? [];
    const path = picture.replaceAll("&#38;", "&").replaceAll("&amp;", "&").replace(sayso.origin, "");
    const shown = await sayso.fetch(path);
    assert.deepEqual(
      [shown.status, shown.headers.get("content-type"), new Uint8Array(await shown.arrayBuffer())],
      [200, "image/jpeg", good.posterStill],
    );
    assert.equal((await sayso.fetch(path.replace(/signature=.{4}/, "signature=AAAA"))).status, 404);
    const page = async (link: RegExp) => {
      const [address = ""] = link.exec(mail.text) ?? [];
      return (await sayso.fetch(address.replace(sayso.origin, ""))).text();
    };
    assert.match(await page(/\S+\/drive\/watch\/\S+/), / poster="\/drive\/poster\//);
    const folder = await page(/\S+\/drive\/folder\/\S+/);
    assert.match(folder, /<img src="\/drive\/poster\/[^"]+" alt="" loading="lazy">/);
    assert.doesNotMatch(folder, /<video/);
  });

  test("PUB10 is refused if it is too large, of another kind or half, and the form can be sent again without it", async () => {
    const client = await addClient(sayso);
    for (const [images, status] of [
      [{ ...good, posterStill: Uint8Array.from([...jpeg(720, 1280), ...new Uint8Array(26_000)]) }, 415],
      [{ ...good, posterCard: jpeg(1200, 600) }, 415],
      [{ ...good, posterStill: new TextEncoder().encode("<svg onload=alert(1)>") }, 415],
      [{ posterStill: good.posterStill }, 400],
    ] as const)
      assert.equal((await withPoster(client.id, images)).status, status);
    await expectNothingStored(client.id, 50);
    assert.deepEqual(
      await sayso.row("SELECT count(*) AS n FROM submissions WHERE client_id = ?", client.id),
      { n: 0 },
    );
    assert.equal((await withPoster(client.id, {})).status, 200);
  });
});

describe("the server repeats the rules of the form", () => {
  const cases: [string, Record<string, string | undefined>, string, string][] = [
    ["SUB15 an empty name", { customerName: "  " }, "customerName", "Name is required"],
    ["SUB15 a name of 101 characters", { customerName: "a".repeat(101) }, "customerName", "Name too long"],
    [
      "SUB16 a name with a bracket",
      { customerName: "Ann <b>" },
      "customerName",
      "Name contains invalid characters",
    ],
    [
      "SUB16 a name with a line break",
      { customerName: "Ann\r\nBcc: x" },
      "customerName",
      "Name contains invalid characters",
    ],
    ["SUB17 no email", { customerEmail: "ann" }, "customerEmail", "Invalid email address"],
    [
      "SUB17 an email of 256 characters",
      { customerEmail: `${"a".repeat(244)}@example.com` },
      "customerEmail",
      "Email too long",
    ],
  ];
  for (const [title, overrides, field, message] of cases) {
    test(`SUB29 ${title} is refused with its message and keeps nothing`, async () => {
      const client = await addClient(sayso);
      const { status, reply } = await submit(
        sayso,
        form({ ...goodFields(client.id), ...overrides }, await video()),
      );
      assert.equal(status, 400);
      assert.equal(reply.code, "invalid");
      assert.equal(reply.fields?.[field], message);
      await expectNothingStored(client.id, 50);
    });
  }

  for (const consent of ["consentData", "consentMarketing"]) {
    for (const value of ["false", "yes", undefined]) {
      test(`INV09 SUB29 ${consent} = ${value} is 400 and takes no credit`, async () => {
        const client = await addClient(sayso);
        const { status, reply } = await submit(
          sayso,
          form({ ...goodFields(client.id), [consent]: value }, await video()),
        );
        assert.equal(status, 400);
        assert.ok(reply.fields?.[consent]);
        await expectNothingStored(client.id, 50);
      });
    }
  }

  test("SUB16 names of the world are taken as their keyboards type them, and kept clean", async () => {
    const many = { kept: [["\u{20bb7}".repeat(100), "\u{20bb7}".repeat(100)]] };
    const names = JSON.parse(readFileSync("media-wasm/tests/names.json", "utf8")) as typeof many;
    const film = await video();
    for (const [typed = "", expected] of [...names.kept, ...many.kept]) {
      const client = await addClient(sayso);
      const { status, reply } = await submit(
        sayso,
        form({ ...goodFields(client.id), customerName: typed }, film),
      );
      assert.equal(status, 200, `${typed}: ${JSON.stringify(reply)}`);
      const row = await sayso.row("SELECT customer_name FROM submissions WHERE client_id = ?", client.id);
      assert.equal(row?.customer_name, expected?.normalize());
    }
  });

  test("a letter and its accent count as one character, and are stored as one (SUB15 SUB16)", async () => {
    const film = await video();
    const nameOf = async (customerName: string) => {
      const client = await addClient(sayso);
      const { status } = await submit(sayso, form({ ...goodFields(client.id), customerName }, film));
      const row = await sayso.row("SELECT customer_name FROM submissions WHERE client_id = ?", client.id);
      return [status, row?.customer_name];
    };
    assert.deepEqual(await nameOf("e\u0301".repeat(100)), [200, "\u00e9".repeat(100)]);
    assert.deepEqual(await nameOf("Zoe\u200b\u0308"), [200, "Zo\u00eb"]);
    assert.deepEqual(await nameOf("\ufa19\u8c37"), [200, "\ufa19\u8c37"], "a registered shape");
    assert.deepEqual(await nameOf("e\u0301".repeat(101)), [400, undefined]);
  });

  test("SUB25 no client, an unknown client, no video and no form have their own answers", async () => {
    const client = await addClient(sayso);
    const without = await submit(
      sayso,
      form({ ...goodFields(client.id), clientId: undefined }, await video()),
    );
    assert.equal(without.status, 400);
    assert.ok(without.reply.fields?.clientId);
    const unknown = await submit(sayso, form(goodFields(crypto.randomUUID()), await video()));
    assert.deepEqual([unknown.status, unknown.reply.code], [404, "not_found"]);
    const bare = await submit(sayso, form(goodFields(client.id)));
    assert.equal(bare.status, 400);
    assert.ok(bare.reply.fields?.video);
    const json = await sayso.fetch("/functions/v1/submit-testimonial", { method: "POST", body: "{}" });
    assert.equal(json.status, 400);
    await expectNothingStored(client.id, 50);
  });

  test("REC31 a video of 5 minutes is taken; a longer one is refused with its reason, and keeps nothing", async () => {
    const client = await addClient(sayso);
    assert.equal(
      (await submit(sayso, form(goodFields(client.id), await longVideo(300), "video/mp4"))).status,
      200,
    );
    const refused = await submit(sayso, form(goodFields(client.id), await longVideo(302), "video/mp4"));
    assert.deepEqual(
      [refused.status, refused.reply.code, refused.reply.error],
      [413, "too_long", "This video is longer than 5 minutes. Please choose a shorter one."],
    );
    const uploadId = uploadIdOf(await completedUpload(sayso, client.id, await longVideo(302)));
    assert.equal((await submit(sayso, form({ ...goodFields(client.id), uploadId }))).status, 413);
    assert.deepEqual(await sayso.keys(`uploads/${uploadId}/`), []);
    const count = await sayso.row("SELECT count(*) AS n FROM submissions WHERE client_id = ?", client.id);
    const left = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id);
    assert.deepEqual([count?.n, left?.n], [1, 49]);
  });

  test("SUB25 a form with two videos, a huge field or too many parts is malformed and keeps nothing", async () => {
    const client = await addClient(sayso);
    const two = form(goodFields(client.id), await video());
    two.append("video", new File([(await video()) as BlobPart], "more.webm"));
    const huge = form({ ...goodFields(client.id), note: "x".repeat(5000) }, await video());
    const many = form(goodFields(client.id), await video());
    for (let i = 0; i < 30; i += 1) many.append(`field${i}`, "x");
    for (const data of [two, huge, many]) {
      const { status, reply } = await submit(sayso, data);
      assert.deepEqual([status, reply.code], [400, "malformed"]);
    }
    await expectNothingStored(client.id, 50);
  });
});

describe("the gate", () => {
  test("INV05 SUB21 a suspended client answers the exact text, no credit, no object", async () => {
    for (const state of ["suspended", "pending_invite", "pending_onboarding"]) {
      const client = await addClient(sayso, { status: state });
      const { status, reply } = await submit(sayso, form(goodFields(client.id), await video()));
      assert.equal(status, 403);
      assert.equal(reply.error, "This account is currently not active.");
      await expectNothingStored(client.id, 50);
    }
  });

  test("INV05 SUB22 a client without credits answers the exact text, no object", async () => {
    const client = await addClient(sayso, { credits_remaining: 0 });
    const { status, reply } = await submit(sayso, form(goodFields(client.id), await video()));
    assert.equal(status, 402);
    assert.equal(reply.error, "This account has no credits remaining.");
    await expectNothingStored(client.id, 0);
  });

  test("shows the inactive text if both blocks apply (SUB32)", async () => {
    const client = await addClient(sayso, { credits_remaining: 0, status: "suspended" });
    const { reply } = await submit(sayso, form(goodFields(client.id), await video()));
    assert.equal(reply.code, "inactive");
  });
});
