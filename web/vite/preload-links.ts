import type { Plugin, Rolldown } from "vite";
import { pageScriptOf } from "./prerender.ts";

/** First loads of each page; the Worker writes one page's links into its shell (`routes/public/shell.rs`). */
const FIRST_LOADS = {
  site: ["app.tsx"],
  ahead: ["app.tsx"],
  home: ["app.tsx", "areas/public/home/home-screen.tsx"],
  record: ["record-app.tsx", "areas/public/record/record-screen.tsx"],
  "record-video": ["record-app.tsx", "areas/public/record/video/record-video-screen.tsx"],
};

const PLACE = "<!--sayso-preload-->";
const MAIN = /\s*<script type="module"[^>]* src="\/([^"]+)"><\/script>/;
const LINK = /\s*<link rel="modulepreload"[^>]* href="\/([^"]+)">/g;

/**
 * Adds modulepreload links for what `main.ts` imports dynamically, so that no file waits for its importer. Record pages
 * do not preload fonts, which would compete with the scripts.
 */
export function preloadLinks(): Plugin {
  return {
    name: "sayso:preload-links",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const files = Object.values(bundle ?? {});
        const fonts = files.map((file) => file.fileName).filter((name) => name.endsWith("-prose.woff2"));
        if (fonts.length !== 2) throw new Error("expected two fonts in the build");
        const chunks = files.filter((file) => file.type === "chunk");
        // Those of `main.ts`, which Vite links.
        const ofMain = [...html.matchAll(LINK)].flatMap(([, name]) => name ?? []);
        const main = MAIN.exec(html)?.[1];
        if (!main) throw new Error("index.html has no module");
        const groups = Object.entries(FIRST_LOADS).map(([page, modules]) => {
          const scripts = new Set([...ofMain, ...modules.flatMap((module) => withImports(module, chunks))]);
          scripts.delete(main);
          const links = [...scripts].map((name) => scriptLinkOf(page, name));
          links.push(
            LATER.has(page)
              ? `<link rel="sayso-app" href="/${main}">`
              : `<script type="module" crossorigin src="/${main}"></script>`,
          );
          const sheets = modules.flatMap((module) => stylesheetsOf(module, chunks));
          if (sheets.length === 0) throw new Error(`${page} has no stylesheet`);
          links.unshift(...sheets.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`));
          // On record pages nothing may delay the script that makes the button work.
          if (page.startsWith("record")) links.unshift(scriptLink(pageScriptOf(bundle)));
          else links.unshift(...fonts.map(fontLink));
          return `<!--sayso-preload:${page}-->${links.join("")}`;
        });
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`);
        return html
          .replaceAll(LINK, "")
          .replace(MAIN, "")
          .replace(PLACE, `${groups.join("")}<!--sayso-preload:end-->`);
      },
    },
  };
}

const stylesheetsOf = (module: string, chunks: Rolldown.OutputChunk[]): string[] => [
  ...(chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/src/${module}`))?.viteMetadata?.importedCss ??
    []),
];

/** Pages of the site that are read before the app is there: `early-press.ts` fetches it once they are painted. */
const LATER = new Set(["ahead", "home"]);

/** A record page's first view is in its HTML: the app waits for the text and its type. */
function scriptLinkOf(page: string, name: string): string {
  const rel = LATER.has(page) ? "sayso-later" : "modulepreload";
  return `<link rel="${rel}" crossorigin${page === "site" ? "" : ' fetchpriority="low"'} href="/${name}">`;
}

/** The files of a module and of all that it imports. */
function withImports(module: string, chunks: Rolldown.OutputChunk[]): string[] {
  const first = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/src/${module}`));
  if (!first) throw new Error(`no chunk of the build is ${module}`);
  const names = new Set([first.fileName]);
  for (const name of names)
    for (const imported of chunks.find((chunk) => chunk.fileName === name)?.imports ?? [])
      names.add(imported);
  return [...names];
}

const scriptLink = (name: string) => `<link rel="preload" as="script" fetchpriority="high" href="/${name}">`;

const fontLink = (name: string) =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${name}">`;
