// Clips: kept with their submission, downloaded, delivered, and published in place of the film.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ClipList, ClipView, Recipe } from "#api/generated/clips.ts";
import type { ErasureResult } from "#api/generated/client.ts";
import { addClip, clipFilm, clipForm, clipsPath, putClip, RECIPE } from "../../support/people/owner/clips.ts";
import { another, fixture, type ClientRow } from "../../support/people/owner/clients.ts";
import { jpeg } from "../../support/people/owner/posters.ts";
import { secretId } from "../../support/people/owner/publications.ts";
import {
  about,
  own,
  press,
  publicPath,
  publish,
  putPoster,
  withTestimonial,
  type Owner,
} from "../../support/people/owner/testimonials.ts";
import { addTranscript } from "../../support/people/owner/transcripts.ts";
import { call } from "../../support/people/owner/users.ts";
import { addWall } from "../../support/people/owner/walls.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

/** A testimonial of three seconds, whose customer agreed to clips. */
const testimonial = async (overrides: Partial<ClientRow> = {}, consentVersion = "2026-12"): Promise<Owner> =>
  withTestimonial(sayso, { consentVersion }, overrides, another(await fixture("finished.mp4")));

const listOf = async (owner: Owner): Promise<ClipList> => (await about(sayso, owner, "GET", "/clips")).json();
const ask = (owner: Owner, method: "GET" | "POST" | "DELETE", more: string) =>
  call(sayso, method, clipsPath(owner, more), { cookie: owner.cookie });
const bytesOf = async (path: string, headers: Record<string, string> = {}) =>
  Buffer.from(await (await sayso.fetch(path, { headers })).arrayBuffer());

const showInstead = (owner: Owner, clip: string | null) =>
  call(sayso, "PUT", clipsPath(owner).replace(/clips$/, "public-clip"), {
    cookie: owner.cookie,
    body: { clip },
  });

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe("a clip", () => {
  test("is stored once under its id, listed with its recipe, played and saved (CLP03, CLP05)", async () => {
    const owner = await testimonial();
    const film = await clipFilm();
    const id = secretId();
    for (let time = 0; time < 2; time += 1) {
      const answer = await putClip(sayso, owner, await clipForm({ film }), id);
      assert.equal(answer.status, 200);
      assert.equal(((await answer.json()) as ClipView).id, id);
    }
    const { clips, obstacle, watermark } = await listOf(owner);
    assert.deepEqual([clips.length, obstacle, watermark], [1, null, null]);
    const [clip] = clips;
    assert.deepEqual(clip?.recipe, RECIPE);
    const {
      width,
      height,
      size_bytes: size,
      duration_ms: duration,
      is_public: isPublic,
      delivery,
    } = clip ?? {};
    assert.deepEqual(
      { width, height, size, duration, isPublic, delivery },
      {
        width: 32,
        height: 32,
        size: film.byteLength,
        duration: 1000,
        isPublic: false,
        delivery: null,
      },
    );
    const cookie = { cookie: owner.cookie };
    assert.deepEqual(await bytesOf(clipsPath(owner, `/${id}/video`), cookie), Buffer.from(film));
    const saved = await sayso.fetch(clipsPath(owner, `/${id}/video?download`), {
      headers: { ...cookie, range: "bytes=4-7" },
    });
    assert.equal(saved.status, 206);
    assert.match(
      saved.headers.get("content-disposition") ?? "",
      /^attachment; filename="Testimonial clip \d{8}-\d{6}\.mp4"/,
    );
    assert.equal(await saved.text(), "ftyp");
    assert.equal((await bytesOf(clipsPath(owner, `/${id}/poster`), cookie)).readUInt16BE(0), 0xffd8);
    assert.equal((await sayso.keys("clips/")).filter((key) => key !== "").length >= 1, true);
  });

  test("needs a right recipe, its own film, pictures, and a consent that permits it (CLP03, CLP05)", async () => {
    const owner = await testimonial();
    const wrongRecipe = (change: Partial<Recipe>) => clipForm({ recipe: { ...RECIPE, ...change } });
    const refused = async (form: FormData) => codeOf(await putClip(sayso, owner, form));
    assert.deepEqual(await refused(await wrongRecipe({ keep: [] })), [400, "invalid"]);
    assert.deepEqual(
      await refused(await wrongRecipe({ keep: [{ from_ms: 0, to_ms: 9000 }], poster_ms: 0 })),
      [400, "invalid"],
    );
    assert.deepEqual(await refused(await wrongRecipe({ poster_ms: 2500 })), [400, "invalid"]);
    assert.deepEqual(await refused(await clipForm({ recipe: { keep: "all" } })), [400, "invalid"]);
    const whole = new Uint8Array(await fixture("finished.mp4"));
    assert.deepEqual(await refused(await clipForm({ film: whole })), [415, "clip_refused"]);
    assert.deepEqual(await refused(await clipForm({ film: new Uint8Array(100) })), [415, "clip_refused"]);
    assert.deepEqual(
      await refused(await clipForm({ film: new Uint8Array(await fixture("seeds/fragmented.mp4")) })),
      [415, "clip_refused"],
    );
    assert.deepEqual(await refused(await clipForm({ still: new Uint8Array(9) })), [415, "poster_refused"]);
    assert.equal((await putClip(sayso, owner, await clipForm(), "../../x")).status, 404);
    assert.deepEqual(await codeOf(await putClip(sayso, owner, await clipForm(), "short")), [
      400,
      "malformed",
    ]);
    assert.deepEqual((await listOf(owner)).clips, []);

    const older = await testimonial({}, "2026-11");
    assert.equal((await listOf(older)).obstacle, "consent");
    assert.deepEqual(await codeOf(await putClip(sayso, older, await clipForm())), [409, "clips_not_allowed"]);
    await sayso.change("UPDATE submissions SET video_deleted_at = 1 WHERE id = ?", owner.id);
    assert.deepEqual(await codeOf(await putClip(sayso, owner, await clipForm())), [409, "no_video"]);
  });

  test("tells the watermark that its film carries, whatever the settings are now (CLP04)", async () => {
    const marked = await withTestimonial(
      sayso,
      { consentVersion: "2026-12", watermarked: "true" },
      { watermark_enabled: 1, watermark_text: "Blue Door", watermark_position: "top-left" },
      another(await fixture("finished.mp4")),
    );
    await sayso.change(
      "UPDATE clients SET watermark_text = 'Red Door', watermark_enabled = 0 WHERE id = ?",
      marked.client.id,
    );
    const { watermark } = await listOf(marked);
    assert.deepEqual([watermark?.text, watermark?.position], ["Blue Door", "top-left"]);
    // Received before watermarks were recorded.
    await sayso.change("UPDATE clients SET watermark_enabled = 1 WHERE id = ?", marked.client.id);
    await sayso.change("UPDATE submissions SET watermark = NULL WHERE id = ?", marked.id);
    assert.equal((await listOf(marked)).watermark?.text, "Red Door");
    const unmarked = await testimonial({ watermark_enabled: 1 });
    assert.equal((await listOf(unmarked)).watermark, null);
  });

  test("goes to the drive beside its video, once (CLP03)", async () => {
    const owner = await testimonial();
    const clip = await addClip(sayso, owner);
    const film = await bytesOf(clipsPath(owner, `/${clip.id}/video`), { cookie: owner.cookie });
    assert.equal((await ask(owner, "POST", `/${clip.id}/deliver`)).status, 200);
    const delivered = await until("the clip in the drive", async () => {
      const [now] = (await listOf(owner)).clips;
      return now?.delivery === "delivered" && now;
    });
    assert.match(delivered.file_name ?? "", /clip \d{8}-\d{6}\.mp4$/);
    const [key, ...others] = (await sayso.keys(`drive/${owner.client.id}/`)).filter((one) =>
      one.includes(" clip "),
    );
    assert.deepEqual(others, []);
    assert.deepEqual(Buffer.from((await (await sayso.media.get(key ?? ""))?.arrayBuffer()) ?? []), film);
    await ask(owner, "POST", `/${clip.id}/deliver`);
    const jobs = await sayso.rows("SELECT id FROM job_queue WHERE subject_id = ?", clip.id);
    assert.equal(jobs.length, 1);
  });

  test("is deleted with its objects, unless it is public (CLP05)", async () => {
    const owner = await testimonial();
    const [kept, gone] = [await addClip(sayso, owner), await addClip(sayso, owner)];
    assert.equal((await showInstead(owner, kept.id)).status, 200);
    assert.deepEqual(await codeOf(await ask(owner, "DELETE", `/${kept.id}`)), [409, "clip_is_public"]);
    const film = await sayso.row("SELECT film, poster FROM clips WHERE id = ?", gone.id);
    assert.equal((await ask(owner, "DELETE", `/${gone.id}`)).status, 200);
    assert.deepEqual(
      (await listOf(owner)).clips.map(({ id }) => id),
      [kept.id],
    );
    const removals = await sayso.rows(
      "SELECT key FROM object_removals WHERE key IN (?, ?)",
      `clips/${film?.film}`,
      `posters/${film?.poster}/`,
    );
    assert.equal(removals.length, 2);
  });
});

describe("a clip in place of its film", () => {
  test("shows nothing that was cut off, in any public byte (INV65, CLP03)", async () => {
    const owner = await testimonial();
    // The clip keeps the second second.
    const words = Object.entries({ Alpha: 0, bravo: 1100, charlie: 2100, delta: 2500 }).map(
      ([text, start]) => ({
        text,
        start_ms: start,
        end_ms: start + 350,
        probability: 99,
      }),
    );
    await addTranscript(sayso, owner.id, words);
    const quote = (first: number, end: number) =>
      sayso.change(
        "UPDATE transcripts SET quote = ? WHERE submission_id = ?",
        JSON.stringify({ ranges: [{ first, end }] }),
        owner.id,
      );
    await quote(0, 2);
    const still = jpeg(720, 1280);
    await putPoster(sayso, owner, still);
    await publish(sayso, owner);
    const path = await publicPath(sayso, owner);
    const wall = await addWall(sayso, owner.client);
    const addresses = [
      path,
      `${path}/film`,
      `${path}/captions.vtt`,
      `${path}/poster.jpg`,
      `${path}/card.jpg`,
      path.replace("/t/", "/embed/"),
      `/oembed?url=${encodeURIComponent(`https://sayso.test${path}`)}`,
      `/w/${wall}`,
      `/embed/wall/${wall}`,
    ];
    const read = async () =>
      Object.fromEntries(await Promise.all(addresses.map(async (one) => [one, await bytesOf(one)] as const)));
    const whole = await read();
    assert.ok(whole[path]?.includes("Alpha") && whole[path]?.includes("charlie"));
    assert.deepEqual(whole[`${path}/film`], Buffer.from(owner.film));

    const film = await clipFilm();
    const clip = await addClip(sayso, owner, { film });
    assert.equal((await showInstead(owner, clip.id)).status, 200);
    const shown = await read();
    assert.deepEqual(shown[`${path}/film`], Buffer.from(film));
    for (const [address, bytes] of Object.entries(shown)) {
      for (const word of ["Alpha", "charlie", "delta"])
        assert.ok(!bytes.includes(word), `${word} at ${address}`);
    }
    assert.match(String(shown[path]), /"transcript":"bravo"/);
    assert.match(String(shown[path]), /"duration":"PT1S"/);
    assert.match(String(shown[`${path}/captions.vtt`]), /00:00:00\.000 --> 00:00:01\.000\nbravo\n/);
    assert.notDeepEqual(shown[`${path}/poster.jpg`], whole[`${path}/poster.jpg`]);
    assert.match(String(shown[path]), /<video[^>]* width="32" height="32"/);

    // A quote that the clip says stays; the whole film comes back as it was.
    await quote(1, 2);
    assert.ok((await bytesOf(`/w/${wall}`)).includes("bravo"));
    await showInstead(owner, null);
    assert.deepEqual(await bytesOf(`${path}/film`), Buffer.from(owner.film));
    assert.ok((await bytesOf(path)).includes("Alpha"));
    const logged = await sayso.rows("SELECT action FROM audit_log WHERE subject = ?", owner.client.id);
    const actions = logged.map(({ action }) => action);
    assert.ok(actions.includes("submission.publish_clip") && actions.includes("submission.publish_film"));
  });

  test("has no captions beside those in its picture, but its text (CAP06, CLP01)", async () => {
    const owner = await testimonial();
    await addTranscript(sayso, owner.id, [{ text: "bravo", start_ms: 1100, end_ms: 1900, probability: 99 }]);
    await publish(sayso, owner);
    const path = await publicPath(sayso, owner);
    const clip = await addClip(sayso, owner, { recipe: { ...RECIPE, captions: "boxed" } });
    await showInstead(owner, clip.id);
    const page = String(await bytesOf(path));
    assert.ok(!page.includes("<track") && page.includes("bravo"));
    assert.ok(!String(await bytesOf(path.replace("/t/", "/embed/"))).includes("<track"));
  });

  test("is another submission's or nobody's: refused (CLP03)", async () => {
    const [owner, other] = [await testimonial(), await testimonial()];
    const foreign = await addClip(sayso, other);
    assert.equal((await showInstead(owner, foreign.id)).status, 404);
    assert.equal((await showInstead(owner, secretId())).status, 404);
    assert.equal((await listOf(owner)).clips.length, 0);
  });
});

describe("clips go with their submission", () => {
  test("an erasure removes their objects and their copy in the drive (CLP05)", async () => {
    const owner = await testimonial();
    const clip = await addClip(sayso, owner);
    await ask(owner, "POST", `/${clip.id}/deliver`);
    await until(
      "the clip in the drive",
      async () => (await listOf(owner)).clips[0]?.delivery === "delivered",
    );
    const row = await sayso.row("SELECT film, poster FROM clips WHERE id = ?", clip.id);
    const erased = await call(sayso, "DELETE", clipsPath(owner).replace(/\/clips$/, ""), {
      cookie: owner.cookie,
    });
    assert.equal(((await erased.json()) as ErasureResult).erased, 1);
    assert.deepEqual(await sayso.rows("SELECT id FROM clips WHERE id = ?", clip.id), []);
    await sayso.schedule(new Date());
    await until("its objects gone", async () => (await sayso.keys(`clips/${row?.film}`)).length === 0);
    assert.deepEqual(await sayso.keys(`posters/${row?.poster}/`), []);
    await until("the drive empty", async () => {
      await sayso.schedule(new Date(Date.now() + 3_600_000));
      return (await sayso.keys(`drive/${owner.client.id}/`)).length === 0;
    });
  });

  test("a video's retention removes them, except the public one (CLP05)", async () => {
    const owner = await testimonial();
    const [kept, gone] = [await addClip(sayso, owner), await addClip(sayso, owner)];
    await showInstead(owner, kept.id);
    const objects = await sayso.row("SELECT film, poster FROM clips WHERE id = ?", gone.id);
    const old = "UPDATE submissions SET delivered_at = 1000, deletion_told_at = 2000 WHERE id = ?";
    await sayso.change(old, owner.id);
    await sayso.schedule(new Date());
    await until("the video's deletion", async () => {
      const row = await sayso.row("SELECT video_deleted_at FROM submissions WHERE id = ?", owner.id);
      return row?.video_deleted_at !== null;
    });
    assert.deepEqual(
      (await listOf(owner)).clips.map(({ id }) => id),
      [kept.id],
    );
    await sayso.schedule(new Date(Date.now() + 60_000));
    assert.deepEqual(await sayso.keys(`clips/${objects?.film}`), []);
    assert.deepEqual(await sayso.keys(`posters/${objects?.poster}/`), []);
  });

  test("a withdrawal ends their publication (CLP03, CNS03)", async () => {
    const owner = await testimonial();
    const clip = await addClip(sayso, owner);
    await publish(sayso, owner);
    const path = await publicPath(sayso, owner);
    await showInstead(owner, clip.id);
    await press(sayso, own(owner.id, "/withdraw"));
    assert.equal((await sayso.fetch(`${path}/film`)).status, 410);
    assert.equal((await listOf(owner)).obstacle, "withdrawn");
    assert.deepEqual(await codeOf(await showInstead(owner, clip.id)), [409, "clips_not_allowed"]);
  });

  test("the customer's private page lists and plays them, with the quote (CLP05, CNS03)", async () => {
    const owner = await testimonial();
    await addTranscript(sayso, owner.id);
    await sayso.change(
      `UPDATE transcripts SET quote = '{"ranges":[{"first":0,"end":2}]}' WHERE submission_id = ?`,
      owner.id,
    );
    const film = await clipFilm();
    const clip = await addClip(sayso, owner, { film });
    const page = String(await bytesOf(own(owner.id)));
    assert.ok(page.includes("Clip 1") && page.includes("“We agree.”"));
    assert.deepEqual(await bytesOf(own(owner.id, `/clips/${clip.id}`)), Buffer.from(film));
    assert.equal((await sayso.fetch(own(owner.id, `/clips/${secretId()}`))).status, 404);
    assert.equal((await sayso.fetch(`/yours/${owner.id}/clips/${clip.id}`)).status, 404);
  });
});
