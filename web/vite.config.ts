import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { apiDescription } from "./vite/api-description.ts";
import { buildFolder } from "./vite/build-folder.ts";
import { prerender } from "./vite/prerender.ts";
import { preloadLinks } from "./vite/preload-links.ts";
import { sharedChunks } from "./vite/shared-chunks.ts";
import { singleIcons } from "./vite/single-icons.ts";
import { stripSonnerStyle } from "./vite/strip-sonner-style.ts";
import { subsetFonts } from "./vite/subset-fonts.ts";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    react(),
    tailwind(),
    subsetFonts(),
    singleIcons(),
    stripSonnerStyle(),
    preloadLinks(),
    prerender(),
    apiDescription(),
    buildFolder(),
  ],
  build: {
    // Safari 15.4 lacks only class static blocks of it, which `oldest-browsers.spec.ts` checks for.
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    // The content security policy forbids inlined scripts and styles; files are cached permanently anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // jsPDF needs these only to draw HTML and SVG.
      external: ["canvg", "dompurify", "html2canvas"],
      output: {
        // Few files on a first load: shared modules are grouped into a few chunks, not twenty.
        codeSplitting: {
          groups: [
            { name: "vendor", test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: "router", test: /node_modules\/react-router\// },
            ...sharedChunks,
          ],
        },
      },
    },
  },
  // A module worker can import its rarely needed encoder dynamically.
  worker: { format: "es" },
  server: { host: "127.0.0.1" },
});
