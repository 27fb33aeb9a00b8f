import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subset from "subset-font";
import type { Plugin } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MODULES = at("../../node_modules");
/** The folder that `@fonts` resolves to in the stylesheet. */
const FOLDER = join(MODULES, ".cache/sayso-fonts");

const FACE =
  /font-weight: (?<lightest>\d+) (?<heaviest>\d+);[^}]*@fonts\/(?<family>[a-z-]+)-(?<part>prose|rest)\.woff2[^}]*unicode-range:(?<ranges>[^;]*);/g;

/** Subsets the fonts by the unicode ranges in `styles/fonts-*.css`: a page of English prose needs half of a font. */
export function subsetFonts(): Plugin {
  return {
    name: "sayso:subset-fonts",
    config: () => ({ resolve: { alias: { "@fonts": FOLDER } } }),
    async buildStart() {
      await mkdir(FOLDER, { recursive: true });
      const styles = ["text", "display"].map((kind) => at(`../src/styles/fonts-${kind}.css`));
      const css = (await Promise.all(styles.map((path) => readFile(path, "utf8")))).join("");
      const faces = [...css.matchAll(FACE)];
      if (faces.length !== css.split("@fonts/").length - 1)
        throw new Error("cannot parse an @font-face rule");
      for (const { groups } of faces) {
        const { family, part, ranges = "", lightest, heaviest } = groups ?? {};
        const fullFont = `@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`;
        const font = await subset(await readFile(join(MODULES, fullFont)), charactersOf(ranges), {
          targetFormat: "woff2",
          variationAxes: { wght: { min: Number(lightest), max: Number(heaviest) } },
          // Prose needs kerning and tabular figures; arrows, fractions and the like are in the rest.
          ...(part === "prose" && { keepFeatures: ["kern", "tnum"] }),
        });
        const file = join(FOLDER, `${family}-${part}.woff2`);
        // A concurrent build may be reading it.
        await writeFile(`${file}.${process.pid}`, font);
        await rename(`${file}.${process.pid}`, file);
      }
    },
  };
}

function charactersOf(ranges: string): string {
  const characters = ranges.split(",").flatMap((range) => {
    const [first = 0, last = first] = range
      .trim()
      .replace("U+", "")
      .split("-")
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
  return characters.join("");
}
