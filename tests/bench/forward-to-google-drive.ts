// The Worker's calls to Google on their way to the double, by the same means as rclone's go through its proxy: `node:http`
// alone. `fetch`, which the tests use, would cost the Worker's side more.
import { request as httpRequest, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { answerHost } from "../support/doubles/fake-http.ts";
import { GOOGLE_HOSTS } from "../support/doubles/google-drive/google-drive.ts";

/** Routes requests to the double at `origin`; returns a function that stops this. */
export function interceptGoogle(origin: string): () => void {
  const leaves = GOOGLE_HOSTS.map((host) => answerHost(host, (asked) => forward(origin, asked)));
  return () => leaves.forEach((leave) => leave());
}

async function forward(origin: string, { url, method, headers, body }: Request): Promise<Response> {
  const { host, pathname, search } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = httpRequest(`${origin}${pathname}${search}`, {
    method,
    headers: { ...Object.fromEntries(headers), host: new URL(origin).host, "x-forwarded-host": host },
    agent: false,
  });
  sent.on("response", resolve).on("error", reject);
  if (body) Readable.fromWeb(body as ReadableStream).pipe(sent);
  else sent.end();
  const response = await promise;
  const content = await buffer(response);
  const names = Object.entries(response.headers) as [string, string][];
  return new Response(content.length ? new Uint8Array(content) : null, {
    status: response.statusCode ?? 502,
    headers: names,
  });
}
