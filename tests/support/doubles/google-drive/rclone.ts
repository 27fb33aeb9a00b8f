// rclone with its backend for Google Drive, which speaks through Google's client for Go. It has no option for an endpoint:
// an HTTPS proxy of the test leads it here.
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account, GoogleDrive } from "./google-drive.ts";
import { googleProxy } from "./https-proxy.ts";

/** Machines without either skip the tests that need both. */
export const RCLONE = ["rclone", "openssl"].every((name) => spawnSync(name, ["version"]).status === 0);

/** Remotes named `person` and `service`; the second one in a Shared Drive. */
export async function rcloneFor(google: GoogleDrive, account: Account, sharedDrive: string) {
  const folder = await mkdtemp(join(tmpdir(), "sayso-rclone-"));
  const proxy = await googleProxy(google.origin, folder);
  const key = join(folder, "service.json");
  await writeFile(key, google.serviceAccount.key);
  const token = {
    access_token: "long since expired",
    token_type: "Bearer",
    refresh_token: google.grant(account),
    expiry: "2020-01-01T00:00:00Z",
  };
  const config = join(folder, "rclone.conf");
  const remotes = `
[person]
type = drive
scope = drive.file
client_id = ${google.client.id}
client_secret = ${google.client.secret}
token = ${JSON.stringify(token)}
[service]
type = drive
scope = drive
service_account_file = ${key}
team_drive = ${sharedDrive}
`;
  await writeFile(config, remotes);
  const options = {
    config,
    "ca-cert": proxy.certificate,
    "drive-chunk-size": "8Mi",
    "drive-upload-cutoff": "1Mi",
    "drive-pacer-min-sleep": "1ms",
    "low-level-retries": "5",
    "retries-sleep": "0",
  };

  return {
    /** For the test's own files. */
    folder,
    /** Requests to hosts other than Google's. */
    strangers: proxy.refused,
    /** Runs rclone; returns its exit code and output. */
    run: (...words: string[]): Promise<{ code: number | null; out: string; log: string }> => {
      const { promise, resolve } = Promise.withResolvers<{ code: number | null; out: string; log: string }>();
      const named = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
      // Later arguments win, so a test's own options override these.
      const env = { PATH: process.env.PATH, HOME: folder, HTTPS_PROXY: proxy.address };
      const rclone = spawn("rclone", [...named, ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
      const output = { out: "", log: "" };
      rclone.stdout.on("data", (part) => (output.out += String(part)));
      rclone.stderr.on("data", (part) => (output.log += String(part)));
      rclone.on("close", (code) => resolve({ code, ...output }));
      return promise;
    },
    close: async (): Promise<void> => {
      await proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
