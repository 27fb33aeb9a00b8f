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

/** A program that `cargo xtask` has built once for this machine. */
function tool(name: string, program = name): string {
  const { SAYSO_CACHE, XDG_CACHE_HOME } = process.env;
  const tools = join(SAYSO_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), ".cache"), "sayso"), "tools");
  const folder = readdirSync(tools).findLast((one) => one.startsWith(`${name}-`)) ?? name;
  return join(tools, folder, "bin", program);
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
