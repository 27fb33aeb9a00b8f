import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { until } from "../support/runtime/worker.ts";
import { startWebKit } from "./browser.ts";
import { troubles, visit } from "./page-errors.ts";

const SCRIPT = `
  console.error("said", "aloud");
  void Promise.reject(new Error("rejected"));
  setTimeout(() => { throw new Error("thrown"); });
  document.body.append(Object.assign(new Image(), { src: "data:," }));
`;

test("INV53 what goes wrong on a page fails a test in WebKit: console, uncaught, unhandled, policy", async () => {
  const watched = Promise.withResolvers<void>();
  const server = createServer(({ url }, answer) => {
    if (url === "/late.js") {
      void watched.promise.then(() => answer.setHeader("content-type", "text/javascript").end(SCRIPT));
      return;
    }
    answer.setHeader("content-type", "text/html");
    answer.setHeader("content-security-policy", "default-src 'self'");
    answer.end('<script type="module" src="/late.js"></script>');
  }).listen(0, "127.0.0.1");
  const webkit = await startWebKit();
  try {
    const page = await webkit.open();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await visit(page, () => page.get(url));
    watched.resolve();
    const seen = await until("four troubles", async () => {
      const list = await troubles(page);
      return list.length >= 4 && list.toSorted();
    });
    assert.deepEqual(seen, [
      "img-src forbids data",
      "said aloud",
      "uncaught: Error: thrown",
      "unhandled: Error: rejected",
    ]);
  } finally {
    await webkit.close();
    server.close();
  }
});
