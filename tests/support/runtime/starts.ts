// `cargo xtask test` prints how many Workers and browsers its runners have started.
import { appendFileSync } from "node:fs";

export function countStart(kind: "worker" | "browser"): void {
  if (process.env.SAYSO_STARTS) appendFileSync(process.env.SAYSO_STARTS, `${kind}\n`);
}
