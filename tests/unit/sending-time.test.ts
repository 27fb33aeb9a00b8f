import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { secondsToSend } from "#media/upload/connection.ts";

const MB = 1_000_000;

/** Sets the browser's reported downlink and the measured speed of the page's own download. */
function given(downlink: number | undefined, megabitsMeasured: number | null) {
  Object.defineProperty(globalThis, "navigator", {
    value: downlink === undefined ? {} : { connection: { downlink } },
    configurable: true,
  });
  const measured = { transferSize: MB, responseStart: 0, responseEnd: 8000 / (megabitsMeasured ?? 1) };
  mock.method(performance, "getEntriesByType", () => (megabitsMeasured === null ? [] : [measured]));
}

test("REC29 the time to send goes by what the browser says of its line, up to the most that it ever says", () => {
  given(3, 90);
  assert.equal(secondsToSend(MB), 8);
  given(10, 90);
  assert.ok(Math.abs((secondsToSend(MB) ?? 0) - 8 / 30) < 1e-9, "how fast the page came says more");
  given(10, null);
  assert.equal(secondsToSend(MB), null);
  given(undefined, 3);
  assert.equal(secondsToSend(MB), 8);
});
