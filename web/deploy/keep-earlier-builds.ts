// node web/deploy/keep-earlier-builds.ts <origin, or nothing before the first deployment> <milliseconds>: run by `cargo xtask deploy` after the build.
import { fileURLToPath } from "node:url";
import { keepEarlierBuilds } from "./earlier-builds.ts";

const [origin, keepMs] = process.argv.slice(2);
if (origin === undefined || !keepMs)
  throw new Error("Please name the origin, and for how long to keep earlier builds.");
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const keptFiles = await keepEarlierBuilds(origin || null, dist, Number(keepMs), Date.now());
console.info(keptFiles.length === 0 ? "no earlier build to keep" : `kept ${keptFiles.join(", ")}`);
