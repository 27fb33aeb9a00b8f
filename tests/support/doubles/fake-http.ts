// Servers outside: what the Worker calls arrives in this process's `fetch`, and is answered here by host.
type Answer = (request: Request) => Response | Promise<Response>;

const answers = new Map<string, Answer>();
const real = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const answer = answers.get(new URL(input instanceof Request ? input.url : input).host);
  return answer ? answer(new Request(input, init)) : real(input, init);
};

/** Answers what is sent to a host, until what it returns is called. */
export function answerHost(host: string, answer: Answer): () => void {
  answers.set(host, answer);
  return () => void answers.delete(host);
}

export type Received = { headers: Headers; body: string; url: string; method: string };

/** Stands in for a host: keeps what came, and answers as told; each answer once, the last one for ever. */
export function fakeHost(host: string, ...told: (() => Response)[]) {
  const received: Received[] = [];
  let left = told.length > 0 ? told : [() => new Response(null, { status: 204 })];
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
    /** From now on. */
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
