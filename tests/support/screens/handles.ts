// The timers and channels of a page: they end with it, and none keeps the process from ending.
import type { TestContext } from "node:test";

type Timer = ReturnType<typeof setTimeout>;
type Start = (run: () => void, ms?: number, ...given: unknown[]) => Timer;

const running = new Set<Timer>();
const open = new Set<BroadcastChannel>();

export class PageChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    open.add(this);
  }
}

let hurried = false;

/** Lets what waits for seconds wait for a hundredth of them. */
export function hurryWaits(t: TestContext): void {
  hurried = true;
  t.after(() => {
    hurried = false;
  });
}

let disabled: number[] = [];

/** Lets no timer of exactly so many milliseconds fire: what the product gives up after them, it waits for. */
export function disableTimeouts(t: TestContext, ...lengths: number[]): void {
  disabled = lengths;
  t.after(() => {
    disabled = [];
  });
}

const lengthOf = (ms: number) => {
  if (disabled.includes(ms)) return 2 ** 31 - 1;
  return hurried && ms >= 1000 ? ms / 100 : ms;
};

function start(name: "setTimeout" | "setInterval"): Start {
  return (run, ms = 0, ...given) => {
    // Asked for each time: a test may hold the clock.
    const timer = (globalThis[name] as Start)(run, lengthOf(ms), ...given);
    timer.unref();
    running.add(timer);
    return timer;
  };
}

Object.assign(globalThis, {
  [Symbol.for("page timers")]: { setTimeout: start("setTimeout"), setInterval: start("setInterval") },
});

export function endHandles(): void {
  for (const timer of running) clearTimeout(timer);
  for (const channel of open) channel.close();
  running.clear();
  open.clear();
}
