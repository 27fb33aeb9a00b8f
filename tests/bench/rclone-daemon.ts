// rclone as a daemon: like the Worker it has its tokens and folders cached, and its start is not measured.
import { performance } from "node:perf_hooks";
import { relative } from "node:path";
import { freePort } from "../support/runtime/free-port.ts";
import type { GoogleDrive } from "../support/doubles/google-drive/google-drive.ts";
import { rcloneFor } from "../support/doubles/google-drive/rclone.ts";
import { until } from "../support/runtime/worker.ts";
import { expect } from "./http.ts";

export async function startRclone(google: GoogleDrive) {
  const [account] = google.accounts;
  const rclone = await rcloneFor(
    google,
    account,
    google.makeSharedDrive("Films", [google.serviceAccount.email]),
  );
  const port = await freePort();
  const ended = rclone.run("rcd", "--rc-no-auth", `--rc-addr=127.0.0.1:${port}`);
  const call = (command: string, body: unknown) =>
    expect(200, new URL(`http://127.0.0.1:${port}/${command}`), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: Buffer.from(JSON.stringify(body)),
    });
  await until("rclone answers", () =>
    call("rc/noop", {}).then(
      () => true,
      () => false,
    ),
  );
  let copied = 0;
  return {
    /** Copies a file from this machine into a folder; resolves with the seconds. */
    copy: async (file: string): Promise<number> => {
      copied += 1;
      const from = { srcFs: "/", srcRemote: relative("/", file) };
      const started = performance.now();
      await call("operations/copyfile", { ...from, dstFs: "person:films", dstRemote: `film ${copied}.mp4` });
      return (performance.now() - started) / 1000;
    },
    close: async (): Promise<void> => {
      await call("core/quit", {});
      await ended;
      await rclone.close();
    },
  };
}
