// A double of Cloudflare's API as far as wrangler uses it for a deployment: the account, the routing and failing calls.
// D1 and the Worker behind it are real. Verified with wrangler itself.
import { createServer } from "node:http";
import { once } from "node:events";
import { Refusal, type Route } from "./api.ts";
import { bucketRoutes } from "./buckets.ts";
import { databaseRoutes, type RunStatements } from "./databases.ts";
import { queueRoutes } from "./queues.ts";
import { scriptRoutes, type Version } from "./scripts.ts";

export const ACCOUNT = "0123456789abcdef0123456789abcdef";

/** Answer of a fault, in the platform's own words. */
export type Fault = { call: string; status: number; code: number; message: string; times: number };

/** Backends of the double: `query` runs on D1, `live` is called with each version that goes live. */
export type Behind = { query: RunStatements; live: (version: Version) => Promise<void> };

const accountRoutes: Route[] = [
  ["GET", /^\/user$/, () => ({ id: "u", email: "dev@example.com" })],
  ["GET", /^\/user\/tokens\/verify$/, () => ({ id: "t", status: "active" })],
  ["GET", /^\/memberships$/, () => [{ id: "m", account: { id: ACCOUNT, name: "Sayso" } }]],
  ["GET", /^\/accounts$/, () => [{ id: ACCOUNT, name: "Sayso" }]],
];

export async function startCloudflare(behind: Behind) {
  const { databases, routes: ofDatabases } = databaseRoutes(behind.query);
  const { buckets, routes: ofBuckets } = bucketRoutes();
  const { queues, routes: ofQueues } = queueRoutes();
  const { scripts, routes: ofScripts } = scriptRoutes(behind.live);
  const routes = [...accountRoutes, ...ofDatabases, ...ofBuckets, ...ofQueues, ...ofScripts];
  const calls: string[] = [];
  let faults: Fault[] = [];

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://api");
    const path = url.pathname.replace("/client/v4", "").replace(new RegExp(`^/accounts/${ACCOUNT}(?=/)`), "");
    const method = request.method ?? "GET";
    calls.push(`${method} ${path}`);
    const send = (status: number, value: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    const call = {
      search: url.searchParams,
      contentType: request.headers["content-type"] ?? "",
      body: Buffer.concat(chunks),
    };
    try {
      const fault = faults.find((one) => one.times > 0 && `${method} ${path}`.includes(one.call));
      if (fault) {
        fault.times -= 1;
        throw new Refusal(fault.status, fault.code, fault.message);
      }
      for (const [verb, pattern, answer] of routes) {
        const match = verb === method ? pattern.exec(path) : null;
        if (!match) continue;
        const result = await answer(call, match.slice(1).map(decodeURIComponent));
        const count = Array.isArray(result) ? result.length : 1;
        const info = { page: 1, per_page: 100, count, total_count: count, total_pages: 1 };
        return send(200, { success: true, errors: [], messages: [], result, result_info: info });
      }
      throw new Refusal(404, 7003, `Could not route to ${method} ${path}`);
    } catch (error) {
      const { status, code, message } =
        error instanceof Refusal ? error : { status: 500, code: 10013, message: String(error) };
      send(status, { success: false, errors: [{ code, message }], messages: [], result: null });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    /** Environment for wrangler. */
    env: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: "a token of these tests",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    },
    databases,
    buckets,
    queues,
    scripts,
    /** `METHOD /path` below the account, in order. */
    calls,
    /** Fails these calls from now on, each the given number of times. */
    fail: (...some: Fault[]) => void (faults = some),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
