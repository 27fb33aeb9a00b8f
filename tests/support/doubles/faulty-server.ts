// A proxy in front of an HTTP server that fails or delays requests, as servers in trouble do.
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

export type Fault =
  /** Answered at once; not forwarded. */
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Refused at the first bytes of the body, which is read no further; the request is not forwarded. */
  | { refuse: number }
  /** The request is forwarded, but its answer is replaced. */
  | { after: number }
  /** The server behind did it, and its answer is lost. */
  | "lost"
  /** The request is forwarded, but its answer never arrives; even after release the connection stays silent. */
  | "unanswered"
  /** Corrupts the response body. */
  | "changed"
  /** Announces a length that is off by so many bytes. */
  | { length: number }
  /** Drops the `Range` header. */
  | "whole"
  /** Passes so many bytes of the file, and the rest after release. */
  | { stop: number }
  /** The file moves at so many bytes a second. */
  | { slow: number };

/** Registers a paused transfer with the function that resumes it. */
type Stop = (proceed: () => void) => void;

type Rule = { method: string; path: RegExp; fault: Fault; times: number };

/** `signIn` replaces the `Authorization` that the server behind sees. */
export async function faultyServer(behind: string, { signIn }: { signIn?: string } = {}) {
  const rules: Rule[] = [];
  const seen: string[] = [];
  const authorizations = new Set<string | undefined>();
  const faultOf = (asked: IncomingMessage): Fault | undefined => {
    const rule = rules.find(
      ({ method, path, times }) => times > 0 && asked.method === method && path.test(asked.url ?? ""),
    );
    if (!rule) return undefined;
    rule.times -= 1;
    return rule.fault;
  };
  const held = new Map<string, Promise<void>>();
  const stopped: (() => void)[] = [];
  const running = new Set<Promise<void>>();
  const server = createServer(async (asked, answer) => {
    seen.push(`${asked.method} ${decodeURIComponent(asked.url ?? "")}`);
    authorizations.add(asked.headers.authorization);
    if (signIn !== undefined) asked.headers.authorization = signIn;
    const fault = faultOf(asked);
    if (typeof fault === "object" && "refuse" in fault) {
      asked.once("data", () => {
        asked.pause();
        // An answer of Node's own would read the file to its end.
        asked.socket.write(`HTTP/1.1 ${fault.refuse} Refused\r\ncontent-length: 0\r\n\r\n`);
      });
      return;
    }
    if (typeof fault === "object" && "status" in fault) {
      asked.resume();
      asked.on("end", () => answer.writeHead(fault.status, fault.headers).end(fault.body));
      return;
    }
    await held.get(asked.method ?? "");
    const ended = forward(new URL(behind), asked, answer, fault, (proceed) => void stopped.push(proceed));
    running.add(ended);
    await ended;
    running.delete(ended);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Method and path of all that was asked, in order. */
    seen,
    /** `Authorization` headers received. */
    authorizations,
    /** Fails the next requests with this method and path: one by default. */
    fail: (method: string, fault: Fault, { path = /./, times = 1 } = {}) =>
      void rules.push({ method, path, fault, times }),
    /** Requests of this method wait until the answer to this is called. */
    hold: (method: string): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(method, promise);
      return resolve;
    },
    /** Number of paused requests. */
    stopped: (): number => stopped.length,
    /** Resumes paused requests; resolves once the server has finished everything it received. */
    resume: async (): Promise<void> => {
      stopped.splice(0).forEach((proceed) => proceed());
      await Promise.all(running);
    },
    /** Removes all faults. */
    clearFaults: () => void rules.splice(0),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ends once the server behind has closed the request or answered it. */
function forward(
  behind: URL,
  asked: IncomingMessage,
  answer: ServerResponse,
  fault: Fault | undefined,
  stop: Stop,
): Promise<void> {
  const { destination, range, ...others } = asked.headers;
  const headers = {
    ...others,
    ...(fault !== "whole" && range !== undefined && { range }),
    host: behind.host,
    ...(typeof destination === "string" && {
      destination: new URL(new URL(destination).pathname, behind).href,
    }),
  };
  const path = asked.url ?? "/";
  // Faults of a transfer apply to the upload of a PUT, and to the download otherwise.
  const [up, down] = asked.method === "PUT" ? [fault, undefined] : [undefined, fault];
  const to = request(
    { host: behind.hostname, port: behind.port, method: asked.method, path, headers },
    (response) => {
      if (fault === "lost") {
        response.resume();
        response.on("end", () => answer.destroy());
        return;
      }
      if (fault === "unanswered") {
        response.resume();
        response.on("end", () => stop(() => answer.destroy()));
        return;
      }
      if (typeof fault === "object" && "after" in fault) {
        response.resume();
        response.on("end", () => answer.writeHead(fault.after).end());
        return;
      }
      if (typeof fault === "object" && "length" in fault) {
        void sendFalseLength(response, answer, fault.length);
        return;
      }
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(passing(down, stop)).pipe(answer);
    },
  );
  to.on("error", () => answer.destroy());
  // A file that breaks off is ended towards the server behind, which closes once it has dealt with that.
  answer.on("close", () => (asked.complete ? to.destroy() : to.socket?.end()));
  asked.pipe(passing(up, stop)).pipe(to);
  return new Promise((resolve) => to.once("close", resolve));
}

/** Sends an answer on under a false length. */
async function sendFalseLength(
  response: IncomingMessage,
  answer: ServerResponse,
  more: number,
): Promise<void> {
  const body = Buffer.concat(await response.toArray());
  const { "transfer-encoding": _, ...headers } = response.headers;
  answer.writeHead(response.statusCode ?? 502, {
    ...headers,
    "content-length": String(body.length + more),
    connection: "close",
  });
  answer.end(body, () => answer.destroy());
}

/** Passes bytes on at so many a second, twice a second: a server closes a connection that stands still. */
async function trickle(to: Transform, data: Buffer, bytesPerSecond: number, done: () => void): Promise<void> {
  const piece = Math.ceil(bytesPerSecond / 2);
  for (let at = 0; at < data.length; at += piece) {
    const part = data.subarray(at, at + piece);
    to.push(part);
    await pause((part.length / bytesPerSecond) * 1000);
  }
  done();
}

/** Stream that applies a transfer fault to a file. */
function passing(fault: Fault | undefined, stop: Stop): Transform {
  let left = typeof fault === "object" && "stop" in fault ? fault.stop : Infinity;
  return new Transform({
    transform(data: Buffer, _encoding, done) {
      if (typeof fault === "object" && "slow" in fault) {
        void trickle(this, data, fault.slow, done);
        return;
      }
      const through = fault === "changed" ? data.map((byte) => byte ^ 1) : data;
      this.push(through.subarray(0, left));
      if (through.length >= left) {
        const rest = through.subarray(left);
        left = Infinity;
        stop(() => done(null, rest));
        return;
      }
      left -= through.length;
      done();
    },
  });
}
