// What is waited for, and for how long.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Backoff, isPassing, retryAfterOf } from "../../web/src/lib/backoff.ts";

test("SUB27 a server in trouble passes, a refusal does not, and a limit does where its end is near", () => {
  for (const status of [408, 502, 503, 504, 522])
    for (const ours of [true, false]) assert.equal(isPassing(status, null, ours), true, `${status}`);
  for (const status of [200, 400, 403, 404, 405, 410, 413])
    for (const ours of [true, false]) assert.equal(isPassing(status, 5, ours), false, `${status}`);
  assert.equal(isPassing(429, 120, true), true);
  assert.equal(isPassing(429, 121, true), false);
  assert.equal(isPassing(429, null, true), false);
  for (const seconds of [null, 5, 3600])
    assert.equal(isPassing(429, seconds, false), true, "an edge's, whatever it says");
});

test("SUB27 a proxy that does not know a method will not know it later", () => {
  for (const status of [500, 501]) {
    assert.equal(isPassing(status, null, false), false);
    assert.equal(isPassing(status, null, true), true);
  }
});

test("SUB27 Retry-After is read in seconds, and nothing else is taken for it", () => {
  for (const [header, seconds] of [
    ["0", 0],
    ["120", 120],
    ["Sat, 21 Nov 2026 18:00:00 GMT", null],
    ["-1", null],
    ["1.5", null],
    ["", null],
    [undefined, null],
    [null, null],
  ] as const)
    assert.equal(retryAfterOf(header), seconds, String(header));
});

test("SUB27 each wait is twice the one before, up to 30 seconds, or what the server names, up to 2 minutes", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const waits: number[] = [];
  const backoff = new Backoff(new AbortController().signal);
  const waited = async (seconds: number | null) => {
    const waiting = { over: false };
    void backoff.wait(seconds).then(() => (waiting.over = true));
    let ms = 0;
    for (; !waiting.over; ms += 500) {
      mock.timers.tick(500);
      await Promise.resolve();
      await Promise.resolve();
    }
    waits.push(ms);
  };
  for (const seconds of [null, 0, null, 9, 999_999, null, null]) await waited(seconds);
  mock.timers.reset();
  assert.deepEqual(waits, [1000, 2000, 4000, 9000, 120_000, 30_000, 30_000]);
});

test("SUB27 a wait that is cancelled ends at once", async () => {
  const stop = new AbortController();
  const waiting = new Backoff(stop.signal).wait(60);
  stop.abort(new Error("cancelled"));
  await assert.rejects(waiting, /cancelled/);
});
