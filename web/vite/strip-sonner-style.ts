import type { Plugin } from "vite";

const INJECTION = /^__insertCSS\(".*"\);$/m;

/**
 * sonner adds a `<style>` element when it is imported, which the content security policy forbids.
 * The injection is cut out here; `ui/toaster.tsx` imports the same rules as a file.
 */
export function stripSonnerStyle(): Plugin {
  return {
    name: "sayso:strip-sonner-style",
    enforce: "pre",
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        if (!INJECTION.test(code)) {
          this.error("sonner no longer injects its styles the way this build expects: look at it again");
        }
        return { code: code.replace(INJECTION, ""), map: null };
      },
    },
  };
}
