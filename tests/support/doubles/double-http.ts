// Types shared by the parts of a protocol double: a parsed request and its answer.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The origin that the client believes it talks to, for links in answers. */
  origin: string;
};

export type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer };

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { "content-type": "application/json; charset=UTF-8", ...headers },
  body: JSON.stringify(value, null, 1),
});

export const text = (body: string, status: number): Answer => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body,
});

export function callOf(request: IncomingMessage): Call {
  const forwarded = request.headers["x-forwarded-host"];
  const host = typeof forwarded === "string" ? forwarded : (request.headers.host ?? "127.0.0.1");
  const origin = `${/^127\.0\.0\.1|^localhost/.test(host) ? "http" : "https"}://${host}`;
  const url = new URL(request.url ?? "/", origin);
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.alloc(0),
    origin,
  };
}

export type Reading = {
  limit?: number;
  /** After so many bytes, waits for `until` before it continues reading. */
  pause?: { stop: number; until: Promise<unknown> };
  /** Called with how many bytes it has read so far. */
  onProgress?: (length: number) => void;
};

/** Reads a body, at most `limit` bytes of it. `complete` is false if the client disconnected. */
export function readBody(
  request: IncomingMessage,
  { limit = Infinity, pause, onProgress }: Reading = {},
): Promise<{ body: Buffer; complete: boolean }> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const end = (complete: boolean) => {
      const body = Buffer.concat(parts);
      resolve({ body: body.subarray(0, Math.min(limit, body.length)), complete });
    };
    const wait = (until: Promise<unknown>) => {
      request.pause();
      void until.then(() => request.resume());
    };
    request.on("data", (part: Buffer) => {
      parts.push(part);
      length += part.length;
      onProgress?.(length);
      if (pause && length >= pause.stop) wait(pause.until);
      if (length >= limit) end(true);
    });
    request.on("end", () => end(true));
    request.on("error", () => end(false));
    request.on("close", () => end(false));
    if (pause?.stop === 0) wait(pause.until);
  });
}

/** Sends an answer; `cut`: sends only so many bytes of its body, then closes the connection. */
export function send(response: ServerResponse, answer: Answer, cut?: number): Promise<void> {
  const body = Buffer.from(answer.body ?? "");
  const headers = { "content-length": String(body.length), ...answer.headers };
  if (answer.status === 308) response.writeHead(308, "Resume Incomplete", headers);
  else response.writeHead(answer.status, headers);
  return new Promise((resolve) => {
    response.on("close", () => resolve());
    if (cut === undefined) return void response.end(body);
    response.write(body.subarray(0, cut), () => response.destroy());
  });
}
