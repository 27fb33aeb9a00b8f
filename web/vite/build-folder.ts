import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const web = fileURLToPath(new URL("..", import.meta.url));
const PLACE = "{build}";

/**
 * Puts all files of a build into a folder named after its sources, and lets only that folder be cached for good.
 * A file of another build, asked for while a deployment is under way, is then missing for a moment and not for the
 * year that `immutable` would make of it.
 */
export function buildFolder(): Plugin {
  const folder = digest();
  return {
    name: "sayso:build-folder",
    apply: "build",
    config: () => ({ build: { assetsDir: `assets/${folder}` } }),
    closeBundle() {
      const file = join(web, "dist/_headers");
      const text = readFileSync(file, "utf8");
      if (!text.includes(PLACE)) throw new Error(`public/_headers names no ${PLACE}`);
      writeFileSync(file, text.replace(PLACE, folder));
    },
  };
}

/** The same sources always give the same folder. */
function digest(): string {
  const hash = createHash("sha256").update(readFileSync(join(web, "../package-lock.json")));
  const files = readdirSync(join(web, "src"), { recursive: true, withFileTypes: true });
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of [join(web, "index.html"), ...paths.toSorted()]) hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 8);
}
