import { DefaultHttpStack, type HttpRequest, type HttpStack } from "tus-js-client";
import { retryAfterOf } from "#lib/backoff.ts";
import { unlessStalled } from "#lib/stall-watch.ts";

/** No answer to go by: the server's own fault, or what a proxy, a captive portal or an edge said in its place. */
export class NoAnswer extends Error {
  readonly status: number;
  readonly retryAfter: number | null;
  /** Whether it was the server that said it. */
  readonly ours: boolean;
  /** Whether it was asked as POST, which every proxy knows. */
  readonly posted: boolean;

  constructor(status: number, retryAfter: number | null, ours: boolean, posted: boolean) {
    super(`answered with ${status} by ${ours ? "the server" : "something else"}`);
    this.status = status;
    this.retryAfter = retryAfter;
    this.ours = ours;
    this.posted = posted;
  }
}

/**
 * The requests of an upload. Networks that know GET and POST only are told the others as POST, with the method in a
 * header (tus 1.0, "X-HTTP-Method-Override"); what does not speak tus is no answer.
 */
export class UploadRequests implements HttpStack {
  /** Whether every request goes as POST. */
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
    let hear: ((sent: number) => void) | undefined;
    request.setProgressHandler = (handler) =>
      setProgressHandler((sent) => {
        hear?.(sent);
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
        hear = (sent) => moved(bytes - sent);
        // Read into memory first: in WebKit a request whose body is a file's Blob may never end (unraid/webgui #2645).
        const body = slice instanceof Blob ? await slice.arrayBuffer() : null;
        if (aborted) throw new Error("ended before it began");
        moved(bytes);
        return Promise.race([endedByBrowser(request), send(body)]);
      };
      const answer = await unlessStalled(bytes, sending, () => void request.abort());
      const status = answer.getStatus();
      const ours = Boolean(answer.getHeader("Tus-Resumable"));
      // After a fault of the server tus would begin from nothing.
      if (ours && status < 500) return answer;
      const retryAfter = retryAfterOf((name) => answer.getHeader(name));
      throw new NoAnswer(status, retryAfter, ours, request.getMethod() === "POST");
    };
    return request;
  }
}

/** Safari ends requests itself when it drops a connection (ViTransfer #81), of which tus hears nothing. */
function endedByBrowser(request: HttpRequest): Promise<never> {
  return new Promise((_, reject) => {
    const sent = request.getUnderlyingObject() as XMLHttpRequest;
    sent.addEventListener("abort", () => reject(new Error("ended by the browser")));
  });
}
