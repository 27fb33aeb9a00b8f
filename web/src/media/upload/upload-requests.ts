import { DefaultHttpStack, type HttpRequest, type HttpStack } from "tus-js-client";
import { retryAfterOf } from "#lib/backoff.ts";
import { unlessStalled } from "#lib/stall-watch.ts";

/** No usable answer: a server error, or the answer of a proxy, a captive portal or an edge. */
export class NoResponse extends Error {
  readonly status: number;
  readonly retryAfter: number | null;
  /** Whether our server sent it. */
  readonly fromServer: boolean;
  /** Whether it was sent as POST, which every proxy passes. */
  readonly posted: boolean;

  constructor(status: number, retryAfter: number | null, fromServer: boolean, posted: boolean) {
    super(`answered with ${status} by ${fromServer ? "the server" : "something else"}`);
    this.status = status;
    this.retryAfter = retryAfter;
    this.fromServer = fromServer;
    this.posted = posted;
  }
}

/**
 * HTTP stack of an upload. For networks that pass only GET and POST, other methods are tunnelled through POST (tus 1.0,
 * "X-HTTP-Method-Override"); a response that is not tus counts as no answer.
 */
export class UploadRequests implements HttpStack {
  /** Tunnels every request through POST. */
  overriding = false;
  private readonly stack = new DefaultHttpStack({});

  getName(): string {
    return "UploadRequests";
  }

  createRequest(method: string, url: string): HttpRequest {
    const overridden = this.overriding && method !== "POST";
    const request = this.stack.createRequest(overridden ? "POST" : method, url);
    if (overridden) request.setHeader("X-HTTP-Method-Override", method);
    const send = request.send.bind(request);
    const setProgressHandler = request.setProgressHandler.bind(request);
    let onSent: ((sent: number) => void) | undefined;
    request.setProgressHandler = (handler) =>
      setProgressHandler((sent) => {
        onSent?.(sent);
        handler(sent);
      });
    const abort = request.abort.bind(request);
    let aborted = false;
    request.abort = () => {
      aborted = true;
      return abort();
    };
    request.send = async (slice: unknown) => {
      const bytes = slice instanceof Blob ? slice.size : 0;
      const sending = async (moved: (left: number) => void) => {
        onSent = (sent) => moved(bytes - sent);
        // Read into memory first: in WebKit a request whose body is a file's Blob may hang (unraid/webgui #2645).
        const body = slice instanceof Blob ? await slice.arrayBuffer() : null;
        if (aborted) throw new Error("ended before it began");
        moved(bytes);
        return Promise.race([endedByBrowser(request), send(body)]);
      };
      const answer = await unlessStalled(bytes, sending, () => void request.abort());
      const status = answer.getStatus();
      const fromServer = Boolean(answer.getHeader("Tus-Resumable"));
      // After a server error tus would restart from zero.
      if (fromServer && status < 500) return answer;
      const retryAfter = retryAfterOf((name) => answer.getHeader(name));
      throw new NoResponse(status, retryAfter, fromServer, request.getMethod() === "POST");
    };
    return request;
  }
}

/** Safari aborts requests itself when it drops a connection (ViTransfer #81), without telling tus. */
function endedByBrowser(request: HttpRequest): Promise<never> {
  return new Promise((_, reject) => {
    const sent = request.getUnderlyingObject() as XMLHttpRequest;
    sent.addEventListener("abort", () => reject(new Error("ended by the browser")));
  });
}
