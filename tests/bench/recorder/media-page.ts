// The page with the product's media modules: built once, served while `work` runs.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JSHandle, Page } from "@playwright/test";
import { build } from "vite";
import type { Bench } from "./media-page/page.ts";
import { serve } from "./static-server.ts";

/** Gives the address of the page to `work`. */
export async function withMediaPage<T>(work: (url: string) => Promise<T>): Promise<T> {
  const outDir = await mkdtemp(join(tmpdir(), "sayso-media-page-"));
  await build({
    root: fileURLToPath(new URL("media-page", import.meta.url)),
    configFile: false,
    logLevel: "error",
    build: { outDir, emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
    worker: { format: "es" },
  });
  const server = await serve(outDir);
  try {
    return await work(new URL("index.html", server.url).href);
  } finally {
    server.close();
    await rm(outDir, { recursive: true });
  }
}

/** Opens the page and returns its API. */
export async function openBench(page: Page, url: string): Promise<JSHandle<Bench>> {
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  return page.evaluateHandle(() => (globalThis as unknown as { bench: Bench }).bench);
}

export async function bytesOf(blob: JSHandle<Blob>): Promise<Buffer> {
  const url = await blob.evaluate(
    (it) =>
      new Promise<string>((resolve, reject) => {
        const reader = new FileReader();
        reader.addEventListener("load", () => resolve(String(reader.result)));
        reader.addEventListener("error", () => reject(reader.error));
        reader.readAsDataURL(it);
      }),
  );
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
