// Firefox, driven over WebDriver BiDi.
import { launch, type Browser } from "puppeteer-core";
import { PATIENCE_MS } from "../support/runtime/patience.ts";
import { countStart } from "../support/runtime/starts.ts";

export type Prefs = Record<string, boolean | number | string>;

/** A camera and a microphone that need no device, no person and no permission. */
const CAMERA: Prefs = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
};

/**
 * Firefox phones home in many ways that cannot all be switched off: requests to other hosts go to a proxy that does not
 * exist. The library itself switches off updates and safe browsing.
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

/** Firefox with a fake camera, and with the test's own preferences. */
export async function launchFirefox(prefs: Prefs = {}): Promise<Browser> {
  countStart("browser");
  const firefox = await launch({
    browser: "firefox",
    executablePath: process.env.SAYSO_FIREFOX ?? "/usr/bin/firefox-esr",
    headless: true,
    timeout: PATIENCE_MS,
    // Limits a single protocol call.
    protocolTimeout: 2 * PATIENCE_MS,
    extraPrefsFirefox: { ...QUIET, ...CAMERA, ...prefs },
    args: ["--remote-allow-system-access"],
  });
  await leaveWorkersAlone(firefox);
  return firefox;
}

/** Protocol commands that the library does not expose. */
type Protocol = {
  connection: {
    send: (method: string, params: object) => Promise<{ result: { contexts: { context: string }[] } }>;
  };
};

/**
 * Firefox 153 watches workers for its driver, and a watched worker that starts another one may hang: told that its new
 * worker is registered, Firefox wakes only one of the two threads waiting for it
 * (`WorkerPrivate::WaitForIsDebuggerRegistered`). These tests do not need workers watched.
 */
async function leaveWorkersAlone(firefox: Browser): Promise<void> {
  const { connection } = firefox as unknown as Protocol;
  const { result } = await connection.send("browsingContext.getTree", { "moz:scope": "chrome" });
  await connection.send("script.evaluate", {
    expression: `ChromeUtils.unregisterProcessActor("WebDriverWorkerListener")`,
    target: { context: result.contexts[0]?.context },
    awaitPromise: false,
  });
}
