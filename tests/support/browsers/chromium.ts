// How the tests and benchmarks start Chromium: with a fake camera, and quiet.

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  // Chromium's address bar pages are repainted for every test: a fifth of a run's work.
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-fake-device-for-media-stream=fps=30",
  "--use-fake-ui-for-media-stream",
];

export const chromiumOptions = { executablePath: process.env.SAYSO_CHROMIUM ?? "/usr/bin/chromium", args };
