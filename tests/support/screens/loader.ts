// Loads the app's modules in Node: TSX, JSON, and imports that Vite resolves. Each page load gets its own modules.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import type { TestContext } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync, version as esbuild } from "esbuild";

// The React that visitors have, which runs each effect once.
process.env.NODE_ENV = "production";

const WEB = pathToFileURL("web/src/").href;
const TUS = pathToFileURL("node_modules/tus-js-client/lib.esm/browser/index.js").href;
const CACHE = "node_modules/.cache/screens";
const ROOTS = new URL("./roots.ts", import.meta.url).href;
/** Packages with state of their own, which no page shares with the one before. */
const PER_PAGE = /\/node_modules\/(@tanstack|sonner|idb|tus-js-client)\//;
const SCRIPT = /\.(tsx?|m?js)$/;
/** Each page has its own timers, which end with it. */
const TIMERS = `const { setTimeout, setInterval } = globalThis[Symbol.for("page timers")];`;

let failing: RegExp | undefined;

/** Fails imports of matching URLs, as after a lost connection or a replaced build. */
export function failImports(t: TestContext, of: RegExp): void {
  failing = of;
  t.after(allowImports);
}

export function allowImports(): void {
  failing = undefined;
}

/** Its main entry loads 300 files, which takes longer than all the rest. */
const DATE_FNS = /import \{([^}]+)\} from "date-fns";/g;

const compiled = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    const page = pageOf(context.parentURL);
    if (page === null) return next(specifier, context);
    // The only place that renders: so a page that is left can be unmounted.
    if (specifier === "react-dom/client" && context.parentURL?.startsWith(WEB))
      return { url: `${ROOTS}?page=${page}`, format: "module-typescript", shortCircuit: true };
    const kind = /\?.*$/.exec(specifier)?.[0].replace("?", "&") ?? "";
    const name = specifier.replace(/\?.*$/, "");
    const ofPage = (found: string) => ({
      url: `${found}?page=${page}${kind}`,
      format: "module",
      shortCircuit: true,
    });
    // Otherwise Node would read each file to detect its format.
    if (name.startsWith(".") && context.parentURL?.startsWith(WEB))
      return ofPage(new URL(name, context.parentURL).href);
    if (name.startsWith("#")) return ofPage(new URL(name.slice(1), WEB).href);
    // Its browser entry is in a package field of its own.
    if (name === "tus-js-client") return ofPage(TUS);
    const found = next(name, context);
    return PER_PAGE.test(found.url) ? ofPage(found.url) : found;
  },
  load(url, context, next) {
    const page = pageOf(url);
    if (page === null || url.startsWith(ROOTS)) return next(url, context);
    if (failing?.test(url)) throw new TypeError(`Failed to fetch dynamically imported module: ${url}`);
    const { pathname, search } = new URL(url);
    const file = fileURLToPath(new URL(url.replace(/\?.*$/, "")));
    return { format: "module", source: sourceOf(file, pathname, search), shortCircuit: true };
  },
});

/** The page load that a module belongs to. */
function pageOf(url: string | undefined): string | null {
  return url?.startsWith("file:") ? new URL(url).searchParams.get("page") : null;
}

function sourceOf(file: string, pathname: string, search: string): string {
  if (search.includes("&raw")) return `export default ${JSON.stringify(readFileSync(file, "utf8"))};`;
  if (search.includes("&worker") || search.includes("&url")) return asset(file);
  if (pathname.endsWith(".css")) return "";
  if (pathname.endsWith(".json")) return jsonModule(readFileSync(file, "utf8"));
  if (!SCRIPT.test(pathname)) return asset(file);
  let code = compiled.get(file);
  if (code === undefined) {
    code = TIMERS + scriptOf(file);
    compiled.set(file, code);
  }
  return code;
}

/** A file's JavaScript, cached across runs because each test file is its own process. */
function scriptOf(file: string): string {
  const source = readFileSync(file, "utf8");
  if (!/\.tsx?$/.test(file)) return source;
  const hash = createHash("sha256").update(`${esbuild}${file}\n${source}`).digest("hex");
  const cached = `${CACHE}/${hash}.js`;
  if (existsSync(cached)) return readFileSync(cached, "utf8");
  const { code } = transformSync(source, {
    loader: file.endsWith("x") ? "tsx" : "ts",
    jsx: "automatic",
    target: "es2024",
    sourcefile: file,
    sourcemap: "inline",
  });
  mkdirSync(CACHE, { recursive: true });
  const script = code.replaceAll(DATE_FNS, (_, names: string) =>
    names.replaceAll(/\w+/g, (name) => `import { ${name} } from "date-fns/${name}";`).replaceAll(";,", ";"),
  );
  // Renamed into place, so that other processes read only complete files.
  writeFileSync(`${cached}.${process.pid}`, script);
  renameSync(`${cached}.${process.pid}`, cached);
  return script;
}

/** Exports each key by name, as Vite does. */
function jsonModule(json: string): string {
  const names = Object.keys(JSON.parse(json) as object).filter((name) => /^[a-z]\w*$/i.test(name));
  return `const all = ${json};\nexport default all;\nexport const { ${names.join(", ")} } = all;`;
}

const asset = (file: string) => `export default ${JSON.stringify(`/assets/${file.split("/").at(-1)}`)};`;
