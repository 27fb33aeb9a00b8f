import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Serves the API's description, whose only source is in `docs`. */
export function apiDescription(): Plugin {
  return {
    name: "sayso:api-description",
    apply: "build",
    generateBundle() {
      const source = readFileSync(new URL("../../docs/openapi.json", import.meta.url));
      this.emitFile({ type: "asset", fileName: "openapi.json", source });
    },
  };
}
