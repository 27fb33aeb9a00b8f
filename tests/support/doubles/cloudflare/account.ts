// A Cloudflare double for `cargo xtask deploy`, backed by a real Worker, database and HTTP server.
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { createTestHarness } from "wrangler";
import { startCloudflare } from "./double.ts";
import type { Version } from "./scripts.ts";

/** Files that a test deployment writes next to the product's. */
const GENERATED_FILES = ["deploy.rehearsal.toml", "wrangler.rehearsal.toml"];

export type Account = Awaited<ReturnType<typeof startAccount>>;

export async function startAccount() {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const removeFiles = () => GENERATED_FILES.forEach((file) => rmSync(file, { force: true }));
  removeFiles();
  const state = mkdtempSync(join(tmpdir(), "sayso-deploy-"));
  const options = (vars: Record<string, string>) => ({
    root: process.cwd(),
    workers: [
      {
        configPath: "./wrangler.toml",
        vars: { ADMIN_TOTP: "optional", COOKIES: "loopback", ...vars },
        secrets: { SECRET_KEY: "of nothing that was deployed, 32 and more", DRIVE_KEYS: "" },
      },
    ],
  });
  const server = createTestHarness(options({}));
  let { url } = await server.listen();
  const worker = server.getWorker();
  /** Status that replaces the Worker's answers. */
  let failureStatus: number | undefined;
  let isLive = false;
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!isLive || failureStatus !== undefined) return void response.writeHead(failureStatus ?? 404).end();
    const headers = Object.entries(request.headers).filter(
      ([name]) => !["host", "connection", "content-length"].includes(name),
    );
    const method = request.method ?? "GET";
    const body = ["GET", "HEAD"].includes(method) ? {} : { body: Buffer.concat(chunks) };
    const answer = await fetch(new URL(request.url ?? "/", url), {
      method,
      headers: Object.fromEntries(headers) as Record<string, string>,
      redirect: "manual",
      ...body,
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const bound = proxy.address();
  const domain = `127.0.0.1:${typeof bound === "object" && bound ? bound.port : 0}`;

  const liveVersions: Version[] = [];
  /** Status with which a version fails; set by `breakVersions`. */
  let failureOf: (version: Version) => number | undefined = () => undefined;
  const cloudflare = await startCloudflare({
    query: async (statements) => {
      const { DB } = await worker.getEnv();
      const prepared = statements.map((sql) => DB.prepare(sql));
      const answers = await DB.batch(prepared);
      return answers.map(({ results, meta }: { results: unknown[]; meta: { changes: number } }) => ({
        results,
        changes: meta.changes,
      }));
    },
    live: async (version) => {
      liveVersions.push(version);
      failureStatus = failureOf(version);
      await server.update(options(version.vars));
      ({ url } = await server.listen());
      isLive = true;
    },
  });

  /** Runs `cargo xtask deploy` against the double; returns its exit code and output. */
  const deploy = (...args: string[]) =>
    new Promise<{ status: number; output: string }>((resolve) => {
      const env = {
        ...process.env,
        ...cloudflare.env,
        SAYSO_STATE: state,
        SAYSO_CHECK_SECONDS: "20",
        WRANGLER_SEND_METRICS: "false",
      };
      const all = ["xtask", "deploy", "--env", "rehearsal", ...args];
      execFile("cargo", all, { env, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
        resolve({ status: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
      );
    });

  return {
    ...cloudflare,
    /** Domain of the deployed product. */
    domain,
    origin: `http://${domain}`,
    state,
    liveVersions,
    deploy,
    rows: async (sql: string): Promise<Record<string, unknown>[]> =>
      (await (await worker.getEnv()).DB.prepare(sql).all()).results,
    mails: async (): Promise<{ to: string | string[]; subject: string }[]> =>
      (await (await fetch(new URL("/cdn-cgi/explorer/api/local/email/sending", url))).json()).result,
    /** Sets the status with which each of the next versions fails. */
    breakVersions: (which: typeof failureOf) => void (failureOf = which),
    close: async () => {
      await cloudflare.close();
      proxy.closeAllConnections();
      proxy.close();
      await server.close();
      rmSync(state, { recursive: true, force: true });
      removeFiles();
    },
  };
}
