// Stands in for the binding `AI` of a deployment (Workers AI), with answers and errors that tests choose.
import { WorkerEntrypoint } from "cloudflare:workers";

let next = { answer: { text: "" } };
const taken = [];

export default class extends WorkerEntrypoint {
  /** The binding's method. */
  async run(model, inputs) {
    taken.push({ model, inputs });
    if (next.error) throw new Error(next.error);
    return next.answer;
  }

  /** For tests: what it answers from now on, or the message of its error. */
  async setNext(value) {
    next = value;
  }

  /** For tests: the calls so far. */
  async taken() {
    return taken;
  }

  async fetch() {
    return new Response(null, { status: 404 });
  }
}
