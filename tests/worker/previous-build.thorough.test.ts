// During a deployment and after a rollback, the previous build must work on the next one's database.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../support/people/owner/users.ts";
import { mailTo, startWorker, until, type Sayso } from "../support/runtime/worker.ts";

const FOLDER = ".sayso/previous-build";
const run = (program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  execFileSync(program, args, { stdio: ["ignore", "pipe", "inherit"], ...options })
    .toString()
    .trim();

/** Tools that build the Worker of any commit, independent of its own `xtask`. */
const TOOLS = { "worker-build": "0.8.7", "wasm-bindgen-cli": "0.2.129" };

/** Path of a tool's program; installs it once per machine. */
function tool(name: keyof typeof TOOLS, program: string = name): string {
  const { SAYSO_CACHE, XDG_CACHE_HOME } = process.env;
  const cache = SAYSO_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), ".cache"), "sayso");
  const root = join(cache, "tools", `${name}-${TOOLS[name]}`);
  const path = join(root, "bin", program);
  if (!existsSync(path)) run("cargo", ["install", "--locked", `${name}@${TOOLS[name]}`, "--root", root]);
  return path;
}

const removeWorktree = () => run("git", ["worktree", "remove", "--force", FOLDER]);

/** Builds the Worker from before the newest migrations, which takes minutes; returns its entry and its migrations. */
function buildPrevious(): { main: string; migrations: string[] } {
  // The newest migration that still exists: a newer one may have been reverted.
  const migration = readdirSync("migrations").toSorted().at(-1) ?? "";
  // A merge may have brought it.
  const added = ["-1", "--format=%H", "--diff-filter=A", "-m", "--first-parent"];
  const newest = run("git", ["log", ...added, "--", `migrations/${migration}`]);
  const commit = run("git", ["rev-parse", `${newest}^`]);
  if (!existsSync(FOLDER)) run("git", ["worktree", "add", "--detach", FOLDER, commit]);
  run("git", ["checkout", "--quiet", "--detach", commit], { cwd: FOLDER });
  const own = (path: string) => resolve("node_modules/.bin", path);
  run(tool("worker-build"), ["--release", "worker"], {
    cwd: FOLDER,
    env: {
      ...process.env,
      // Its own target folder: cargo would confuse the packages of the two trees.
      CARGO_TARGET_DIR: resolve(FOLDER, "target"),
      WASM_BINDGEN_BIN: tool("wasm-bindgen-cli", "wasm-bindgen"),
      WASM_OPT_BIN: own("wasm-opt"),
      ESBUILD_BIN: own("esbuild"),
    },
  });
  return { main: join(FOLDER, "worker/build/index.js"), migrations: readdirSync(join(FOLDER, "migrations")) };
}

let sayso: Sayso | undefined;
after(async () => {
  await sayso?.close();
  removeWorktree();
});

test(
  "the previous build accepts, delivers, mails, lists and erases a video on this build's database (OPS06)",
  { timeout: 1_200_000 },
  async () => {
    const before = buildPrevious();
    const added = readdirSync("migrations").filter((name) => !before.migrations.includes(name));
    assert.ok(added.length > 0, "the previous build lacks at least one migration");
    const key = "a key that only these tests use, 32+ characters";
    sayso = await startWorker({ main: before.main, secrets: { LINK_KEY: key, SECRET_KEY: key } });
    const client = await addClient(sayso);
    const user = await addUser(sayso, { clientId: client.id });
    const { status } = await submit(sayso, form(goodFields(client.id), await video()));
    assert.equal(status, 200);
    const found = sayso;
    const { id } = await until("delivered", () =>
      found.row("SELECT id FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
    );
    assert.match((await mailTo(sayso, client.email)).subject, /\w/);
    for (const cron of ["* * * * *", "*/5 * * * *", "7 * * * *", "*/10 * * * *", "2 * * * *"])
      await sayso.schedule(new Date(), cron);
    const runs = await sayso.rows("SELECT name FROM schedule_runs WHERE ok = 1");
    assert.equal(runs.length, 5, "all of its schedules ran");
    const cookie = await signIn(sayso, user);
    const path = `/api/client/${client.id}/submissions`;
    const listed = (await (await call(sayso, "GET", path, { cookie })).json()) as {
      submissions: { id: string }[];
    };
    assert.deepEqual(
      listed.submissions.map((one) => one.id),
      [id],
    );
    assert.equal((await call(sayso, "DELETE", `${path}/${id}`, { cookie })).status, 200);
    assert.deepEqual(await sayso.rows("SELECT 1 FROM submissions WHERE client_id = ?", client.id), []);
  },
);
