// Allowed imports between the app's folders. Cycles between files are checked by oxlint's `import/no-cycle`.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

const SOURCE = "web/src";

/** Each folder may import itself and those listed. The files beside the folders assemble everything. */
const ARROWS: Record<string, string[]> = {
  lib: [],
  brand: [],
  styles: [],
  api: ["lib"],
  media: ["api", "lib"],
  ui: ["brand", "lib"],
  "consent-record": ["api", "brand", "lib", "ui"],
  auth: ["admin-paths.ts", "api", "brand", "lib", "ui", "paths.ts"],
  "paths.ts": ["api"],
  "admin-paths.ts": ["api", "paths.ts"],
};
/** Screens may import what is below them, but never each other's parts. */
const AREA = ["admin-paths.ts", "api", "auth", "brand", "consent-record", "lib", "media", "ui", "paths.ts"];

const partOf = (file: string) => /^(areas\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file;

test("the app's imports follow its arrows, and no area imports another", () => {
  const files = globSync(`${SOURCE}/**/*.{ts,tsx}`, {
    exclude: ["**/media/core/**", "**/statements/core/**"],
  });
  assert.ok(files.length > 250, `${files.length} files`);
  const wrong: string[] = [];
  for (const path of files) {
    const file = path.slice(SOURCE.length + 1);
    const from = partOf(file);
    const allowed = ARROWS[from] ?? (from.startsWith("areas/") ? AREA : null);
    for (const [, target = ""] of readFileSync(path, "utf8").matchAll(
      /(?:\bfrom|\bimport)\s*\(?\s*"([.#][^"]+)"/g,
    )) {
      const to = partOf(target.startsWith("#") ? target.slice(1) : normalize(join(dirname(file), target)));
      if (allowed && to !== from && !allowed.includes(to)) wrong.push(`${file} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});
