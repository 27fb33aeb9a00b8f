// The built Worker, which also says how much memory its wasm has grown to, and what it has ever taken for arrays of bytes.
import { allocated } from "./allocated.js";
import { memory } from "./wasm-memory.js";
import Worker from "../../../../worker/build/index.js";

export default class extends Worker {
  async fetch(request) {
    if (new URL(request.url).pathname !== "/test-memory") return super.fetch(request);
    return Response.json({ wasm: memory.buffer.byteLength, arrays: allocated.bytes });
  }
}
