import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "../support/browsers/chromium.ts";
import { PATIENCE_MS } from "../support/runtime/patience.ts";
import { thorough } from "../support/runtime/thorough.ts";

/** The headless shell runs everything except PDF, a sixth faster. */
const shellOptions = {
  ...chromiumOptions,
  executablePath: process.env.SAYSO_HEADLESS_SHELL ?? chromiumOptions.executablePath,
};
const FULL_BROWSER = "**/client/sharing.spec.ts";

/** Specs that use no camera and run with reduced motion. */
const SCREENS = [
  "**/admin/**/*.spec.ts",
  "**/client/!(sharing).spec.ts",
  "**/public/{budgets,home,home-budgets,onboarding,sign-up}.spec.ts",
];

export default defineConfig({
  forbidOnly: true,
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../test-results",
  // Two cores: each worker runs a Worker and a browser that encodes video.
  workers: 2,
  retries: 0,
  // Skips long tests, and those that others mostly cover.
  ...(thorough ? {} : { grepInvert: /@thorough/ }),
  timeout: 4 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  use: {
    locale: "en-GB",
    timezoneId: "Europe/London",
    trace: "off",
    screenshot: "only-on-failure",
  },
  // Tests start as soon as a core is free, from any file; recordings, which take longest, run first.
  fullyParallel: true,
  projects: [
    {
      name: "camera",
      testIgnore: [...SCREENS, FULL_BROWSER],
      use: { launchOptions: shellOptions },
    },
    {
      name: "whole browser",
      testMatch: FULL_BROWSER,
      use: { launchOptions: chromiumOptions },
    },
    {
      name: "screens",
      testMatch: SCREENS,
      use: {
        // Animations cost a seventh of the run: each frame is painted, and clicks wait for them.
        contextOptions: { reducedMotion: "reduce" },
        launchOptions: shellOptions,
      },
    },
  ],
});
