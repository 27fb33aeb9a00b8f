// The app's screens in Node: its real modules on a document of happy-dom, in front of the real Worker or of a test's own
// answers (`shell`). Proves texts, states, forms and navigation; layout, cameras, codecs and storage are for `tests/e2e`.
//
//     const page = await openPage(t, sayso, "/clients/login");
//     fill(page.field("Email"), "ann@example.com");
//     await page.click("button", "Login");
//     await page.find("alert", /Wrong password/);
//
// - Names are matched as a screen reader reads them; a string must be the whole name.
// - `find` and `click` wait, `get` does not; `eventually` waits until a check passes. None depends on the page's clock. A
//   test about time mocks timers (`t.mock.timers`) before it opens the page.
// - `goto` loads a page anew, with all of the app's modules. Cookies and what is stored stay until the test ends.
// - Create state in `before` and in tests. Check that each test fails when the screen is broken.
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { IDBFactory } from "fake-indexeddb";
import { Window as HappyWindow } from "happy-dom";
// Imported first: a page's window replaces `fetch`.
import "../doubles/fake-http.ts";
import { completeWindow, copyStorage } from "./complete-window.ts";
import { show } from "./globals.ts";
import "./loader.ts";
import { eventually, look, userOf } from "./look.ts";
import { requestsBy } from "./page-request.ts";
import { endHandles, PageChannel } from "./handles.ts";

const APP = pathToFileURL("web/src/main.ts").href;
const ROOTS = new URL("./roots.ts", import.meta.url).href;
const realFetch = globalThis.fetch;

export type DomWindow = Window & typeof globalThis;

/** Answers a page's calls: a Worker of `startWorker`, or a `shell`. */
export type Server = {
  origin: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
};

type Options = {
  /** A session cookie, as returned by `signIn`. */
  cookie?: string;
  /** Changes each window before the app loads. */
  prepare?: (window: DomWindow) => void;
};

export type Page = Awaited<ReturnType<typeof openPage>>;

let loads = 0;

/** Opens an address in a fresh browser; closes it when the test ends. */
export async function openPage(t: TestContext, server: Server, address: string, options: Options = {}) {
  const browser = browserOf(server, options.cookie);
  const calls: string[] = [];
  const navigations: string[] = [];
  let window: DomWindow | undefined;
  let unmount = () => {};
  globalThis.indexedDB = new IDBFactory();
  t.after(() => unmount());

  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, currentWindow().location.href);
    if (url.protocol === "file:") return wasmAnswer(url);
    // Also lets the Worker's calls to external servers pass.
    if (url.origin !== server.origin) return realFetch(input instanceof Request ? input : url, init);
    calls.push(`${init.method ?? "GET"} ${url.pathname}${url.search}`);
    return browser.fetch(url.pathname + url.search, init);
  };

  const currentWindow = (): DomWindow => {
    if (!window) throw new Error("no page is open");
    return window;
  };

  async function goto(to: string): Promise<void> {
    unmount();
    loads += 1;
    const load = loads;
    const html = await (await browser.fetch(to.replace(/#.*/, ""))).text();
    const happy = new HappyWindow({ url: new URL(to, server.origin).href, width: 1280, height: 900 });
    const opened = happy as unknown as DomWindow;
    // With scripting enabled, browsers render nothing of `noscript`.
    opened.document.write(html.replaceAll(/<noscript.*?<\/noscript>/gs, ""));
    opened.fetch = fetch;
    opened.XMLHttpRequest = requestsBy(fetch as typeof globalThis.fetch) as never;
    opened.BroadcastChannel = PageChannel;
    completeWindow(opened, navigations);
    if (window) copyStorage(window, opened);
    window = opened;
    show(opened);
    userOf(opened.document);
    options.prepare?.(opened);
    const roots = (await import(`${ROOTS}?page=${load}`)) as typeof import("./roots.ts");
    unmount = () => {
      roots.unmountAll();
      endHandles();
      unmount = () => {};
    };
    await import(`${APP}?page=${load}`);
    // Until the app's first screen replaces it, the page is as the server sent it.
    await eventually(() => assert.ok(!opened.document.querySelector("html:not(.boot-failed) .boot-mark")));
  }

  await goto(address);
  return {
    ...look(() => currentWindow().document.body),
    goto,
    /** Method and address of each call so far. */
    calls,
    /** Navigations that the page requested. */
    navigations,
    get window() {
      return currentWindow();
    },
    get address() {
      const { pathname, search } = currentWindow().location;
      return pathname + search;
    },
    /** user-event on the open page. */
    get user() {
      return userOf(currentWindow().document);
    },
  };
}

/** Sends requests with cookies, as a browser does. */
function browserOf(server: Server, first: string | undefined) {
  const cookies = new Map<string, string>();
  const storeCookie = (line: string) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "" || /;\s*max-age=0/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  };
  if (first) storeCookie(first);

  return {
    async fetch(path: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers);
      headers.set("origin", server.origin);
      if (cookies.size > 0) headers.set("cookie", [...cookies].map((pair) => pair.join("=")).join("; "));
      const answer = await server.fetch(path, { ...init, headers });
      answer.headers.getSetCookie().forEach(storeCookie);
      return answer;
    },
  };
}

/** The core's WebAssembly, which browsers fetch from beside its module. */
async function wasmAnswer(url: URL): Promise<Response> {
  return new Response(await readFile(new URL(url.pathname, url)), {
    headers: { "content-type": "application/wasm" },
  });
}
