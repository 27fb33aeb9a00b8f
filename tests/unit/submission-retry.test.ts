// What is done where a form gets no answer.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { sendSubmission } from "../../web/src/api/submission.ts";

const form = (video: boolean) => {
  const fields = new FormData();
  fields.set("customerName", "Ann");
  if (video) fields.set("video", new File(["film"], "film.mp4"));
  return fields;
};

/** A server that says nothing the first time, and accepts the second. */
function silentOnce() {
  const keys: string[] = [];
  Object.defineProperty(navigator, "onLine", { configurable: true, value: true });
  mock.method(globalThis, "fetch", (_address: string, { headers, signal }: RequestInit) => {
    keys.push(new Headers(headers).get("Idempotency-Key") ?? "");
    if (keys.length > 1) return Promise.resolve(Response.json({ success: true }));
    return new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  });
  return keys;
}

/** Lets so much time pass in steps, and what waits for it go on. */
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    mock.timers.tick(1000);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
}

test("SUB27 SUB31 a form that nobody answers for a minute is sent again with its key", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const keys = silentOnce();
  const answer = sendSubmission("/", form(false), "a-key", new AbortController().signal, () => undefined);
  await pass(59);
  assert.equal(keys.length, 1);
  await pass(10);
  assert.deepEqual(await answer, { kind: "accepted" });
  assert.deepEqual(keys, ["a-key", "a-key"]);
  mock.reset();
});

test("SUB27 a form that carries a video has all the time it needs, until somebody cancels", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const keys = silentOnce();
  const stop = new AbortController();
  const answer = sendSubmission("/", form(true), "a-key", stop.signal, () => undefined);
  await pass(600);
  assert.equal(keys.length, 1);
  stop.abort(new Error("cancelled"));
  await assert.rejects(answer, /cancelled/);
  mock.reset();
});
