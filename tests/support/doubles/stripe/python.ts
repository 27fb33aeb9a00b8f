// Python packages that verify the double, cached with the project's other tools and installed by pip if missing.
import { spawn, spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";

const PATIENCE_MS = 120_000;
const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");

/** Folder of a package in this version; `undefined` if it is missing and pip cannot install it. */
export function pythonPackage(name: string, version: string, folder = name): string | undefined {
  const target = join(cache, "sayso", "tools", folder);
  const env = { ...process.env, PYTHONPATH: target };
  const check = `import importlib.metadata as m, sys; sys.exit(m.version("${name}") != "${version}")`;
  const isThere = () => spawnSync("python3", ["-c", check], { env }).status === 0;
  if (isThere()) return target;
  const wanted = ["-m", "pip", "install", "--quiet", "--upgrade", "--target", target, `${name}==${version}`];
  spawnSync("python3", wanted, { timeout: PATIENCE_MS });
  return isThere() ? target : undefined;
}

/** Runs a script with the packages of a folder; returns its JSON output. `given`: its input. */
export function runPython<T>(folder: string, script: string, given: Record<string, unknown>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const run = spawn("python3", ["-c", script], { env: { ...process.env, PYTHONPATH: folder } });
  const output = { out: "", error: "" };
  run.stdout.on("data", (part) => void (output.out += String(part)));
  run.stderr.on("data", (part) => void (output.error += String(part)));
  run.on("error", reject);
  run.on("close", (code) =>
    code === 0 ? resolve(JSON.parse(output.out) as T) : reject(new Error(output.error)),
  );
  run.stdin.end(JSON.stringify(given));
  return promise;
}
