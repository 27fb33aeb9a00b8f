// Size of the deployed Worker, compared with the platform's limit.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "./table.ts";

/** Cloudflare's documentation, Workers, Limits: the size of a Worker after gzip, on the paid plan and on the free one. */
const LIMITS = { paid: 10 * 1024, free: 3 * 1024 };

/** As wrangler measures it, without uploading anything. */
function gzippedKiB(): number {
  const folder = mkdtempSync(join(tmpdir(), "sayso-bundle-"));
  try {
    const env = {
      ...process.env,
      WRANGLER_LOG: "log",
      FORCE_COLOR: "0",
      CI: "true",
      WRANGLER_SEND_METRICS: "false",
    };
    const output = execFileSync("node_modules/.bin/wrangler", ["deploy", "--dry-run", "--outdir", folder], {
      env,
    });
    return Number(/gzip: ([\d.]+) KiB/.exec(output.toString())?.[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function bundle(): Promise<Row[]> {
  const size = gzippedKiB();
  return Object.entries(LIMITS).map(([plan, limit]) => ({
    name: `the Worker’s bundle after gzip, against the limit of the ${plan} plan`,
    ours: `${Math.round(size)} KiB`,
    other: `${limit} KiB`,
    ratio: limit / size,
    target: 1.25,
  }));
}
