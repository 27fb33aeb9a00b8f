// The embedded engine (`cargo xtask start --transcribe`), from a spoken film to the portal; and an engine that hangs.
import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { TranscriptView } from "#api/generated/transcripts.ts";
import { hang, startTranscriber, TRANSCRIBER_URL } from "../../support/doubles/transcriber.ts";
import { addClient, another, fixture, form, goodFields, submit } from "../../support/people/owner/clients.ts";
import { ownerOf } from "../../support/people/owner/drive-owners.ts";
import { withTestimonial } from "../../support/people/owner/testimonials.ts";
import { call } from "../../support/people/owner/users.ts";
import { freePort } from "../../support/runtime/free-port.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const { SAYSO_TRANSCRIBER_PYTHON: python = "", SAYSO_TRANSCRIBER_MODEL: model = "" } = process.env;
const TEXT = "We bake bread every morning. The people of this town love our shop.";
/** The texts that allow captions. */
const NEWER = { consentVersion: "2026-12" };
const LOADING_MS = 120_000;
const HANGING_MS = 90_000;

/** A film in which ffmpeg's speech synthesis says a text. */
function spokenFilm(text: string): Uint8Array {
  const file = join(mkdtempSync(join(tmpdir(), "sayso-speech-")), "film.mp4");
  const picture = "testsrc2=size=180x320:rate=15:duration=6";
  const speech = `flite=voice=slt:text='${text}'`;
  const inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", speech];
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  execFileSync("ffmpeg", ["-v", "error", ...inputs, "-shortest", ...codecs, "-movflags", "+faststart", file]);
  return new Uint8Array(readFileSync(file));
}

describe("the embedded engine", { skip: !python && "it could not be installed" }, () => {
  let engine: ChildProcess;
  let sayso: Sayso;
  before(async () => {
    const port = await freePort();
    engine = spawn(python, ["xtask/transcriber.py", model, String(port)], {
      stdio: ["pipe", "inherit", "inherit"],
    });
    const url = `http://127.0.0.1:${port}`;
    const isUp = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    await until("the engine", isUp, LOADING_MS);
    sayso = await startWorker({ own: true, secrets: { TRANSCRIBER_URL: url } });
  });
  after(async () => {
    await sayso.close();
    engine.stdin?.end();
  });

  test("writes down what is said, with the time of each word (CAP02, CAP03)", async () => {
    const client = await addClient(sayso);
    assert.equal(
      (await submit(sayso, form({ ...goodFields(client.id), ...NEWER }, spokenFilm(TEXT)))).status,
      200,
    );
    const { cookie } = await ownerOf(sayso, client);
    const { id } = (await sayso.row("SELECT id FROM submissions WHERE client_id = ?", client.id)) ?? {};
    const path = `/api/client/${client.id}/submissions/${id}/transcript`;
    const { words, language, cues } = await until(
      "the transcript",
      async () => {
        const now: TranscriptView = await (await call(sayso, "GET", path, { cookie })).json();
        return now.status === "done" && now;
      },
      LOADING_MS,
    );
    assert.equal(language, "en");
    const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z ]/g, "");
    assert.equal(plain(words.map(({ text }) => text).join(" ")), plain(TEXT));
    for (const [index, word] of words.entries()) {
      assert.ok(
        word.start_ms >= (words[index - 1]?.end_ms ?? 0) && word.end_ms <= 6100,
        JSON.stringify(word),
      );
      assert.ok((word.probability ?? 0) > 20, JSON.stringify(word));
    }
    assert.ok(cues.length >= 2);
  });
});

test("an engine that does not answer is given up after a minute and tried again (CAP01, CAP08)", async () => {
  const engine = startTranscriber();
  const sayso = await startWorker({ own: true, secrets: { TRANSCRIBER_URL } });
  try {
    engine.answer(hang);
    const { id } = await withTestimonial(sayso, NEWER, {}, another(await fixture("finished.mp4")));
    const attempt = await until(
      "the end of the attempt",
      () =>
        sayso.row(
          "SELECT * FROM job_attempts WHERE subject_id = ? AND outcome IS NOT NULL AND job_type = 'transcribe'",
          id,
        ),
      HANGING_MS,
    );
    assert.equal(attempt.outcome, "retry");
    assert.equal(engine.requests.length, 1);
  } finally {
    await sayso.close();
    engine.stop();
  }
});
