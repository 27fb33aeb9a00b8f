// The built Worker, whose clock a test moves forward: what it waits for by its timers, and what runs out by its dates,
// need not be waited for. Nothing in the product knows of it.
import Worker from "../../../../worker/build/index.js";

const CLOCK_PATH = "/test-clock";
/** A timer looks this often whether the clock was moved past its end. A request may not end the timer of another one. */
const LOOK_MS = 10;

let ahead = 0;
const { now } = Date;
Date.now = () => now() + ahead;

const start = globalThis.setTimeout.bind(globalThis);
const stop = globalThis.clearTimeout.bind(globalThis);
const timers = new Map();
let lastTimer = 0;

globalThis.setTimeout = (work, ms = 0, ...values) => {
  const timer = (lastTimer += 1);
  const due = Date.now() + ms;
  const look = () => {
    const left = due - Date.now();
    if (left > 0) return void timers.set(timer, start(look, Math.min(left, LOOK_MS)));
    timers.delete(timer);
    work(...values);
  };
  timers.set(timer, start(look, Math.min(ms, LOOK_MS)));
  return timer;
};

globalThis.clearTimeout = (timer) => {
  stop(timers.get(timer));
  timers.delete(timer);
};

/** How many bytes of bodies the Worker has read; it reports no such thing. */
let bytesRead = 0;
const { readAtLeast } = ReadableStreamBYOBReader.prototype;
ReadableStreamBYOBReader.prototype.readAtLeast = async function counted(min, view) {
  const read = await readAtLeast.call(this, min, view);
  bytesRead += read.value?.byteLength ?? 0;
  return read;
};

/** Waits by the moved clock. */
export const pass = (ms) => new Promise((done) => globalThis.setTimeout(done, ms));

export default class extends Worker {
  async fetch(request) {
    if (new URL(request.url).pathname !== CLOCK_PATH) return super.fetch(request);
    if (request.method === "GET") return Response.json(bytesRead);
    ahead = await request.json();
    return new Response(null, { status: 204 });
  }
}
