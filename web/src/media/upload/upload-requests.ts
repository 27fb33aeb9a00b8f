import { DefaultHttpStack, type HttpRequest, type HttpResponse, type HttpStack } from "tus-js-client";
import { retryAfterOf } from "../../lib/backoff.ts";

/** A phone that slept, or a request that its browser has forgotten, is noticed after this. */
const STALLED_MS = 30_000;
/** A proxy may take all of it at once, and bring it on at its own pace. */
const ANSWER_MS = 180_000;
const LOOK_MS = 1000;

/** No answer to go by: the server's own fault, or what a proxy, a captive portal or an edge said in its place. */
export class NoAnswer extends Error {
  readonly status: number;
  readonly retryAfter: number | null;
  /** Whether it was the server that said it. */
  readonly ours: boolean;

  constructor(status: number, retryAfter: number | null, ours: boolean) {
    super(`answered with ${status} by ${ours ? "the server" : "something else"}`);
    this.status = status;
    this.retryAfter = retryAfter;
    this.ours = ours;
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
    let moved = 0;
    let sent = 0;
    request.setProgressHandler = (handler) =>
      setProgressHandler((bytes) => {
        moved = performance.now();
        sent = bytes;
        handler(bytes);
      });
    const abort = request.abort.bind(request);
    let aborted = false;
    request.abort = () => {
      aborted = true;
      return abort();
    };
    request.send = async (slice: unknown) => {
      const size = slice instanceof Blob ? slice.size : 0;
      const isStalled = () => performance.now() - moved > (sent < size ? STALLED_MS : ANSWER_MS);
      const sending = async () => {
        // Read into memory first: in WebKit a request whose body is a file's Blob may never end (unraid/webgui #2645).
        const body = slice instanceof Blob ? await slice.arrayBuffer() : null;
        if (aborted) throw new Error("ended before it began");
        moved = performance.now();
        return send(body);
      };
      moved = performance.now();
      const answer = await unlessStalled(request, sending(), isStalled);
      const status = answer.getStatus();
      const ours = Boolean(answer.getHeader("Tus-Resumable"));
      // After a fault of the server tus would begin from nothing.
      if (ours && status < 500) return answer;
      throw new NoAnswer(status, retryAfterOf(answer.getHeader("Retry-After")), ours);
    };
    return request;
  }
}

async function unlessStalled(
  request: HttpRequest,
  sending: Promise<HttpResponse>,
  isStalled: () => boolean,
): Promise<HttpResponse> {
  let watch: ReturnType<typeof setInterval> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    watch = setInterval(() => {
      if (!isStalled()) return;
      reject(new Error("nothing has moved"));
      void request.abort();
    }, LOOK_MS);
  });
  try {
    return await Promise.race([sending, stalled]);
  } finally {
    clearInterval(watch);
  }
}
