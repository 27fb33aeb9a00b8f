import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const IMPORT = /import \{([^}]+)\} from "lucide-react";/g;
const TYPES = /import type \{[^}]+\} from "lucide-react";/g;
const EXPORT = /export \{([^}]+)\} from '(\.\/icons\/[^']+)'/g;

const ICON_FILE = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;
/** Unused parts of an icon's data: names, and a random key for each shape, which does not compress. */
const UNUSED = /\s*(?:name|size): [^\n]*,(?=\n)|,\s*aliases: \[[^\]]*\]|, key: "[^"]*"/g;

const PLAIN_ICON = fileURLToPath(new URL("../src/ui/plain-icon.ts", import.meta.url));

/**
 * Imports each icon from its own file. Through the library's index every screen would seem to use every icon, and the
 * portals' icons would be in the chunk that public pages share. We render icons ourselves, and need only their shapes.
 */
export function singleIcons(): Plugin {
  const files = iconFiles();
  return {
    name: "sayso:single-icons",
    apply: "build",
    enforce: "pre",
    resolveId(source) {
      return source === "../createLucideIcon.mjs" ? PLAIN_ICON : undefined;
    },
    transform: {
      filter: { id: [/\/web\/src\/.*\.tsx$/, ICON_FILE], code: "lucide" },
      handler(code, id) {
        if (ICON_FILE.test(id)) return { code: code.replaceAll(UNUSED, ""), map: null };
        const single = (name: string) => {
          const file = files.get(name);
          if (!file) this.error(`lucide-react has no icon ${name}`);
          return `import ${name} from ${JSON.stringify(file)};`;
        };
        const replaced = code.replaceAll(TYPES, "").replace(IMPORT, (_, names: string) =>
          names
            .split(",")
            .map((name) => name.trim())
            .filter((name) => name !== "")
            .map(single)
            .join(" "),
        );
        if (replaced.includes('"lucide-react"')) this.error("an import of icons that this build cannot read");
        return { code: replaced, map: null };
      },
    },
  };
}

function iconFiles(): Map<string, string> {
  const entrance = join(
    dirname(createRequire(import.meta.url).resolve("lucide-react/package.json")),
    "dist/esm/lucide-react.mjs",
  );
  const files = new Map<string, string>();
  for (const [, names = "", file = ""] of readFileSync(entrance, "utf8").matchAll(EXPORT)) {
    for (const name of names.matchAll(/default as (\w+)/g))
      files.set(name[1] ?? "", join(dirname(entrance), file));
  }
  return files;
}
