// Chromium for tests of other engines, to compare with.
import { launch, type Browser } from "puppeteer-core";
import { chromiumOptions } from "./chromium.ts";
import { PATIENCE_MS } from "../runtime/patience.ts";
import { countStart } from "../runtime/starts.ts";

export function launchChromium(): Promise<Browser> {
  countStart("browser");
  return launch({ browser: "chrome", ...chromiumOptions, headless: true, timeout: PATIENCE_MS });
}
