import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../test-results",
  // Two cores: each worker runs a Worker and a browser that encodes video.
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    locale: "en-GB",
    timezoneId: "Europe/London",
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.SAYSO_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        // Its own pages behind the address bar are drawn anew for every test: a fifth of a run's work.
        "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--use-fake-device-for-media-stream=fps=30",
        "--use-fake-ui-for-media-stream",
      ],
    },
  },
});
