// WebKitGTK, driven by its own WebDriver on a virtual screen.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Builder, type WebDriver } from "selenium-webdriver";
import type { Command } from "selenium-webdriver/lib/command.js";
import { freePort } from "../support/runtime/free-port.ts";
import { processes, waitsForEvents } from "../support/runtime/processes.ts";
import { countStart } from "../support/runtime/starts.ts";
import { until } from "../support/runtime/worker.ts";

/** A test's changes to the newest WebKit with a camera. */
export type BrowserOptions = {
  /** Features that this WebKit lacks, by the names of `MiniBrowser --features=help`. */
  without?: readonly string[];
  camera?: boolean;
};

/** Environment variables that the engine reads at startup. */
export type Environment = Record<string, string>;

/** It needs neither a graphics card nor user namespaces. */
const ENVIRONMENT: Environment = {
  LIBGL_ALWAYS_SOFTWARE: "1",
  WEBKIT_DISABLE_DMABUF_RENDERER: "1",
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
  GST_PLUGIN_PATH: process.env.SAYSO_WEBKIT_PLUGINS ?? "",
};

const SCREEN = ["-a", "-s", "-screen 0 1280x1024x24"];

/** MiniBrowser's toolbar keeps a window at least 447 pixels wide; phones are narrower. */
const NARROW_TOOLBAR =
  "* { min-width: 0; margin: 0; padding: 0; border-width: 0 } image { -gtk-icon-transform: scale(0) }";

/** `WebKitWebProcess`, as the kernel cuts it. */
const PAGE_PROCESS = "WebKitWebProces";

/** The driver's time limit for any command: none waits for the page. */
const ANSWER_MS = 30_000;

export type WebKit = Awaited<ReturnType<typeof startWebKit>>;

/** The driver, ready to open one browser after the other; they all share its environment. */
export async function startWebKit(environment: Environment = {}) {
  if (!ENVIRONMENT.GST_PLUGIN_PATH)
    throw new Error("SAYSO_WEBKIT_PLUGINS names no folder: recordings would hang");
  const port = await freePort();
  const config = mkdtempSync(join(tmpdir(), "sayso-webkit-"));
  mkdirSync(join(config, "gtk-3.0"));
  writeFileSync(join(config, "gtk-3.0/gtk.css"), NARROW_TOOLBAR);
  const driver = spawn("xvfb-run", [...SCREEN, "dbus-run-session", "WebKitWebDriver", `--port=${port}`], {
    // Its own process group, so that it can be killed as a whole.
    detached: true,
    stdio: "ignore",
    env: { ...process.env, ...ENVIRONMENT, XDG_CONFIG_HOME: config, ...environment },
  });
  const end = () => {
    if (driver.exitCode === null && driver.pid) process.kill(-driver.pid);
  };
  process.once("exit", end);
  const server = `http://127.0.0.1:${port}`;
  await until("WebKit's driver", () =>
    fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );

  let lost = false;
  const answered = async <T>(command: string, answer: Promise<T>): Promise<T> => {
    const over = new AbortController();
    const late = pause(ANSWER_MS, undefined, over).then(() => {
      // A page that hangs or crashed does not answer either; that is for the test to report.
      const pages = processes(({ name, group }) => name === PAGE_PROCESS && group === driver.pid);
      lost ||= pages.length > 0 && pages.every(waitsForEvents);
      throw new Error(`no answer to ${command}`);
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([answer, late]);
    } finally {
      over.abort();
    }
  };

  return {
    /** The driver's process, the parent of all browsers. */
    pid: driver.pid ?? 0,
    /** Whether the driver has lost a command: all pages are idle, but no answer arrives. */
    hasLostCommand: () => lost,
    /** Opens a browser with empty storage. */
    open: async ({ without = [], camera = true }: BrowserOptions = {}): Promise<WebDriver> => {
      const args = [
        "--automation",
        "--enable-media-stream=true",
        `--enable-mock-capture-devices=${camera}`,
        `--features=${without.map((name) => `-${name}`).join()}`,
      ];
      countStart("browser");
      const building = new Builder()
        .disableEnvironmentOverrides()
        .usingServer(server)
        .withCapabilities({
          browserName: "MiniBrowser",
          pageLoadStrategy: "none",
          unhandledPromptBehavior: "accept",
          "webkitgtk:browserOptions": { args: without.length > 0 ? args : args.slice(0, -1) },
        })
        .build();
      // It is a promise as well.
      const browser = await answered("a new session", Promise.resolve<WebDriver>(building));
      const execute = browser.execute.bind(browser);
      browser.execute = (command: Command) => answered(command.getName(), execute(command));
      return browser;
    },
    close: async () => {
      process.off("exit", end);
      const ended = new Promise((resolve) => driver.once("close", resolve));
      end();
      await ended;
      rmSync(config, { recursive: true, force: true });
    },
  };
}
