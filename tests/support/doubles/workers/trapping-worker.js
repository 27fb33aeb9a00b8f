// The built Worker, whose wasm traps when it is told to: the clock that it reads throws what V8 throws for a trap, an overflown stack or a
// lack of memory, through whatever of it is running.
import Worker from "../../../../worker/build/index.js";

const TRAP_PATH = "/test-trap";
const ERRORS = {
  unreachable: () => new WebAssembly.RuntimeError("unreachable"),
  memory: () => new WebAssembly.RuntimeError("memory access out of bounds"),
  stack: () => new RangeError("Maximum call stack size exceeded"),
};

/** What the clock throws once it was read so many times more. */
let trap;

const now = Date.now;
Date.now = () => {
  if (trap && (trap.after -= 1) < 0) {
    const { error } = trap;
    trap = undefined;
    throw ERRORS[error]();
  }
  return now();
};

export default class extends Worker {
  async fetch(request) {
    if (new URL(request.url).pathname !== TRAP_PATH) return super.fetch(request);
    const missed = trap !== undefined;
    trap = await request.json();
    return Response.json({ missed });
  }
}
