// `XMLHttpRequest` over a page's `fetch`: as much of it as forms and uploads use.
type Handler = ((event: Event) => void) | null;

// Node's own, from before a document replaced them.
const NodeEvent = Event;
const NodeTarget = EventTarget;

/** The class for a page that fetches by this. */
export const requestsBy = (fetch: typeof globalThis.fetch) =>
  class PageRequest extends NodeTarget {
    status = 0;
    responseText = "";
    onload: Handler = null;
    onerror: Handler = null;
    readonly upload = Object.assign(new NodeTarget(), { onprogress: null as Handler });
    private method = "GET";
    private address = "";
    private headers = new Headers();
    private answered = new Headers();
    private readonly ended = new AbortController();

    open(method: string, address: string): void {
      this.method = method;
      this.address = address;
    }

    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value);
    }

    getResponseHeader(name: string): string | null {
      return this.answered.get(name);
    }

    send(body: BodyInit | null = null): void {
      void this.exchange(body);
    }

    abort(): void {
      if (this.ended.signal.aborted) return;
      this.ended.abort();
      this.dispatchEvent(new NodeEvent("abort"));
      this.dispatchEvent(new NodeEvent("loadend"));
    }

    private async exchange(body: BodyInit | null): Promise<void> {
      const { method, headers, ended } = this;
      try {
        const answer = await fetch(this.address, { method, headers, body, signal: ended.signal });
        const text = await answer.text();
        if (ended.signal.aborted) return;
        this.dispatchProgress(body);
        this.status = answer.status;
        this.answered = answer.headers;
        this.responseText = text;
        this.dispatch("load", this.onload);
      } catch {
        if (ended.signal.aborted) return;
        this.dispatch("error", this.onerror);
      }
      this.dispatchEvent(new NodeEvent("loadend"));
    }

    /** All at once, as on a fast line. */
    private dispatchProgress(body: BodyInit | null): void {
      if (body === null) return;
      const total = body instanceof ArrayBuffer ? body.byteLength : 1;
      const event = Object.assign(new NodeEvent("progress"), {
        lengthComputable: true,
        loaded: total,
        total,
      });
      this.upload.onprogress?.(event);
      this.upload.dispatchEvent(event);
    }

    private dispatch(type: string, handler: Handler): void {
      const event = new NodeEvent(type);
      handler?.(event);
      this.dispatchEvent(event);
    }
  };
