// Runs node test files one after another in this process, so that they share its Workers: importing wrangler and
// starting one takes seconds. Several processes given the same files split them: each file is run by the first to claim
// it. Started by `cargo xtask test`; by hand: node tests/support/runtime/run-files.ts FILE...
import { closeSync, mkdtempSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, describe, mock, test } from "node:test";
import { endIdleWorkers, shareWorkers } from "./worker.ts";

const claims = process.env.SAYSO_CLAIMS ?? mkdtempSync(join(tmpdir(), "sayso-claims-"));
const require = createRequire(import.meta.url);

/** Whether this process is the first to claim a file. */
function claim(file: string): boolean {
  try {
    closeSync(openSync(join(claims, file.replaceAll("/", "+")), "wx"));
    return true;
  } catch {
    return false;
  }
}

/** Node skips the hooks of a suite whose tests are all filtered out. */
const isFiltered = process.execArgv.some((argument) => argument.startsWith("--test-name-pattern"));

/** Runs one file as a suite, within which its hooks are called. */
const run = (file: string) =>
  new Promise<void>((done) => {
    describe(file, () => {
      const globals = Object.getOwnPropertyDescriptors(globalThis);
      // Registered before the file's own hooks, one of which may fail. The next file starts after all of them.
      after(() => {
        mock.reset();
        mock.timers.reset();
        // Screen tests share the globals of one simulated browser.
        if (file.startsWith("tests/unit/")) putBack(globals);
        done();
      });
      try {
        // Loaded without a pause: hooks and tests belong to the suite that is being described.
        require(resolve(file));
      } catch (error) {
        // A filter would leave that test out.
        if (isFiltered) end(file, error);
        test("can be loaded", () => {
          throw error;
        });
      }
    });
    if (isFiltered) done();
  });

/** Puts the globals back that a file has changed or added. */
function putBack(before: PropertyDescriptorMap) {
  const now: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(globalThis);
  for (const name of Object.keys(now)) {
    const was = before[name];
    if (!was) Reflect.deleteProperty(globalThis, name);
    else if (was.value !== now[name]?.value || was.get !== now[name]?.get)
      Object.defineProperty(globalThis, name, was);
  }
}

/** Ends the process as failed: its report lacks the last line. */
function end(file: string, error: unknown): never {
  console.error(`${file} cannot be loaded:`, error);
  process.exit(1);
}

shareWorkers();
let hasTests = false;
for (const file of process.argv.slice(2)) {
  if (!claim(file)) continue;
  // Node 24 never ends a process that has a hook and no test.
  if (!hasTests) after(endIdleWorkers);
  hasTests = true;
  await run(file);
}
// Otherwise this process would report nothing, like a crashed one.
if (!hasTests) describe("no file was left for this process", () => {});
