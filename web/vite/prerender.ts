import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build, runnerImport, type Plugin, type Rolldown } from "vite";
import { singleIcons } from "./single-icons.ts";

const at = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const PLACE = "<!--sayso-prerendered-->";
const PAGE_SCRIPT = "before-app.js";
const PRESS_SCRIPT = "early-press.js";
const SUPPORT_URL = "~~support_url~~";

/** Placeholder for the URL of a picture until the build has named it. */
const PICTURE = "/sayso-picture/";

/**
 * Prerenders the record pages, with the script that acts on them, and the pages of the site, and appends them to the
 * HTML, each after a comment with its key. The Worker extracts the requested one (`routes/public/shell.rs`).
 */
export function prerender(): Plugin {
  return {
    name: "sayso:prerender",
    apply: "build",
    async buildStart() {
      for (const name of [PAGE_SCRIPT, PRESS_SCRIPT])
        this.emitFile({ type: "asset", name, source: await pageScript(name.replace(/js$/, "ts")) });
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`);
        const record = await pagesWith(`/${pageScriptOf(bundle)}`);
        const site = [...(await sitePages(`/${pageScriptOf(bundle, PRESS_SCRIPT)}`))].map(
          ([key, page]) => [key, withPictures(page, bundle)] as const,
        );
        const texts = [...record, ...site].map(([key, page]) => `<!--sayso-prerendered:${key}-->${page}`);
        return html.replace(PLACE, () => `${texts.join("")}<!--sayso-prerendered:end-->`);
      },
    },
  };
}

/** The name of a script in the build. */
export function pageScriptOf(bundle: object | undefined, script = PAGE_SCRIPT): string {
  const file = Object.keys(bundle ?? {}).find((name) => name.endsWith(`/${script}`));
  if (!file) throw new Error(`the build has no ${script}`);
  return file;
}

/** Bundled as a classic script, which runs before the page continues: modules are deferred. */
async function pageScript(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: at(source), output: { format: "iife" } },
    },
  });
  const [output] = [built].flat() as Rolldown.RolldownOutput[];
  const [chunk, ...others] = output?.output ?? [];
  if (chunk?.type !== "chunk" || others.length > 0) throw new Error("the early script is not one file");
  return chunk.code;
}

async function pagesWith(script: string): Promise<Map<string, string>> {
  const file = at("areas/public/record/prerendered.tsx");
  return inBrowser<typeof import("../src/areas/public/record/prerendered.tsx"), Map<string, string>>(
    file,
    (module) => module.prerender(script),
  );
}

const sitePages = (script: string) =>
  inBrowser<typeof import("../src/areas/public/prerendered.tsx"), Map<string, string>>(
    at("areas/public/prerendered.tsx"),
    (module) => module.prerender(script),
  );

async function inBrowser<Module, Result>(file: string, render: (module: Module) => Result): Promise<Result> {
  const plugins = [react(), { ...singleIcons(), apply: () => true }, pictures()];
  const leave = pretendBrowser();
  try {
    const options = { configFile: false, logLevel: "warn", plugins } as const;
    return render((await runnerImport<Module>(file, { ...options, plugins: [...plugins] })).module);
  } finally {
    leave();
  }
}

const NOTHING = "\0nothing";

/** Names pictures by their sources, and leaves stylesheets out: the HTML links them. */
const pictures = (): Plugin => ({
  name: "sayso:pictures-ahead",
  enforce: "pre",
  resolveId: (source) => (source.endsWith(".css") ? NOTHING : undefined),
  load(id) {
    if (id === NOTHING) return "";
    if (!/\.(webp|svg|mp4)$/.test(id)) return undefined;
    return `export default ${JSON.stringify(PICTURE + relative(at(""), id))}`;
  },
});

function withPictures(page: string, bundle: Rolldown.OutputBundle | undefined): string {
  const assets = Object.values(bundle ?? {}).filter((file) => file.type === "asset");
  return page.replace(/\/sayso-picture\/([\w./-]+)/g, (_, source: string) => {
    const asset = assets.find(({ originalFileNames }) =>
      originalFileNames.some((name) => name.endsWith(source)),
    );
    if (!asset) throw new Error(`the build has no ${source}`);
    return `/${asset.fileName}`;
  });
}

/**
 * Fakes the browser APIs that these pages' modules use while loading: a browser that can record. Returns a function
 * that removes them.
 */
function pretendBrowser(): () => void {
  const home = {
    payment_link_standard: null,
    payment_link_no_setup: null,
    campaign_id: "",
    launch_discount: "",
    quotes: [],
    demo_video: null,
    testimonials: [],
  };
  const data = JSON.stringify({ support_url: SUPPORT_URL, record: null, home, branded: null, wall: null });
  const parts = {
    window: { addEventListener: () => undefined },
    document: { getElementById: () => ({ textContent: data }) },
    location: { pathname: "/", search: "", hash: "" },
    MediaRecorder: () => undefined,
    navigator: { mediaDevices: { getUserMedia: () => undefined } },
  };
  const before = Object.keys(parts).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  return () => {
    for (const [name, property] of before) {
      if (property) Object.defineProperty(globalThis, name, property);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
