import assert from "node:assert/strict";
import { PATIENCE_MS } from "../support/runtime/patience.ts";
import { beginRecording, stopRecording } from "./customer.ts";
import { firefoxTests } from "./sayso.ts";

const test = firefoxTests();

type RecorderCalls = { started: unknown[]; asked: number; events: string[] };

/** Records calls of a recorder, and which events carry data; runs in the page. */
function watchRecorders(): void {
  const calls: RecorderCalls = { started: [], asked: 0, events: [] };
  Object.assign(window, { calls });
  const { start, requestData } = MediaRecorder.prototype;
  MediaRecorder.prototype.start = function (this: MediaRecorder, ...args) {
    calls.started.push(...args);
    this.addEventListener("dataavailable", ({ data }) => data.size > 0 && calls.events.push("data"));
    this.addEventListener("stop", () => calls.events.push("stop"));
    start.apply(this, args);
  };
  MediaRecorder.prototype.requestData = function (this: MediaRecorder) {
    calls.asked += 1;
    requestData.call(this);
  };
}

test("REC07 every chunk of a recording arrives before the event that it has stopped", async ({
  page,
  open,
}) => {
  await open();
  await page.evaluate(watchRecorders);
  await beginRecording(page, 3);
  const isAskedOften = () => (window as unknown as { calls: RecorderCalls }).calls.asked >= 6;
  await page.waitForFunction(isAskedOften, { timeout: PATIENCE_MS });
  await stopRecording(page);
  const { started, events } = await page.evaluate(
    () => (window as unknown as { calls: RecorderCalls }).calls,
  );
  assert.deepEqual(started, [], "a timeslice");
  assert.ok(events.length > 1, `${events}`);
  assert.equal(events.indexOf("stop"), events.length - 1, `${events}`);
});
