import assert from "node:assert/strict";
import { PATIENCE_MS } from "../support/runtime/patience.ts";
import { beginRecording, stopRecording } from "./customer.ts";
import { firefoxTests } from "./sayso.ts";

const test = firefoxTests();

type Told = { started: unknown[]; asked: number; events: string[] };

/** Records calls of a recorder, and which events carry data; runs in the page. */
function watchRecorders(): void {
  const told: Told = { started: [], asked: 0, events: [] };
  Object.assign(window, { told });
  const { start, requestData } = MediaRecorder.prototype;
  MediaRecorder.prototype.start = function (this: MediaRecorder, ...args) {
    told.started.push(...args);
    this.addEventListener("dataavailable", ({ data }) => data.size > 0 && told.events.push("data"));
    this.addEventListener("stop", () => told.events.push("stop"));
    start.apply(this, args);
  };
  MediaRecorder.prototype.requestData = function (this: MediaRecorder) {
    told.asked += 1;
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
  const isAskedOften = () => (window as unknown as { told: Told }).told.asked >= 6;
  await page.waitForFunction(isAskedOften, { timeout: PATIENCE_MS });
  await stopRecording(page);
  const { started, events } = await page.evaluate(() => (window as unknown as { told: Told }).told);
  assert.deepEqual(started, [], "a timeslice");
  assert.ok(events.length > 1, `${events}`);
  assert.equal(events.indexOf("stop"), events.length - 1, `${events}`);
});
