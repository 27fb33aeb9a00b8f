import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const web = fileURLToPath(new URL("..", import.meta.url));
const PLACE = "{build}";

/**
 * Puts all files of a build into a folder named after its sources, and makes only that folder immutable. A file of
 * another build requested during a deployment is then missing for a moment, and not for the year that `immutable` would
 * cache it.
 */
export function buildFolder(): Plugin {
  const folder = digest();
  return {
    name: "sayso:build-folder",
    apply: "build",
    // In their own folder file names need no hash, which every first load would repeat some forty times.
    config: () => ({
      build: {
        assetsDir: `assets/${folder}`,
        rolldownOptions: {
          output: {
            entryFileNames: `assets/${folder}/[name].js`,
            chunkFileNames: `assets/${folder}/[name].js`,
            assetFileNames: `assets/${folder}/[name][extname]`,
          },
        },
      },
    }),
    writeBundle() {
      const file = join(web, "dist/_headers");
      const text = readFileSync(file, "utf8");
      if (!text.includes(PLACE)) throw new Error(`public/_headers names no ${PLACE}`);
      writeFileSync(file, text.replaceAll(PLACE, folder));
    },
  };
}

/** The same sources, built in the same way, always give the same folder. */
function digest(): string {
  const hash = createHash("sha256").update(readFileSync(join(web, "../package-lock.json")));
  const folders = ["src", "vite"].map((folder) => join(web, folder));
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const top = ["index.html", "vite.config.ts"].map((name) => join(web, name));
  for (const path of [...top, ...paths.toSorted()]) hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 8);
}
