// Figures in public texts come from the product's constants: no text hard-codes one.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import facts from "#api/generated/facts.json" with { type: "json" };

const PUBLIC = new URL("../../web/src/areas/public/", import.meta.url);
const SCREENS = ["home", "legal", "onboarding"].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, PUBLIC), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => `${folder}/${file}`),
);
const sourceOf = (file: string) => readFileSync(new URL(file, PUBLIC), "utf8").replace(/\s+/g, " ");

const NUMBER = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty|fifty|ninety)`;
const UNIT = String.raw`(?:business )?(?:hours?|days?|weeks?|months?|(?:video )?credits?|%|per cent|pounds?|GBP|seconds?|minutes?)`;
const FIGURE = new RegExp(String.raw`£ ?\d+|\b${NUMBER}[ -]${UNIT}(?![\w])`, "gi");

/** Exceptions: no promise, or a figure that no constant could define. */
const NO_PROMISE = [
  /the submissions of the last 30 days/,
  /It takes two minutes\./,
  /\bone credit\b/,
  /\bten seconds\b/,
];

describe("TRM13 BIL06 BIL07 BIL08 RET01 no public text says a figure of its own", () => {
  for (const file of SCREENS)
    test(file, () => {
      const text = NO_PROMISE.reduce((all, allowed) => all.replace(allowed, ""), sourceOf(file));
      assert.deepEqual(text.match(FIGURE) ?? [], []);
    });

  test("and this would be noticed", () => {
    for (const text of ["within 14 days", "£29 a month", "fourteen days", "50 video credits", "6 months"])
      assert.match(text, new RegExp(FIGURE.source, "i"));
  });
});

describe("TRM13 each promise is quoted where it belongs", () => {
  const promises: [keyof typeof facts, string[]][] = [
    ["graceDays", ["legal/terms-screen.tsx"]],
    ["daysAfterCancellation", ["legal/terms-screen.tsx", "legal/privacy-screen.tsx", "home/pricing.tsx"]],
    ["driveMonths", ["legal/terms-screen.tsx", "legal/privacy-screen.tsx", "home/pricing.tsx"]],
    ["creditsPerMonth", ["legal/terms-screen.tsx", "home/pricing.tsx"]],
    ["temporaryDays", ["legal/privacy-screen.tsx"]],
    ["demoHours", ["legal/privacy-screen.tsx"]],
    ["referralDays", ["legal/privacy-screen.tsx"]],
  ];
  for (const [fact, files] of promises)
    test(fact, () => {
      for (const file of files) assert.ok(sourceOf(file).includes(`facts.${fact}`), file);
    });
});
