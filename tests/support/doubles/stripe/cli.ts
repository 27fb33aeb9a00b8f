// Stripe's command line (npm `@stripe/cli`), led to the double and nowhere else.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StripeDouble } from "./stripe.ts";

const PROGRAM = fileURLToPath(new URL("../../../../node_modules/.bin/stripe", import.meta.url));

/** A folder for settings that the machine's own do not reach; the command line writes some there. */
const newHome = (): string => mkdtempSync(join(tmpdir(), "stripe-cli-"));

/** Blocks other hosts: a proxy without a listener receives all traffic that is not local. */
const quiet = (home: string) => ({
  env: {
    PATH: process.env["PATH"],
    HOME: home,
    XDG_CONFIG_HOME: home,
    STRIPE_CLI_TELEMETRY_OPTOUT: "1",
    // Disables the keyring lookup, for which each command would leave a message bus running.
    DBUS_SESSION_BUS_ADDRESS: "disabled:",
    HTTPS_PROXY: "http://127.0.0.1:9",
    HTTP_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "127.0.0.1",
  },
});

/** Whether the CLI is available: npm has no binary for some systems, which skip its tests. */
export function hasCli(): boolean {
  const home = newHome();
  const { status } = spawnSync(process.execPath, [PROGRAM, "version"], quiet(home));
  rmSync(home, { recursive: true, force: true });
  return status === 0;
}

/** A command's exit status and output. */
export type Ran = { status: number | null; out: string };

/** Runs a command with the double's address and key. Both output streams are merged. */
export async function runCli(
  { url, secretKey }: Pick<StripeDouble, "secretKey" | "url">,
  ...words: string[]
): Promise<Ran> {
  const home = newHome();
  const given = [PROGRAM, ...words, "--api-base", url, "--api-key", secretKey, "--color", "off"];
  const { promise, resolve } = Promise.withResolvers<Ran>();
  const run = spawn(process.execPath, given, { ...quiet(home), stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  run.stdout.on("data", (part) => void (out += String(part)));
  run.stderr.on("data", (part) => void (out += String(part)));
  run.on("close", (status) => resolve({ status, out }));
  const ran = await promise;
  rmSync(home, { recursive: true, force: true });
  return ran;
}
