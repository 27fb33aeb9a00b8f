// The database and bucket of `cargo xtask start` in a folder, and a Worker that runs on them.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { getPlatformProxy } from "wrangler";
import { freePort } from "./free-port.ts";
import { migrations } from "./migrations.ts";
import { until } from "./worker.ts";

/* eslint-disable @typescript-eslint/no-explicit-any -- the runtime's binding types are not installed */
type Bindings = { DB: any; MEDIA: any };

/** Uses the bindings while no other process does. */
export async function withBindings<T>(state: string, work: (bindings: Bindings) => Promise<T>): Promise<T> {
  const proxy = await getPlatformProxy<Bindings>({
    configPath: "wrangler.toml",
    persist: { path: `${state}/state/v3` },
    remoteBindings: false,
  });
  try {
    return await work(proxy.env);
  } finally {
    await proxy.dispose();
  }
}

/** Runs a program; returns its exit code and output. */
function run(program: string, args: string[], env: Record<string, string>) {
  return new Promise<{ status: number; output: string }>((resolve) => {
    execFile(program, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
}

/** Runs `cargo xtask` on the folder. */
export const xtask = (state: string, ...args: string[]) =>
  run("cargo", ["xtask", ...args], { SAYSO_STATE: state });

/** A new database, as a deployment leaves it. */
export const migrate = (state: string) => withBindings(state, ({ DB }) => DB.exec(migrations()));

/** Runs the product on the folder; returns a function that stops it. */
export async function serve(state: string, vars: Record<string, string>) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const all = { PUBLIC_ORIGIN: origin, ADMIN_TOTP: "optional", COOKIES: "loopback", ...vars };
  const args = ["dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"];
  args.push("--show-interactive-dev-session=false", "--persist-to", `${state}/state`);
  args.push("--var", ...Object.entries(all).map(([name, value]) => `${name}:${value}`));
  const env = {
    ...process.env,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_SEND_METRICS: "false",
    CI: "true",
  };
  const server = spawn("node_modules/.bin/wrangler", args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (data) => (output += data));
  const ended = once(server, "close");
  await until("it is served", () => {
    if (server.exitCode !== null) throw new Error(`wrangler ended by itself:\n${output}`);
    return fetch(`${origin}/robots.txt`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
  };
  return { origin, stop };
}
