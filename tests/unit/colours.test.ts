// The colours of `tokens.css`: text can be read on every paper, in both themes (WCAG 2.2, 1.4.3).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { contrast, READABLE } from "#areas/client/walls/contrast.ts";

const PAPERS = ["paper", "surface", "sunken"];
const TEXTS = ["ink", "muted", "danger", "success", "warning"];
const ON = { "on-signal": ["signal", "signal-pressed"], "on-stage": ["stage", "stage-raised"] };

const css = readFileSync("web/src/styles/tokens.css", "utf8");
const [light = "", dark = ""] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) => body);
const coloursOf = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );

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
      .filter(({ is }) => !(is >= READABLE));
    assert.deepEqual(poor, []);
  });
}

test("contrast is what WCAG defines (PUB09)", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.equal(contrast("#ffffff", "#ffffff"), 1);
  // The two greys between which WCAG's limit on white lies.
  assert.ok(contrast("#767676", "#ffffff") > READABLE && contrast("#ffffff", "#777777") < READABLE);
});
