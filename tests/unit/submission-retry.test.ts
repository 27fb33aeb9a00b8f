// Retries of a form that gets no answer, or one that is not from our server.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { sendSubmission, type Waiting } from "#api/submission.ts";

/** Fate of a posted form, in steps of a second. */
type Outcome =
  | "silence"
  /** A tenth is sent each second, up to this share. */
  | { moves: number }
  /** The browser aborts it. */
  | "ended"
  | { status: number; body: string; headers?: Record<string, string> };

const ACCEPTED: Outcome = { status: 200, body: `{"success":true}` };

let fates: Outcome[] = [];
let posted: { key: string | undefined; form: FormData }[] = [];

/** A server that treats each form as its turn specifies, and accepts all later ones. */
class FakeRequest extends EventTarget {
  status = 0;
  responseText = "";
  upload = new EventTarget();
  private headers: Record<string, string> = {};
  private answers: Record<string, string> = {};
  private moving: ReturnType<typeof setInterval> | undefined;
  open = () => undefined;
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return this.answers[name] ?? null;
  }
  send(form: FormData) {
    posted.push({ key: this.headers["Idempotency-Key"], form });
    const outcome = fates.shift() ?? ACCEPTED;
    if (outcome === "silence") return;
    if (outcome === "ended") this.dispatchEvent(new Event("loadend"));
    else if ("moves" in outcome) {
      let loaded = 0;
      this.moving = setInterval(() => {
        if (loaded >= outcome.moves) return;
        loaded += 10;
        this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total: 100 }));
      }, 1000);
    } else {
      Object.assign(this, {
        status: outcome.status,
        responseText: outcome.body,
        answers: outcome.headers ?? {},
      });
      this.dispatchEvent(new Event("loadend"));
    }
  }
  abort() {
    clearInterval(this.moving);
    this.dispatchEvent(new Event("loadend"));
  }
}

beforeEach(() => {
  posted = [];
  Object.defineProperty(navigator, "onLine", { configurable: true, value: true });
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 0 });
  mock.method(performance, "now", () => Date.now());
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

const form = (video: boolean) => {
  const fields = new FormData();
  fields.set("customerName", "Ann");
  if (video) fields.set("video", new File(["film"], "film.mp4", { type: "video/mp4" }));
  return fields;
};

/** Sends a form to a server with these fates; `waits`: reported pauses. */
function sending(video: boolean, first: Outcome[], signal = new AbortController().signal) {
  fates = first;
  const waits: (Waiting | null)[] = [];
  return { waits, answer: sendSubmission("/", form(video), "a-key", signal, (now) => void waits.push(now)) };
}

/** Advances the time in steps, so that pending promises continue. */
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    await new Promise(setImmediate);
    mock.timers.tick(1000);
  }
  await new Promise(setImmediate);
}

test("SUB27 SUB31 a form that nobody answers for a minute is sent again with its key", async () => {
  const { answer } = sending(false, ["silence"]);
  // An upload of a body this small could already count as stalled.
  await pass(29);
  assert.equal(posted.length, 1);
  await pass(45);
  assert.deepEqual(await answer, { kind: "accepted", ownPage: undefined });
  assert.deepEqual(
    posted.map(({ key }) => key),
    ["a-key", "a-key"],
  );
});

test("restarts a form with a video that stalls for 30 seconds, with the video in memory (SUB27)", async () => {
  const { answer, waits } = sending(true, ["silence", { moves: 40 }]);
  await pass(29);
  assert.equal(posted.length, 1);
  await pass(5);
  assert.equal(posted.length, 2);
  await pass(30);
  assert.equal(posted.length, 2, "it moved for a while");
  assert.deepEqual(waits, [null, "unreachable", null]);
  await pass(15);
  assert.deepEqual(await answer, { kind: "accepted", ownPage: undefined });
  const sent = posted.at(-1)?.form.get("video") as File;
  assert.deepEqual([sent.name, sent.type, await sent.text()], ["film.mp4", "video/mp4", "film"]);
});

test("waits three minutes for the answer once the video is sent, or until the user cancels (SUB27)", async () => {
  const stop = new AbortController();
  const { answer } = sending(true, [{ moves: 100 }, "silence"], stop.signal);
  await pass(185);
  assert.equal(posted.length, 1);
  await pass(10);
  assert.equal(posted.length, 2);
  stop.abort(new Error("cancelled"));
  await assert.rejects(answer, /cancelled/);
});

test("SUB27 a form that the browser ends by itself is a lost connection, at once", async () => {
  const { answer, waits } = sending(true, ["ended"]);
  await pass(2);
  assert.deepEqual(await answer, { kind: "accepted", ownPage: undefined });
  assert.deepEqual(waits, [null, "unreachable", null]);
});

test("SUB27 a page of 500 is a fault of ours: it is tried again, and never blamed on the network", async () => {
  const fault: Outcome = { status: 500, body: "<h1>Internal error</h1>" };
  const once = sending(false, [fault]);
  await pass(2);
  assert.deepEqual(await once.answer, { kind: "accepted", ownPage: undefined });
  const lasting = sending(
    false,
    Array.from({ length: 5 }, () => fault),
  );
  await pass(30);
  const answer = await lasting.answer;
  assert.deepEqual([answer.kind, answer.kind === "refused" && answer.status], ["refused", 500]);
});

test("SUB27 a server that names a day and hour is obeyed, and its time said", async () => {
  const headers = { Date: new Date(0).toUTCString(), "Retry-After": new Date(600_000).toUTCString() };
  const { answer, waits } = sending(false, [{ status: 503, body: "", headers }]);
  await pass(599);
  assert.equal(posted.length, 1);
  assert.deepEqual(waits.at(-1), { until: 600_000 });
  await pass(2);
  assert.deepEqual(await answer, { kind: "accepted", ownPage: undefined });
});
