import type { HtmlTagDescriptor, Plugin } from "vite";

/**
 * Links what every page needs at once: both fonts, and the app itself, which `main.ts` imports dynamically
 * so that the screen's own code is fetched beside it and not after it.
 */
export function preloadLinks(): Plugin {
  return {
    name: "sayso:preload-links",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const files = Object.values(bundle ?? {});
        const fonts = files.map((file) => file.fileName).filter((name) => name.endsWith(".woff2"));
        const app = files.find((file) => file.type === "chunk" && file.name === "app");
        if (fonts.length !== 2 || app?.type !== "chunk") {
          throw new Error("expected two fonts and one chunk named app in the build");
        }
        return [
          ...fonts.map((name) =>
            link({ rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: true }),
          ),
          ...[app.fileName, ...app.imports].map((name) =>
            link({ rel: "modulepreload", href: `/${name}`, crossorigin: true }),
          ),
        ];
      },
    },
  };
}

function link(attrs: Record<string, string | boolean>): HtmlTagDescriptor {
  return { tag: "link", attrs, injectTo: "head" };
}
