// The words of films: transcribed after the delivery, corrected by the business, and shown with the film.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Overview } from "#api/generated/operations.ts";
import type { TranscriptView } from "#api/generated/transcripts.ts";
import {
  answer,
  heard,
  heardBody,
  refusal,
  startTranscriber,
  TRANSCRIBER_URL,
} from "../../support/doubles/transcriber.ts";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { another, fixture } from "../../support/people/owner/clients.ts";
import {
  own,
  publicPath,
  publish,
  putPoster,
  withTestimonial,
  type Owner,
} from "../../support/people/owner/testimonials.ts";
import { call } from "../../support/people/owner/users.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const DAY_MS = 86_400_000;

let sayso: Sayso;
let engine: ReturnType<typeof startTranscriber>;
before(async () => {
  engine = startTranscriber();
  sayso = await startWorker({ secrets: { TRANSCRIBER_URL } });
});
after(async () => {
  await sayso.close();
  engine.stop();
});

/** The texts that allow captions. */
const NEWER = { consentVersion: "2026-12" };
const OLDER = { consentVersion: "2026-11" };

/** A finished film, whose sound is AAC. */
const testimonial = async (consent = NEWER, worker = sayso) =>
  withTestimonial(worker, consent, {}, another(await fixture("finished.mp4")));

type Change = { method?: "GET" | "POST" | "PUT"; body?: object };
const ask = (
  { client, cookie, id }: Owner,
  more = "",
  { method = "GET", body }: Change = {},
  worker = sayso,
) => call(worker, method, `/api/client/${client.id}/submissions/${id}/transcript${more}`, { cookie, body });
const view = async (owner: Owner, worker = sayso): Promise<TranscriptView> =>
  (await ask(owner, "", {}, worker)).json();
const put = (owner: Owner, more: string, body: object) => ask(owner, more, { method: "PUT", body });

/** Waits until its transcript has this state. */
const become = (owner: Owner, status: string) =>
  until(`a transcript that is ${status}`, async () => {
    const now = await view(owner);
    return now.status === status && now;
  });

const jobOf = (owner: Owner) =>
  sayso.row("SELECT * FROM job_queue WHERE subject_id = ? AND job_type = 'transcribe'", owner.id);

/** A testimonial whose engine answers so. */
async function answered(by: Parameters<typeof engine.answer>[0]): Promise<Owner> {
  engine.answer(by);
  return testimonial();
}

describe("transcribing", () => {
  test("begins after delivery and mail, with one call that carries only the sound (CAP01, CAP08)", async () => {
    const earlier = engine.requests.length;
    engine.answer(heard("We love it here."));
    const owner = await testimonial();
    const { words, language, cues, version, checked_at } = await become(owner, "done");
    const begun = await sayso.rows(
      "SELECT job_type FROM job_attempts WHERE subject_id IN (SELECT id FROM emails UNION SELECT ?) ORDER BY started_at",
      owner.id,
    );
    assert.deepEqual(
      begun.map(({ job_type }) => job_type),
      ["upload-to-drive", "send-email", "transcribe"],
    );
    assert.equal(words.map(({ text }) => text).join(" "), "We love it here.");
    assert.deepEqual([language, version, checked_at], ["en", 1, null]);
    assert.deepEqual(
      cues.map(({ lines }) => lines),
      [["We love it here."]],
    );
    assert.equal(engine.requests.length, earlier + 1);
    const { model, inputs } = engine.requests.at(-1) ?? assert.fail();
    const { audio, ...rest } = inputs;
    assert.equal(model, "@cf/openai/whisper-large-v3-turbo");
    assert.deepEqual(rest, {
      task: "transcribe",
      language: "en",
      vad_filter: true,
      initial_prompt: owner.client.company_name,
    });
    const sound = Buffer.from(audio, "base64");
    assert.equal(sound.toString("latin1", 4, 11), "ftypM4A");
    assert.ok(sound.includes("mp4a") && !sound.includes("avc1"));
    assert.ok(sound.length < owner.film.length, `${sound.length} of ${owner.film.length}`);
  });

  test("retries what passes soon, a used-up quota after 00:00 UTC, and the rest never (CAP01)", async () => {
    for (const code of [3007, 3008, 3040]) {
      const owner = await answered(refusal(code, 503));
      const job = await until("the attempt", async () => {
        const found = await jobOf(owner);
        return found?.attempts === 1 && found.lease === null && found;
      });
      assert.equal(job.status, "pending", `${code}`);
      assert.ok(job.due_at - Date.now() < 75_000, `${code}`);
      assert.equal((await view(owner)).status, "waiting");
    }
    const tomorrow = await answered(refusal(3036, 429));
    const job = await until("the attempt", async () => {
      const found = await jobOf(tomorrow);
      return found && found.due_at > Date.now() && found.lease === null && found;
    });
    assert.equal(job.status, "pending");
    const begun = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    assert.equal(Math.floor(job.due_at / DAY_MS) * DAY_MS, begun + DAY_MS);
    for (const code of [5004, 5007, 3003, 3006, 3023]) {
      const owner = await answered(refusal(code));
      const { reason } = await become(owner, "failed");
      assert.equal(reason, `The speech recognition could not take the sound of this video (${code}).`);
      assert.equal((await jobOf(owner))?.status, "failed");
    }
  });

  test("is begun again by a press, once it has failed (CAP01)", async () => {
    const owner = await answered(refusal(5004));
    await become(owner, "failed");
    engine.answer(heard("Better now."));
    assert.equal((await ask(owner, "", { method: "POST" })).status, 200);
    assert.equal((await become(owner, "done")).words.length, 2);
    const again = await ask(owner, "", { method: "POST" });
    assert.deepEqual([again.status, (await again.json()).code], [409, "not_transcribable"]);
  });

  test("takes no words from silence, noise and repetition (CAP03)", async () => {
    const loop = "Thank you for watching! ".repeat(12).trim();
    for (const silent of [
      heard("", { duration_after_vad: 0 }),
      heard("Thank you.", { duration_after_vad: 0 }),
      answer({ text: "" }),
      answer({ text: " ", segments: [] }),
      heard("[Music]"),
    ]) {
      const { words, cues } = await become(await answered(silent), "silent");
      assert.deepEqual([words, cues], [[], []]);
    }
    const repeated = await become(await answered(heard(loop)), "done");
    assert.equal(repeated.words.map(({ text }) => text).join(" "), "Thank you for watching!");
    const bare = await become(await answered(answer({ text: "Only a text." })), "done");
    assert.deepEqual(
      bare.words.map(({ text }) => text),
      ["Only", "a", "text."],
    );
    assert.equal(
      (await become(await answered(heard("Bonjour.", { language: "fr" })), "done")).language,
      "fr",
    );
  });

  test("is left out without the consent, without an engine, and if the business switched it off (CAP01, CAP02)", async () => {
    engine.answer(heard("Nobody hears this."));
    const calls = engine.requests.length;
    const off = await testimonial();
    await become(off, "done");
    const switched = (transcribes: boolean) =>
      call(sayso, "PATCH", `/api/client/${off.client.id}/transcription`, { ...off, body: { transcribes } });
    assert.equal((await switched(false)).status, 200);
    await sayso.change("DELETE FROM transcripts WHERE submission_id = ?", off.id);
    assert.deepEqual([(await view(off)).obstacle, (await view(off)).status], ["switched-off", null]);
    assert.equal((await ask(off, "", { method: "POST" })).status, 200);
    await become(off, "done");

    const older = await testimonial(OLDER);
    assert.deepEqual([(await view(older)).obstacle, (await view(older)).status], ["consent", null]);
    assert.equal((await ask(older, "", { method: "POST" })).status, 409);
    const typed = await put(older, "", { text: "No.", language: null, version: 0 });
    assert.deepEqual([typed.status, (await typed.json()).code], [409, "captions_not_allowed"]);
    assert.equal(engine.requests.length, calls + 2);

    const bare = await startWorker();
    try {
      const owner = await testimonial(NEWER, bare);
      const { obstacle, status } = await view(owner, bare);
      assert.deepEqual([obstacle, status], ["not-set-up", null]);
      assert.equal(await bare.row("SELECT 1 FROM job_queue WHERE job_type = 'transcribe'"), undefined);
    } finally {
      await bare.close();
    }
  });

  test("is counted by day for admins, and stays within the client's credits (CAP08)", async () => {
    const owner = await answered(refusal(5004));
    await become(owner, "failed");
    const cookie = await adminCookie(sayso);
    const overview: Overview = await (await call(sayso, "GET", "/api/admin/overview", { cookie })).json();
    const [today] = overview.transcriptions;
    assert.equal(today?.day, new Date().toISOString().slice(0, 10));
    assert.equal(today?.calls, engine.requests.length);
    // An engine of one's own costs nothing.
    assert.equal(today?.microdollars, 0);
    await sayso.change("UPDATE transcripts SET calls = ? WHERE submission_id = ?", 1000, owner.id);
    const refused = await ask(owner, "", { method: "POST" });
    assert.deepEqual([refused.status, (await refused.json()).code], [409, "no_transcriptions_left"]);
  });
});

test("a deployment transcribes by its binding, whose calls have a price (CAP01, CAP08)", async () => {
  const deployed = await startWorker({ ai: true });
  try {
    const speech = await deployed.speech();
    await speech.setNext({ answer: heardBody("We love it here.") });
    const owner = await testimonial(NEWER, deployed);
    const { words } = await until("the transcript", async () => {
      const now = await view(owner, deployed);
      return now.status === "done" && now;
    });
    assert.equal(words.length, 4);
    const [{ model, inputs } = assert.fail()] = await speech.taken();
    assert.equal(model, "@cf/openai/whisper-large-v3-turbo");
    assert.deepEqual([inputs.language, inputs.vad_filter], ["en", true]);
    const { calls, microdollars } = (await deployed.row("SELECT * FROM transcription_days")) ?? {};
    assert.equal(calls, 1);
    assert.ok(microdollars > 0 && microdollars < 500, `${microdollars}`);

    await speech.setNext({ error: "5004: Invalid data" });
    const refused = await testimonial(NEWER, deployed);
    const { reason } = await until("the refusal", async () => {
      const now = await view(refused, deployed);
      return now.status === "failed" && now;
    });
    assert.match(reason ?? "", /\(5004\)/);
  } finally {
    await deployed.close();
  }
});

describe("a transcript", () => {
  test("is corrected without moving the other words, and refuses a stale version with 409 (CAP05)", async () => {
    const owner = await answered(heard("We love it hear."));
    const { words, version } = await become(owner, "done");
    const changed: TranscriptView = await (
      await put(owner, "", { text: "We love it here.", language: null, version })
    ).json();
    assert.equal(changed.version, version + 1);
    assert.deepEqual(changed.words.slice(0, 3), words.slice(0, 3));
    assert.deepEqual(changed.words[3], { ...words[3], text: "here.", probability: null });
    const stale = await put(owner, "", { text: "Nothing.", language: null, version });
    assert.deepEqual([stale.status, (await stale.json()).code], [409, "changed_meanwhile"]);
    assert.equal((await put(owner, "/quote", { ranges: [], version })).status, 409);
    assert.equal((await put(owner, "/check", { is_checked: true, version })).status, 409);
    assert.deepEqual((await view(owner)).words, changed.words);
    const invalid = await put(owner, "", { text: "x ".repeat(2001), language: null, version: version + 1 });
    assert.deepEqual([invalid.status, Object.keys((await invalid.json()).fields)], [400, ["text"]]);
  });

  test("is typed by hand where the engine heard nothing (CAP01)", async () => {
    const owner = await answered(heard("", { duration_after_vad: 0 }));
    const { version } = await become(owner, "silent");
    const body = { text: "C’est si bon.", language: "fr-FR", version };
    const typed: TranscriptView = await (await put(owner, "", body)).json();
    assert.deepEqual([typed.status, typed.language, typed.words.length], ["done", "fr", 3]);
  });

  test("begins its captions where the business wants it, through corrections (CAP05)", async () => {
    const owner = await answered(heard("We love it here every day."));
    const { version, cues } = await become(owner, "done");
    assert.equal(cues.length, 1);
    const cut = async (cuts: object, of: number): Promise<TranscriptView> =>
      (await put(owner, "/cues", { cuts, version: of })).json();
    const linesOf = (now: TranscriptView) => now.cues.map(({ lines }) => lines.join(" "));
    const split = await cut({ breaks: [3], joins: [] }, version);
    assert.deepEqual(linesOf(split), ["We love it", "here every day."]);
    assert.equal((await put(owner, "/cues", { cuts: split.cuts, version })).status, 409);
    for (const wrong of [
      { breaks: [0], joins: [] },
      { breaks: [6], joins: [] },
      { breaks: [2], joins: [2] },
    ])
      assert.equal((await put(owner, "/cues", { cuts: wrong, version: split.version })).status, 400);
    const body = { text: "We really love it here every day.", language: null, version: split.version };
    const corrected: TranscriptView = await (await put(owner, "", body)).json();
    assert.deepEqual(linesOf(corrected), ["We really love it", "here every day."]);
    const joined = await cut({ breaks: [], joins: [4] }, corrected.version);
    assert.deepEqual(linesOf(joined), ["We really love it here every day."]);
  });

  test("has a quote of its own words, which follows corrections (CAP07, INV66)", async () => {
    const owner = await answered(heard("We really love it hear every day."));
    const { version } = await become(owner, "done");
    const ranges = [
      { first: 0, end: 1 },
      { first: 2, end: 5 },
    ];
    const quoted: TranscriptView = await (await put(owner, "/quote", { ranges, version })).json();
    assert.equal(quoted.quote_text, "We … love it hear");
    const body = { text: "We really love it here every day.", language: null, version: quoted.version };
    const corrected: TranscriptView = await (await put(owner, "", body)).json();
    assert.equal(corrected.quote_text, "We … love it here");
    for (const wrong of [[{ first: 3, end: 3 }], [{ first: 0, end: 99 }]])
      assert.equal((await put(owner, "/quote", { ranges: wrong, version: corrected.version })).status, 400);
    const gone: TranscriptView = await (
      await put(owner, "/quote", { ranges: [], version: corrected.version })
    ).json();
    assert.equal(gone.quote, null);
  });

  test("is found by search, and erased with its submission (PUB12, INV51)", async () => {
    const owner = await answered(heard("Marvellous sourdough every morning."));
    await become(owner, "done");
    const { client, cookie, id } = owner;
    const found = async (text: string) =>
      (await (await call(sayso, "GET", `/api/client/${client.id}/submissions?q=${text}`, { cookie })).json())
        .submissions.length;
    assert.deepEqual([await found("sourdough"), await found("croissant")], [1, 0]);
    const erased = await sayso.fetch(`/api/client/${client.id}/submissions/${id}`, {
      method: "DELETE",
      headers: { cookie, origin: "https://sayso.test" },
    });
    assert.equal(erased.status, 200);
    assert.equal(await sayso.row("SELECT 1 FROM transcripts WHERE submission_id = ?", id), undefined);
  });

  test("captions the film wherever it is shown, labelled until the business has checked it (CAP06, CAP07)", async () => {
    const owner = await answered(heard("We love <it> here."));
    const { version } = await become(owner, "done");
    await publish(sayso, owner);
    const path = await publicPath(sayso, owner);
    await putPoster(sayso, owner);
    const text = async (address: string) => (await sayso.fetch(address)).text();
    const captions = await sayso.fetch(`${path}/captions.vtt`);
    assert.equal(captions.headers.get("content-type"), "text/vtt; charset=utf-8");
    assert.equal(captions.headers.get("access-control-allow-origin"), "*");
    assert.equal(captions.headers.get("cache-control"), "public, max-age=30");
    assert.match(await captions.text(), /^WEBVTT\n\n00:00:00\.000 --> .*\nWe love &lt;it&gt; here\.\n$/);
    const track = (source: string, label: string) =>
      `<track kind="captions" src="${source}" srclang="en" label="${label}" default`;
    const label = "Captions by software, not checked";
    const page = await text(path);
    assert.ok(page.includes(track(`${path}/captions.vtt`, label)), page);
    assert.ok(page.includes("We love &#60;it&#62; here.") && page.includes("not checked yet"));
    assert.match(page, /"transcript":"We love \\u003cit> here\."/);
    assert.ok((await text(path.replace("/t/", "/embed/"))).includes(track(`${path}/captions.vtt`, label)));
    const yours = await text(own(owner.id));
    assert.match(yours, /<track kind="captions" src="\/yours\/[^"]+\/captions\.vtt\?/);
    assert.ok((await text(own(owner.id, "/captions.vtt"))).startsWith("WEBVTT\n"));
    const portal = `/api/client/${owner.client.id}/submissions/${owner.id}`;
    const inPortal = await call(sayso, "GET", `${portal}/captions.vtt`, { cookie: owner.cookie });
    assert.equal(inPortal.headers.get("cache-control"), "private, no-store");
    assert.ok((await inPortal.text()).startsWith("WEBVTT\n"));
    const preview = await call(sayso, "GET", `${portal}/preview`, { cookie: owner.cookie });
    assert.ok((await preview.text()).includes(track(`${portal}/captions.vtt`, label)));
    const { id: wall } = await (
      await call(sayso, "POST", `/api/client/${owner.client.id}/walls`, { ...owner, body: { name: "All" } })
    ).json();
    const shown = await text(`/w/${wall}`);
    assert.ok(shown.includes(track(`${path}/captions.vtt`, label)) && !shown.includes("We love"));

    const checked: TranscriptView = await (await put(owner, "/check", { is_checked: true, version })).json();
    assert.ok(checked.checked_at);
    const ranges = [{ first: 1, end: 2 }];
    await put(owner, "/quote", { ranges, version: checked.version });
    const now = await text(path);
    assert.ok(now.includes(track(`${path}/captions.vtt`, "Captions")) && !now.includes("not checked"));
    assert.match(now, /<blockquote lang="en" dir="auto"><a href="[^"]+\/film#t=0\.6">love<\/a>/);
    assert.ok((await text(`/w/${wall}`)).includes('<q lang="en" dir="auto">love</q>'));
    await call(sayso, "POST", `/api/client/${owner.client.id}/submissions/unpublish`, {
      ...owner,
      body: { ids: [owner.id] },
    });
    assert.equal((await sayso.fetch(`${path}/captions.vtt`)).status, 410);
  });
});
