// The Worker as it was before the newest migrations, built from the history of the repository.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

const FOLDER = ".sayso/build-before";
const run = (program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  execFileSync(program, args, { stdio: ["ignore", "pipe", "inherit"], ...options })
    .toString()
    .trim();

/** Build the Worker of any commit, whatever its own `xtask` knows. */
const TOOLS = { "worker-build": "0.8.7", "wasm-bindgen-cli": "0.2.129" };

/** A program of such a tool, built once for this machine. */
function tool(name: keyof typeof TOOLS, program: string = name): string {
  const { SAYSO_CACHE, XDG_CACHE_HOME } = process.env;
  const cache = SAYSO_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), ".cache"), "sayso");
  const root = join(cache, "tools", `${name}-${TOOLS[name]}`);
  const path = join(root, "bin", program);
  if (!existsSync(path)) run("cargo", ["install", "--locked", `${name}@${TOOLS[name]}`, "--root", root]);
  return path;
}

/** Forgets what was checked out. */
export const forgetBuildBefore = () => run("git", ["worktree", "remove", "--force", FOLDER]);

/** Builds it, which takes minutes, and answers its entry and its migrations. */
export function buildBefore(): { main: string; migrations: string[] } {
  // Of those that are there: one may have been added and taken back.
  const migration = readdirSync("migrations").toSorted().at(-1) ?? "";
  const newest = run("git", ["log", "-1", "--format=%H", "--diff-filter=A", "--", `migrations/${migration}`]);
  const commit = run("git", ["rev-parse", `${newest}^`]);
  if (!existsSync(FOLDER)) run("git", ["worktree", "add", "--detach", FOLDER, commit]);
  run("git", ["checkout", "--quiet", "--detach", commit], { cwd: FOLDER });
  const own = (path: string) => resolve("node_modules/.bin", path);
  run(tool("worker-build"), ["--release", "worker"], {
    cwd: FOLDER,
    env: {
      ...process.env,
      // Not the one of this tree: cargo would take the packages of both for the same.
      CARGO_TARGET_DIR: resolve(FOLDER, "target"),
      WASM_BINDGEN_BIN: tool("wasm-bindgen-cli", "wasm-bindgen"),
      WASM_OPT_BIN: own("wasm-opt"),
      ESBUILD_BIN: own("esbuild"),
    },
  });
  return { main: join(FOLDER, "worker/build/index.js"), migrations: readdirSync(join(FOLDER, "migrations")) };
}
