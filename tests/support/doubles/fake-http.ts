// The internet as a Worker under test sees it: its calls arrive in this process's `fetch`, and some hosts are answered here.
type Answer = (request: Request) => Response | Promise<Response>;

const answers = new Map<string, Answer>();
const real = globalThis.fetch;

/** Cloudflare's answer in place of a server that cannot be reached, by Node's error code. */
const UNREACHABLE: Record<string, number> = {
  ECONNREFUSED: 521,
  ENOTFOUND: 530,
  DEPTH_ZERO_SELF_SIGNED_CERT: 526,
  CERT_HAS_EXPIRED: 526,
};

globalThis.fetch = async (input, init) => {
  const answer = answers.get(new URL(input instanceof Request ? input.url : input).host);
  if (answer) return answer(new Request(input, init));
  // wrangler's harness passes the Worker's request as `init` and drops its `redirect` mode.
  if (!init || !("url" in init)) return real(input, init);
  try {
    return await real(input, requestInit(init as Request));
  } catch (error) {
    const { code = "" } = ((error as Error).cause ?? {}) as { code?: string };
    const status = UNREACHABLE[code];
    if (status === undefined) throw error;
    return new Response(null, { status });
  }
};

function requestInit({ method, headers, body, signal }: Request): RequestInit {
  return {
    method,
    headers,
    body,
    signal,
    redirect: "manual",
    ...(body && { duplex: "half" }),
  } as RequestInit;
}

/** Answers requests to a host; returns a function that stops this. */
export function answerHost(host: string, answer: Answer): () => void {
  answers.set(host, answer);
  return () => void answers.delete(host);
}

export type Received = { headers: Headers; body: string; url: string; method: string };

/** A fake host: records requests and gives each answer once, the last one forever. */
export function fakeHost(host: string, ...responses: (() => Response)[]) {
  const received: Received[] = [];
  let left = responses.length > 0 ? responses : [() => new Response(null, { status: 204 })];
  const close = answerHost(host, async (request) => {
    received.push({
      headers: request.headers,
      body: await request.text(),
      url: request.url,
      method: request.method,
    });
    const [next, ...rest] = left;
    if (rest.length > 0) left = rest;
    return next?.() ?? new Response(null, { status: 500 });
  });
  return {
    received,
    /** Replaces the remaining answers. */
    answer(...again: (() => Response)[]) {
      left = again;
    },
    close,
  };
}

/** An answer without a body. */
export const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status: code, headers });
