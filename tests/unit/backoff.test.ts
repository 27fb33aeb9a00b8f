// Transient errors and their waiting times.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Backoff, isTransient, retryAfterOf } from "#lib/backoff.ts";

test("SUB27 a server in trouble passes, a refusal does not, and a limit does where its end is near", () => {
  for (const status of [408, 502, 503, 504, 522])
    for (const fromServer of [true, false])
      assert.equal(isTransient(status, null, fromServer), true, `${status}`);
  for (const status of [200, 400, 403, 404, 405, 410, 413])
    for (const fromServer of [true, false])
      assert.equal(isTransient(status, 5, fromServer), false, `${status}`);
  assert.equal(isTransient(429, 3600, true), true);
  assert.equal(isTransient(429, 3601, true), false);
  assert.equal(isTransient(429, null, true), false);
  for (const seconds of [null, 5, 86_400])
    assert.equal(isTransient(429, seconds, false), true, "an edge's, whatever it says");
});

test("SUB27 a proxy that does not know a method will not know it later", () => {
  for (const status of [500, 501]) {
    assert.equal(isTransient(status, null, false), false);
    assert.equal(isTransient(status, null, true), true);
  }
});

test("SUB27 Retry-After is read in seconds or as a date by the server's clock, and nothing else is taken for it", () => {
  for (const [header, seconds] of [
    ["0", 0],
    ["120", 120],
    ["Sat, 21 Nov 2026 18:00:00 GMT", 600],
    ["Sat, 21 Nov 2026 17:00:00 GMT", 0],
    ["Sat, 99 Nov 2026 18:00:00 GMT", null],
    ["21 Nov 2026 18:00:00 GMT", null],
    ["soon 7", null],
    ["-1", null],
    ["1.5", null],
    ["", null],
    [undefined, null],
    [null, null],
  ] as const)
    assert.equal(
      retryAfterOf((name) => (name === "Date" ? "Sat, 21 Nov 2026 17:50:00 GMT" : header)),
      seconds,
      String(header),
    );
  const soon = new Date(Date.now() + 60_000).toUTCString();
  const left = retryAfterOf((name) => (name === "Date" ? null : soon));
  assert.ok(left !== null && left > 50 && left <= 60, "without the server's clock by the device's");
});

test("SUB27 each wait is twice the one before, up to 30 seconds, or what the server names, up to an hour and said", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  const reported: number[] = [];
  const waits: number[] = [];
  const backoff = new Backoff(new AbortController().signal);
  const waited = async (seconds: number | null) => {
    const waiting = { over: false };
    void backoff.wait(seconds, (until) => reported.push(until)).then(() => (waiting.over = true));
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
  assert.deepEqual(waits, [1000, 2000, 4000, 9000, 3_600_000, 30_000, 30_000]);
  assert.deepEqual(reported, [16_000 + 3_600_000]);
});

test("SUB27 a wait that is cancelled ends at once", async () => {
  const stop = new AbortController();
  const waiting = new Backoff(stop.signal).wait(60);
  stop.abort(new Error("cancelled"));
  await assert.rejects(waiting, /cancelled/);
});
