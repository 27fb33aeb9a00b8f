// The SQL of the Worker, as the compiler sees it.
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 1 << 28;

export type Statement = {
  /** Path of its function, such as `store::platform::job::claim`. */
  place: string;
  sql: string;
};

type Found = {
  statements: Statement[];
  /** The functions that put a statement together at run time. */
  composing: string[];
};

const EXPAND = [
  ["rustc", "--quiet", "--package", "sayso-worker", "--lib", "--profile", "check"],
  ["--target", "wasm32-unknown-unknown", "--", "-Zunpretty=expanded"],
].flat();
const COLLECT = ["run", "--quiet", "--package", "domain", "--example", "statements"];

/** Every statement of the Worker's source, its macros expanded. */
export async function readStatements(): Promise<Found> {
  const env = {
    ...process.env,
    RUSTC_WORKSPACE_WRAPPER: resolve("tests/worker/query-plans/unstable-rustc.sh"),
  };
  const { stdout: source } = await run("cargo", EXPAND, { env, maxBuffer: MAX_OUTPUT_BYTES });
  const collecting = run("cargo", COLLECT, { maxBuffer: MAX_OUTPUT_BYTES });
  collecting.child.stdin?.end(source);
  return JSON.parse((await collecting).stdout);
}
