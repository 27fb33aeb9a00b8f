// A page's timers and channels: they end with it, and do not keep the process alive.
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

/** Shortens waits of seconds a hundredfold. */
export function hurryWaits(t: TestContext): void {
  hurried = true;
  t.after(() => {
    hurried = false;
  });
}

let disabled: number[] = [];

/** Disables timers of exactly these lengths: timeouts after which the product gives up. */
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
    // Looked up each time, because a test may mock the clock.
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
