// A server without a Worker: the served page's frame, and answers from the test.
import { readFileSync } from "node:fs";
import type { PageData } from "#api/generated/public.ts";
import type { Server } from "./page.ts";

const NOTHING: PageData = {
  support_url: "mailto:help@sayso.test",
  record: null,
  home: null,
  branded: null,
  wall: null,
};

/** Answers each page with the app's frame, and each call by `answer`; unanswered, a call fails as without a network. */
export function shell(
  answer: (path: string, init: RequestInit) => Response | undefined = () => undefined,
  data: Partial<PageData> = {},
): Server {
  const json = JSON.stringify({ ...NOTHING, ...data });
  const html = readFileSync("web/index.html", "utf8").replace(
    "<!--sayso-data-->",
    `<script type="application/json" id="sayso-data">${json}</script>`,
  );
  return {
    origin: "https://sayso.test",
    async fetch(path, init = {}) {
      const { headers } = init;
      if (
        path.startsWith("/api/") ||
        path.startsWith("/functions/") ||
        new Headers(headers).has("content-type")
      ) {
        const given = answer(path, init);
        if (!given) throw new TypeError("fetch failed");
        return given;
      }
      return new Response(html, { headers: { "content-type": "text/html" } });
    },
  };
}

export type Call = { method: string; path: string; init: RequestInit };

/**
 * A server behind an intermediary, which answers a call itself, or passes it on by returning nothing. If it throws, the
 * page sees a lost connection.
 */
export const behind = (
  server: Server,
  answer: (call: Call) => Response | undefined | Promise<Response | undefined>,
): Server => ({
  origin: server.origin,
  fetch: async (path, init = {}) =>
    (await answer({ method: init.method ?? "GET", path, init })) ?? server.fetch(path, init),
});

/** A server at the end of a line; while the line is cut, no call arrives. */
export function cuttable(server: Server) {
  const line = { isCut: false };
  const ask = () => {
    if (line.isCut) throw new TypeError("fetch failed");
    return undefined;
  };
  return { line, server: behind(server, ask) };
}
