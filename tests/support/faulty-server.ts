// Stands before an HTTP server and answers in its place, or keeps its answers back, as servers in trouble do.
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Fault =
  /** Answered at once; the server behind sees nothing. */
  | { status: number; headers?: Record<string, string> }
  /** The server behind did it, and something between says this. */
  | { after: number }
  /** The server behind did it, and its answer is lost. */
  | "lost"
  /** Whatever it sends back is changed on its way. */
  | "changed";

type Rule = { method: string; path: RegExp; fault: Fault; times: number };

export async function faultyServer(behind: string) {
  const rules: Rule[] = [];
  const seen: string[] = [];
  const faultOf = (asked: IncomingMessage): Fault | undefined => {
    const rule = rules.find(
      ({ method, path, times }) => times > 0 && asked.method === method && path.test(asked.url ?? ""),
    );
    if (!rule) return undefined;
    rule.times -= 1;
    return rule.fault;
  };
  const held = new Map<string, Promise<void>>();
  const server = createServer(async (asked, answer) => {
    seen.push(`${asked.method} ${decodeURIComponent(asked.url ?? "")}`);
    const fault = faultOf(asked);
    if (typeof fault === "object" && "status" in fault) {
      asked.resume();
      asked.on("end", () => answer.writeHead(fault.status, fault.headers).end());
      return;
    }
    await held.get(asked.method ?? "");
    forward(new URL(behind), asked, answer, fault);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Method and path of all that was asked, in order. */
    seen,
    /** The next requests of this method, to a path of this kind, meet a fault: one, unless told otherwise. */
    fail: (method: string, fault: Fault, { path = /./, times = 1 } = {}) =>
      void rules.push({ method, path, fault, times }),
    /** Requests of this method wait until the answer to this is called. */
    hold: (method: string): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(method, promise);
      return resolve;
    },
    /** Nothing fails any more. */
    mend: () => void rules.splice(0),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(
  behind: URL,
  asked: IncomingMessage,
  answer: ServerResponse,
  fault: Fault | undefined,
): void {
  const { destination } = asked.headers;
  const headers = {
    ...asked.headers,
    host: behind.host,
    ...(typeof destination === "string" && {
      destination: new URL(new URL(destination).pathname, behind).href,
    }),
  };
  const path = asked.url ?? "/";
  const to = request(
    { host: behind.hostname, port: behind.port, method: asked.method, path, headers },
    (came) => {
      if (fault === "lost") {
        came.resume();
        came.on("end", () => answer.destroy());
        return;
      }
      if (typeof fault === "object" && "after" in fault) {
        came.resume();
        came.on("end", () => answer.writeHead(fault.after).end());
        return;
      }
      answer.writeHead(came.statusCode ?? 502, came.headers);
      if (fault === "changed") came.on("data", (data: Buffer) => answer.write(data.map((byte) => byte ^ 1)));
      else came.on("data", (data: Buffer) => answer.write(data));
      came.on("end", () => answer.end());
    },
  );
  to.on("error", () => answer.destroy());
  asked.pipe(to);
}
