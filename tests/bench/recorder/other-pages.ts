// Minimal pages that open the camera, record and show the result with the usual libraries.
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { serve } from "./static-server.ts";

export const OTHERS = {
  "Uppy's dashboard and webcam": "uppy.js",
  RecordRTC: "recordrtc.js",
  "react-media-recorder": "react-media-recorder.jsx",
};

const inFolder = (name: string) => fileURLToPath(new URL(`other-pages/${name}`, import.meta.url));

/** Builds one of the pages as for production and gives its address to `work`. */
export async function withOtherPage<T>(source: string, work: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "sayso-other-page-"));
  const built = await build({
    entryPoints: { page: inFolder(source) },
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    splitting: true,
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
    metafile: true,
  });
  await copyFile(inFolder("index.html"), join(folder, "index.html"));
  const styled = Object.keys(built.metafile.outputs).some((name) => name.endsWith(".css"));
  if (!styled) await writeFile(join(folder, "page.css"), "");
  const server = await serve(folder);
  try {
    return await work(new URL("index.html", server.url).href);
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
}
