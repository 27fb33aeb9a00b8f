// Stands in for the mail binding (`send_email`), so that tests can take the mail service down.
import { WorkerEntrypoint } from "cloudflare:workers";

let down = false;
const sent = [];

export default class extends WorkerEntrypoint {
  /** The binding's method: takes a message, answers its id. */
  async send(message) {
    if (down) throw new Error("internal error; reference = 0");
    sent.push({ to: message.to, subject: message.subject });
    return { messageId: `message-${sent.length}` };
  }

  /** For tests: whether the service refuses everything. */
  async setDown(value) {
    down = value;
  }

  /** For tests: what it has taken. */
  async taken() {
    return sent;
  }

  async fetch() {
    return new Response(null, { status: 404 });
  }
}
