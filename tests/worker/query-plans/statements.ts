// The SQL of the Worker, as the compiler sees it.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

export type Statement = {
  /** The modules and the function that it stands in, such as `store::job::claim`. */
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
export function readStatements(): Found {
  const env = {
    ...process.env,
    RUSTC_WORKSPACE_WRAPPER: resolve("tests/worker/query-plans/unstable-rustc.sh"),
  };
  const source = execFileSync("cargo", EXPAND, { env, maxBuffer: 1 << 28 });
  return JSON.parse(execFileSync("cargo", COLLECT, { input: source, maxBuffer: 1 << 28, encoding: "utf8" }));
}
