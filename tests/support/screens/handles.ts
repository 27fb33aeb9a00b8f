// The timers and channels of a page: they end with it, and none keeps the process from ending.
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

function start(name: "setTimeout" | "setInterval"): Start {
  return (...given) => {
    // Asked for each time: a test may hold the clock.
    const timer = (globalThis[name] as Start)(...given);
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
