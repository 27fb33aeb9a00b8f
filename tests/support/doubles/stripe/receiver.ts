// A test's webhook endpoint: records the double's deliveries and answers with a chosen status.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Stripe } from "stripe";

/** A delivery, unparsed: signatures cover the exact bytes. */
export type Delivered = { body: string; signature: string };

/** Listens on this machine. `verify` checks deliveries with the official library. */
export async function startReceiver() {
  const received: Delivered[] = [];
  const reply = { status: 200 };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const signature = request.headers["stripe-signature"];
    received.push({ body: body.toString(), signature: typeof signature === "string" ? signature : "" });
    response.writeHead(reply.status).end();
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { webhooks } = new Stripe("sk_test_verifier");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`,
    received,
    /** Set its `status` to change the answers. */
    reply,
    types: (): string[] => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    verify: (delivered: Delivered | undefined, secret: string): Stripe.Event =>
      webhooks.constructEvent(delivered?.body ?? "", delivered?.signature ?? "", secret),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
