// The table for browsers without WebAssembly agrees with the wasm that `cargo xtask test worker` builds.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { cleanName } from "../../web/src/media/clean-name.ts";
import * as rules from "../../web/src/media/core/rules.js";
import * as video from "../../web/src/media/core/video.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path) => readFileSync(`${root}${path}`);
before(async () => {
  await rules.default({ module_or_path: read("web/src/media/core/rules_bg.wasm") });
  await video.default({ module_or_path: read("web/src/media/core/video_bg.wasm") });
});
const table = JSON.parse(read("web/src/media/generated/fallback.json").toString());
const fixture = (name) => read(`tests/fixtures/${name}`);

const SIGNS = new Map(table.form.nameSigns);
/** What a browser without WebAssembly does with the table. */
function byTable(customerName, customerEmail, consentData, consentMarketing) {
  const { nameMax, namePattern, emailMax, emailPattern, messages } = table.form;
  const name = cleanName(customerName, SIGNS);
  const email = customerEmail.trim();
  const errors = [];
  const say = (field, message) => errors.push({ field, message });
  if (name === "") say("customerName", messages.nameMissing);
  else if ([...name].length > nameMax) say("customerName", messages.nameTooLong);
  else if (!new RegExp(namePattern, "u").test(name)) say("customerName", messages.nameCharacters);
  if ([...email].length > emailMax) say("customerEmail", messages.emailTooLong);
  else if (!new RegExp(emailPattern, "u").test(email)) say("customerEmail", messages.emailInvalid);
  if (!consentData) say("consentData", messages.consentMissing);
  if (!consentMarketing) say("consentMarketing", messages.consentMissing);
  return errors.length
    ? { valid: null, errors }
    : { valid: { customerName: name, customerEmail: email }, errors };
}

function agree(name, email, data = true, marketing = true) {
  const here = JSON.stringify([name, email]);
  assert.deepEqual(
    rules.validateSubmission(name, email, data, marketing),
    byTable(name, email, data, marketing),
    here,
  );
}

test("REC30 SUB16 every character is allowed in a name by both or by neither", () => {
  // Unassigned here: this Node knows an older Unicode than the table was made with.
  const unassigned = /\p{Cn}/u;
  const differ = [];
  for (let code = 0; code < 0x110000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const c = String.fromCodePoint(code);
    const checked = (check) =>
      [`a${c}a`, `.${c}`].map((name) => check(name, "ada@example.com", true, true).valid?.customerName);
    const [one, other] = [checked(rules.validateSubmission), checked(byTable)];
    if (one.join("|") !== other.join("|") && !unassigned.test(c)) differ.push(code.toString(16));
  }
  assert.deepEqual(differ, [], "run `node media-wasm/tools/letters.mjs` with this Node");
});

test("REC30 SUB16 names of the world agree", () => {
  const names = JSON.parse(read("media-wasm/tests/names.json").toString());
  for (const name of [...names.kept.map(([typed]) => typed), ...names.refused, ...names.nothing])
    agree(name, "ada@example.com");
});

test("REC30 SUB15 every character is trimmed by both or by neither", () => {
  for (let code = 0; code < 0x3100; code++) agree(String.fromCodePoint(code), "ada@example.com");
  for (const c of ["\ufeff", "\u{1f600}", "\u{10ffff}"]) agree(` ${c} `, "ada@example.com");
});

test("REC30 SUB15 SUB17 names and emails of every length around the limits agree", () => {
  for (const letter of ["a", "é", "\u{10400}", "@", "."]) {
    for (let length = 98; length <= 102; length++) agree(letter.repeat(length), "ada@example.com");
    for (let length = 240; length <= 258; length++) agree("Ada", `${letter.repeat(length)}@example.com`);
    for (let length = 60; length <= 66; length++) {
      agree("Ada", `ada@${letter.repeat(length)}.com`);
      agree("Ada", `ada@example.${letter.repeat(length)}`);
    }
  }
  for (const data of [true, false]) for (const marketing of [true, false]) agree("", "", data, marketing);
});

test("REC30 SUB17 emails of every shape agree", () => {
  const parts = [
    "a",
    "9",
    ".",
    "@",
    "-",
    "_",
    "+",
    " ",
    "\n",
    "é",
    "例",
    "\u{10400}",
    "'",
    '"',
    "<",
    "\0",
    "com",
  ];
  // Everything up to four parts, then the same seeded walk through longer ones each time.
  const all = (depth, text) => {
    agree("Ada", text);
    if (depth > 0) for (const part of parts) all(depth - 1, text + part);
  };
  all(4, "");
  let seed = 17;
  const below = (limit) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % limit;
  let valid = 0;
  for (let i = 0; i < 50_000; i++) {
    const words = Array.from({ length: 1 + below(4) }, () =>
      Array.from(
        { length: 1 + below(3) },
        () => parts[below(8) ? [0, 1, 4, 9, 10, 16][below(6)] : below(parts.length)],
      ).join(""),
    );
    const domain = words.slice(below(words.length)).join(".");
    const email = `${words.join(".")}@${domain}.${parts[[0, 1, 9, 16][below(4)]]}${parts[below(2)]}`;
    agree("Ada", email);
    valid += rules.validateSubmission("Ada", email, true, true).valid ? 1 : 0;
  }
  assert.ok(valid > 5_000, `only ${valid} of them are valid`);
});

test("REC30 the markers of the table tell the same device", () => {
  const { markers } = table;
  const device = (agent, platform, touch) => {
    const says = (words) => words.some((word) => agent.includes(word));
    const posing = says(markers.posingIpad) || markers.posingIpad.includes(platform);
    const ios = says(markers.ios) || (posing && touch > 1);
    const safari = ios || (says(markers.webkit) && !says(markers.notWebkit));
    return { ios, safari, android: !ios && says(markers.android) };
  };
  const words = Object.values(markers).flat().concat("Firefox/140", "");
  for (const one of words) {
    for (const two of words) {
      for (const platform of ["MacIntel", "Win32"]) {
        for (const touch of [0, 1, 5]) {
          const agent = `${one} ${two}`;
          assert.deepEqual(rules.detectDevice(agent, platform, touch), device(agent, platform, touch), agent);
        }
      }
    }
  }
});

/** Drives a probe by ranges, as the browser does with a Blob, and asks it something at the end. */
function probe(file, ask = () => undefined) {
  const it = new video.FileProbe(file.length);
  let step = it.begin();
  let reads = 0;
  for (; step.kind === "need"; reads++) {
    step = it.feed(step.offset, file.subarray(step.offset, step.offset + step.len));
  }
  const answer = ask(it);
  it.free();
  return { step, reads, answer };
}

test("INV56 the probe answers in JavaScript as its types promise", () => {
  const { step, reads } = probe(fixture("wk_frag.mp4"));
  assert.deepEqual(step, {
    kind: "done",
    media: {
      container: "mp4",
      video: "avc1",
      audio: "aac",
      durationMs: 3900,
      frameRate: 30,
      width: 480,
      height: 640,
      rotation: 0,
      videoTracks: 1,
      audioTracks: 1,
      seekable: false,
      fragmented: true,
      truncated: false,
      presentBytes: null,
    },
  });
  assert.ok(reads < 16, `${reads} reads`);
});

test("SUB33 a refusal carries a reason and a sentence", () => {
  const { step } = probe(Buffer.from("<html>"));
  assert.equal(step.kind, "rejected");
  assert.equal(step.reason, "notVideo");
  assert.match(step.message, /not a video/);
});

test("REC24 a probed file says how it is finished", () => {
  const asked = (it) => [it.decoderCodec(), it.budgetBytes(), it.finishPlan(false, 0, true, true, 0)];
  const encoded = { kind: "encode", bitsPerSecond: 96_000, channels: 1, sampleRate: 48_000 };
  const copied = ["avc1.42E01F", 9_000_000, { kind: "copy", turn: 0, audio: encoded }];
  assert.deepEqual(probe(fixture("cr_avc1_opus_frag.mp4"), asked).answer, copied);
  assert.deepEqual(probe(fixture("seeds/flat.mp4"), asked).answer[2], { kind: "keep" });
  const { answer } = probe(fixture("ff_firefox.webm"), (it) => [
    it.decoderCodec(),
    it.finishPlan(true, 270, true, true, 0),
    it.finishPlan(true, 0, false, true, 0),
    it.finishPlan(true, 0, true, false, 0),
  ]);
  assert.deepEqual(answer, [
    "vp8",
    {
      kind: "transcode",
      turn: 270,
      width: 640,
      height: 480,
      videoBitsPerSecond: 2_211_840,
      maxRecordedPercent: 120,
      maxBitsPerFrame: 73_728,
      minBitsPerSecond: 150_000,
      oneAtATime: false,
      keyFrameSeconds: 2,
      audio: encoded,
      videoRuns: [],
      audioRuns: [],
      watermark: true,
    },
    ...["unsupported", "undecodable"].map((reason) => ({ kind: "raw", reason })),
  ]);
});

test("REC24 a file that is no video, or not probed to its end, is sent as it is", () => {
  const plan = (it) => [it.decoderCodec(), it.finishPlan(true, 0, true, true, 0)];
  const raw = [undefined, { kind: "raw", reason: "failed" }];
  assert.deepEqual(probe(Buffer.from("<html>"), plan).answer, raw);
  const unread = new video.FileProbe(1000);
  assert.deepEqual(plan(unread), raw);
  unread.free();
});

test("REC24 REC31 the encoder's name and a stall cross as they are", () => {
  assert.equal(table.encoderCodec, "avc1.64001F");
  assert.equal(video.isStalled(6_000, 0.05, 0), true);
  assert.equal(video.isStalled(6_000, 0.5, 9_999), false);
  assert.equal(video.isStalled(6_000, 0.5, 10_000), true);
});

test("DIA01 without a window the device has nothing, and says so", () => {
  const found = rules.checkDevice();
  assert.equal(found.mediaRecorderSupported, false);
  assert.equal(found.getUserMediaSupported, false);
  assert.deepEqual(found.issues, []);
  assert.equal(rules.planForThisBrowser(false, false).mimeType, null);
  assert.equal(rules.planForThisBrowser(true, false).videoBitsPerSecond, 2_500_000);
  assert.equal(rules.planForThisBrowser(true, false).camera.first.width.ideal, 720);
  assert.equal(rules.planForThisBrowser(true, true).camera.first.width.ideal, 480);
  const next = [rules.asksSmaller(720, 19, 0), rules.asksSmaller(480, 9, 9), rules.asksSmaller(480, 10, 9)];
  assert.deepEqual(next, [true, false, undefined]);
});

/** A file with some of its bytes changed and its end cut off, the same ones each time. */
function damaged(file, round) {
  const bytes = Uint8Array.from(file);
  for (let change = 0; change <= round % 7; change += 1) {
    bytes[(round * 7919 + change * 104_729) % bytes.length] = (round * 31 + change * 17) & 0xff;
  }
  return bytes.subarray(0, bytes.length - ((round * 13) % Math.min(bytes.length, 400)));
}

test("INV57 the browser's build takes damaged files: it neither traps nor asks beyond their end", () => {
  const seeds = ["flat.mp4", "fragmented.mp4", "flat.mov", "flat.webm"].map((name) =>
    fixture(`seeds/${name}`),
  );
  const kinds = new Set();
  for (let round = 0; round < 8000; round += 1) {
    const bytes = damaged(seeds[round % seeds.length], round);
    const file = new video.FileProbe(bytes.length);
    let step = file.begin();
    let reads = 0;
    for (; step.kind === "need"; reads += 1) {
      const { offset, len } = step;
      assert.ok(len >= 1 && offset + len <= bytes.length, `${offset} + ${len} of ${bytes.length}`);
      step = file.feed(offset, bytes.subarray(offset, offset + len));
    }
    assert.ok(reads <= 64, `${reads} reads`);
    kinds.add(step.kind);
    kinds.add(file.finishPlan(true, 0, true, true, 0).kind);
    file.free();
  }
  assert.ok(kinds.has("done") && kinds.has("rejected") && kinds.has("transcode"), [...kinds].join(" ")); // Enough damage, and not too much.
});
