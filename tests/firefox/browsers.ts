// Firefox, driven over WebDriver BiDi.
import { launch, type Browser } from "puppeteer-core";
import { PATIENCE_MS } from "../support/patience.ts";

export type Prefs = Record<string, boolean | number | string>;

/** A camera and a microphone that need no device, no person and no permission. */
const CAMERA: Prefs = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
};

/**
 * Firefox phones home in many ways, not all of which can be switched off: what is not for this machine goes to a
 * proxy that nobody runs, and nowhere else. The library itself switches off updates and safe browsing.
 */
const QUIET: Prefs = {
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "network.proxy.allow_bypass": false,
  "network.proxy.failover_direct": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "dom.push.connection.enabled": false,
  "toolkit.telemetry.server": "",
};

/** Firefox with a made-up camera, and with what a test wishes to be different. */
export function launchFirefox(wish: Prefs = {}): Promise<Browser> {
  return launch({
    browser: "firefox",
    executablePath: process.env.SAYSO_FIREFOX ?? "/usr/bin/firefox-esr",
    headless: true,
    timeout: PATIENCE_MS,
    // What is waited for is one call of the protocol.
    protocolTimeout: 2 * PATIENCE_MS,
    extraPrefsFirefox: { ...QUIET, ...CAMERA, ...wish },
  });
}
