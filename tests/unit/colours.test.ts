// The colours of `tokens.css`: text can be read on every paper, in both themes (WCAG 2.2, 1.4.3).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const CONTRAST = 4.5;
const PAPERS = ["paper", "surface", "sunken"];
const TEXTS = ["ink", "muted", "danger", "success", "warning"];
const ON = { "on-signal": ["signal", "signal-pressed"], "on-stage": ["stage", "stage-raised"] };

const css = readFileSync("web/src/styles/tokens.css", "utf8");
const [light = "", dark = ""] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) => body);
const coloursOf = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const pairs = [
  ...TEXTS.flatMap((text) => PAPERS.map((paper) => [text, paper])),
  ...Object.entries(ON).flatMap(([text, papers]) => papers.map((paper) => [text, paper])),
];
for (const [theme, colours] of [
  ["light", coloursOf(light)],
  ["dark", { ...coloursOf(light), ...coloursOf(dark) }],
] as const) {
  test(`every colour of text can be read on every paper in the ${theme} theme`, () => {
    const poor = pairs
      .map(([text = "", paper = ""]) => ({
        text,
        paper,
        is: contrast(colours[text] ?? "", colours[paper] ?? ""),
      }))
      .filter(({ is }) => !(is >= CONTRAST));
    assert.deepEqual(poor, []);
  });
}
