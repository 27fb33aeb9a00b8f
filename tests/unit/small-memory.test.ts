import assert from "node:assert/strict";
import { test } from "node:test";
import { hasSmallMemory } from "#media/finish/small-memory.ts";

const iphone = (version: string, browser: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser}`;
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36";

for (const [name, clues, small] of [
  [
    "an iPhone 8 in Safari",
    { userAgent: iphone("16_7_12", "Version/16.6 Mobile/15E148 Safari/604.1") },
    true,
  ],
  [
    "an iPhone X in Chrome",
    { userAgent: iphone("16_7", "CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1") },
    true,
  ],
  ["an iPhone 8 in an app", { userAgent: iphone("16_4", "Mobile/15E148 [FBAN/FBIOS;FBAV/450.0]") }, true],
  [
    "an iPhone that can have iOS 17",
    { userAgent: iphone("17_0", "Version/17.0 Mobile/15E148 Safari/604.1") },
    false,
  ],
  ["an iPhone of today", { userAgent: iphone("18_6", "Version/26.0 Mobile/15E148 Safari/604.1") }, false],
  ["a phone with 1 GB", { userAgent: ANDROID, deviceMemory: 1 }, true],
  ["a phone with 512 MB", { userAgent: ANDROID, deviceMemory: 0.5 }, true],
  ["a phone with 2 GB", { userAgent: ANDROID, deviceMemory: 2 }, false],
  ["a browser that does not tell", { userAgent: ANDROID }, false],
] as const)
  test(`REC36 ${name} ${small ? "begins with the smaller picture" : "begins with the full picture"}`, () => {
    assert.equal(hasSmallMemory(clues), small);
  });
