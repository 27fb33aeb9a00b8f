// A recorder that does not fire `stop`: time limits.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { startRecording } from "#media/recording/recorder.ts";

type Plan = Parameters<typeof startRecording>[1];

/** A recorder without data that never stops by itself. */
class SlowRecorder extends EventTarget {
  state = "inactive";
  mimeType = "video/webm";
  constructor() {
    super();
    made.push(this);
  }
  start() {
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
  }
  handOver(text: string) {
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob([text]) }));
  }
}
const made: SlowRecorder[] = [];

beforeEach(() => {
  Object.assign(globalThis, { MediaRecorder: SlowRecorder });
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 0 });
});

afterEach(() => mock.timers.reset());

const PLAN = { mimeType: "video/webm", timesliceMs: 1000 } as Plan;

function stopped() {
  const recording = startRecording({} as MediaStream, PLAN, { onChunk: () => {}, onFailure: () => {} });
  let outcome = "waits";
  void recording.finished.then(
    async (blob) => (outcome = await blob.text()),
    () => (outcome = "nothing"),
  );
  return { recorder: made.at(-1), stop: recording.stop, outcome: () => outcome };
}

/** Time passes in steps, as a device that is awake counts it. */
async function pass(seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 2; step += 1) {
    mock.timers.tick(500);
    await new Promise((next) => setImmediate(next));
  }
}

test("uses the chunks so far if the recorder does not stop within 8 seconds (REC27)", async () => {
  const { recorder, stop, outcome } = stopped();
  recorder?.handOver("half a minute");
  stop();
  await pass(7);
  assert.equal(outcome(), "waits");
  await pass(2);
  assert.equal(outcome(), "half a minute");
});

test("REC27 a busy phone that has handed over nothing is waited for 30 seconds", async () => {
  const { recorder, stop, outcome } = stopped();
  stop();
  await pass(20);
  recorder?.handOver("all of it");
  recorder?.dispatchEvent(new Event("stop"));
  await pass(1);
  assert.equal(outcome(), "all of it");

  const lost = stopped();
  lost.stop();
  await pass(29);
  assert.equal(lost.outcome(), "waits");
  await pass(2);
  assert.equal(lost.outcome(), "nothing");
});
