import type { Page, Response } from "@playwright/test";
import { brotliBytes } from "../support/runtime/brotli.ts";

const COMPRESSED = /javascript|css|html|svg|json|wasm/;

/** Measures a page's downloads; returns the bytes of each path so far, compressed with brotli where the edge would. */
export function watchLoading(page: Page): () => Promise<Map<string, number>> {
  const reading: Promise<[string, number]>[] = [];
  page.on("response", (answer) => {
    const size = sizeOf(answer);
    // Responses at the end of a test may fail.
    size.catch(() => undefined);
    reading.push(size);
  });
  return async () => new Map(await Promise.all(reading));
}

async function sizeOf(answer: Response): Promise<[path: string, bytes: number]> {
  const { pathname } = new URL(answer.url());
  // A redirect has no body.
  if (answer.status() >= 300 && answer.status() < 400) return [pathname, 0];
  const body = await answer.body();
  const type = answer.headers()["content-type"] ?? "";
  return [pathname, COMPRESSED.test(type) ? brotliBytes(body) : body.length];
}
