// A lean client: on a small machine it shares the cores with the code it measures.
import { Agent, request, type IncomingHttpHeaders } from "node:http";
import { performance } from "node:perf_hooks";

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };
export type Call = { method?: string; headers?: Record<string, string>; body?: Uint8Array };

const agent = new Agent({ keepAlive: true });

/** One request over a kept connection. */
export function send(url: URL, { method = "GET", headers = {}, body }: Call = {}): Promise<Reply> {
  const length = body || method !== "GET" ? { "content-length": String(body?.length ?? 0) } : {};
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { ...length, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** One request that must be answered with this status. */
export async function expect(status: number, url: URL, call?: Call): Promise<Reply> {
  const reply = await send(url, call);
  if (reply.status !== status)
    throw new Error(`${call?.method ?? "GET"} ${url.pathname}: ${reply.status} ${reply.body}`);
  return reply;
}

/** Requests per second answered with 200, at constant concurrency. */
export async function requestsPerSecond(url: URL, seconds: number, concurrency = 16): Promise<number> {
  const started = performance.now();
  const deadline = started + seconds * 1000;
  let answered = 0;
  const visitor = async () => {
    while (performance.now() < deadline) {
      await expect(200, url);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, visitor));
  return (answered * 1000) / (performance.now() - started);
}
