// Stands in for Cloudflare's API as far as wrangler calls it for a deployment. Behind D1 and the Worker stand real ones. Proven with
// wrangler itself.
import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { unstable_splitSqlQuery as splitSql } from "wrangler";

type Json = Record<string, unknown> | unknown[] | string | null;
export type Call = { method: string; path: string; body: Buffer; search: URLSearchParams };
export type Version = {
  id: string;
  tag: string | undefined;
  /** Plain ones and, kept here alone, secret ones. */
  vars: Record<string, string>;
  /** The sizes of its modules by name. */
  modules: Record<string, number>;
};
type Binding = { name: string; type: string; text?: string };
type Queue = { id: string; name: string; consumers: Record<string, unknown>[] };
type Script = {
  versions: Version[];
  deployments: { id: string; version: string }[];
  secrets: Map<string, string>;
  crons: string[];
  domains: string[];
};

export const ACCOUNT = "0123456789abcdef0123456789abcdef";

/** What a fault answers: the platform's own words for it. */
export type Fault = { call: string; status: number; code: number; message: string; times: number };

class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const gone = (what: string) => new Refusal(404, 10007, `${what} does not exist on your account.`);

/** What stands behind it: `query` runs statements in one transaction, `live` is told of each version that becomes live. */
export type Behind = {
  query: (statements: string[]) => Promise<{ results: unknown[]; changes: number }[]>;
  live: (version: Version) => Promise<void>;
};

/** Starts it. */
export async function startCloudflare(behind: Behind) {
  const databases = new Map<string, { uuid: string; name: string }>();
  const buckets = new Set<string>();
  const queues = new Map<string, Queue>();
  const scripts = new Map<string, Script>();
  const calls: string[] = [];
  let faults: Fault[] = [];

  const database = (uuid: string) => {
    const found = databases.get(uuid);
    if (!found) throw gone("This database");
    return found;
  };
  const script = (name: string) => {
    const found = scripts.get(name);
    if (!found) throw gone("This Worker");
    return found;
  };
  const queue = (id: string) => {
    const found = queues.get(id);
    if (!found) throw gone("This queue");
    return found;
  };
  const queueView = ({ id, name, consumers }: { id: string; name: string; consumers: unknown[] }) => ({
    queue_id: id,
    queue_name: name,
    created_on: "2026-11-25T00:00:00Z",
    modified_on: "2026-11-25T00:00:00Z",
    producers: [],
    producers_total_count: 0,
    consumers,
    consumers_total_count: consumers.length,
    settings: {},
  });
  const deploymentView = ({ id, version }: { id: string; version: string }) => ({
    id,
    source: "wrangler",
    strategy: "percentage",
    author_email: "dev@example.com",
    created_on: "2026-11-25T00:00:00Z",
    annotations: {},
    versions: [{ version_id: version, percentage: 100 }],
  });
  const versionView = (one: Version, index: number) => ({
    id: one.id,
    number: index + 1,
    metadata: { created_on: "2026-11-25T00:00:00Z", source: "wrangler", author_email: "dev@example.com" },
    annotations: one.tag === undefined ? {} : { "workers/tag": one.tag },
    resources: { bindings: [], script: { etag: "e" }, script_runtime: {} },
  });

  /** One upload of code, whatever its route is. */
  async function upload(name: string, call: Call, request: IncomingMessage) {
    const form = await new Response(new Uint8Array(call.body), {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const { bindings, annotations } = JSON.parse(String(form.get("metadata"))) as {
      bindings: Binding[];
      annotations?: Record<string, string>;
    };
    const known: Script = scripts.get(name) ?? {
      versions: [],
      deployments: [],
      secrets: new Map(),
      crons: [],
      domains: [],
    };
    const texts = (type: string) =>
      bindings.filter((one) => one.type === type).map((one): [string, string] => [one.name, one.text ?? ""]);
    for (const [secret, text] of texts("secret_text")) known.secrets.set(secret, text);
    const files = [...form.entries()].filter((entry): entry is [string, File] => entry[1] instanceof File);
    const version = {
      id: crypto.randomUUID(),
      tag: annotations?.["workers/tag"],
      vars: { ...Object.fromEntries(known.secrets), ...Object.fromEntries(texts("plain_text")) },
      modules: Object.fromEntries(files.map(([module, file]) => [module, file.size])),
    };
    known.versions.push(version);
    scripts.set(name, known);
    return { known, version };
  }

  async function makeLive(known: Script, version: Version) {
    const deployment = { id: crypto.randomUUID(), version: version.id };
    known.deployments.unshift(deployment);
    await behind.live(version);
    return deployment;
  }

  const routes: [
    string,
    RegExp,
    (call: Call, names: string[], request: IncomingMessage) => Json | Promise<Json>,
  ][] = [
    ["GET", /^\/user$/, () => ({ id: "u", email: "dev@example.com" })],
    ["GET", /^\/user\/tokens\/verify$/, () => ({ id: "t", status: "active" })],
    ["GET", /^\/memberships$/, () => [{ id: "m", account: { id: ACCOUNT, name: "Sayso" } }]],
    ["GET", /^\/accounts$/, () => [{ id: ACCOUNT, name: "Sayso" }]],
    [
      "GET",
      /^\/d1\/database$/,
      () =>
        [...databases.values()].map(({ uuid, name }) => ({
          uuid,
          name,
          version: "production",
          created_at: "2026-11-25T00:00:00Z",
        })),
    ],
    [
      "POST",
      /^\/d1\/database$/,
      ({ body }) => {
        const { name } = JSON.parse(body.toString()) as { name: string };
        if ([...databases.values()].some((one) => one.name === name))
          throw new Refusal(400, 7502, `Database with name '${name}' already exists`);
        const made = { uuid: crypto.randomUUID(), name };
        databases.set(made.uuid, made);
        return { uuid: made.uuid, name, version: "production", created_in_region: "WEUR" };
      },
    ],
    [
      "GET",
      /^\/d1\/database\/([^/]+)$/,
      (_, [uuid = ""]) => ({
        uuid,
        name: database(uuid).name,
        version: "production",
        num_tables: 0,
        file_size: 0,
      }),
    ],
    [
      "POST",
      /^\/d1\/database\/([^/]+)\/query$/,
      async ({ body }, [uuid = ""]) => {
        database(uuid);
        const { sql } = JSON.parse(body.toString()) as { sql: string };
        try {
          const results = await behind.query(splitSql(sql));
          return results.map(({ results: rows, changes }) => ({
            results: rows,
            success: true,
            meta: { duration: 1, changes, rows_read: 0, rows_written: 0 },
          }));
        } catch (error) {
          throw new Refusal(400, 7500, (error as Error).message);
        }
      },
    ],
    [
      "GET",
      /^\/d1\/database\/([^/]+)\/time_travel\/bookmark$/,
      (_, [uuid = ""]) => ({
        bookmark: `00000001-00000002-00000003-${database(uuid).uuid.replaceAll("-", "")}`,
      }),
    ],
    [
      "GET",
      /^\/r2\/buckets$/,
      () => ({ buckets: [...buckets].map((name) => ({ name, creation_date: "2026-11-25T00:00:00Z" })) }),
    ],
    [
      "POST",
      /^\/r2\/buckets$/,
      ({ body }) => {
        const { name } = JSON.parse(body.toString()) as { name: string };
        if (buckets.has(name))
          throw new Refusal(409, 10004, "The bucket you tried to create already exists, and you own it.");
        buckets.add(name);
        return { name, location: "weur", storage_class: "Standard" };
      },
    ],
    [
      "GET",
      /^\/r2\/buckets\/([^/]+)$/,
      (_, [name = ""]) => {
        if (!buckets.has(name)) throw new Refusal(404, 10006, "The specified bucket does not exist.");
        return { name, creation_date: "2026-11-25T00:00:00Z", location: "weur", storage_class: "Standard" };
      },
    ],
    [
      "GET",
      /^\/queues$/,
      ({ search }) => {
        const name = search.get("name");
        return [...queues.values()].filter((one) => name === null || one.name === name).map(queueView);
      },
    ],
    [
      "POST",
      /^\/queues$/,
      ({ body }) => {
        const { queue_name: name } = JSON.parse(body.toString()) as { queue_name: string };
        if ([...queues.values()].some((one) => one.name === name))
          throw new Refusal(409, 11009, `Queue name '${name}' is already taken.`);
        const made: Queue = { id: crypto.randomUUID().replaceAll("-", ""), name, consumers: [] };
        queues.set(made.id, made);
        return queueView(made);
      },
    ],
    ["GET", /^\/queues\/([^/]+)$/, (_, [id = ""]) => queueView(queue(id))],
    ["GET", /^\/queues\/([^/]+)\/consumers$/, (_, [id = ""]) => queue(id).consumers],
    [
      "POST",
      /^\/queues\/([^/]+)\/consumers$/,
      ({ body }, [id = ""]) => {
        const wish = JSON.parse(body.toString()) as { script_name: string };
        const consumer = {
          consumer_id: crypto.randomUUID(),
          ...wish,
          script: wish.script_name,
          service: wish.script_name,
        };
        queue(id).consumers.push(consumer);
        return consumer;
      },
    ],
    ["PUT", /^\/queues\/([^/]+)\/consumers\/([^/]+)$/, ({ body }) => JSON.parse(body.toString()) as Json],
    [
      "GET",
      /^\/workers\/services\/([^/]+)$/,
      (_, [name = ""]) => ({
        id: name,
        default_environment: { script: script(name) && { last_deployed_from: "wrangler" } },
      }),
    ],
    [
      "GET",
      /^\/workers\/scripts\/([^/]+)\/secrets$/,
      (_, [name = ""]) =>
        [...script(name).secrets.keys()].map((secret) => ({ name: secret, type: "secret_text" })),
    ],
    [
      "GET",
      /^\/workers\/scripts\/([^/]+)\/deployments$/,
      (_, [name = ""]) => ({ deployments: script(name).deployments.map(deploymentView) }),
    ],
    [
      "POST",
      /^\/workers\/scripts\/([^/]+)\/deployments$/,
      async ({ body }, [name = ""]) => {
        const { versions } = JSON.parse(body.toString()) as { versions: { version_id: string }[] };
        const known = script(name);
        const version = known.versions.find(({ id }) => id === versions[0]?.version_id);
        if (!version) throw gone("This version");
        return deploymentView(await makeLive(known, version));
      },
    ],
    [
      "GET",
      /^\/workers\/scripts\/([^/]+)\/versions$/,
      (_, [name = ""]) => ({ items: script(name).versions.map(versionView).toReversed() }),
    ],
    [
      "GET",
      /^\/workers\/scripts\/([^/]+)\/versions\/([^/]+)$/,
      (_, [name = "", id = ""]) => {
        const index = script(name).versions.findIndex((one) => one.id === id);
        const found = script(name).versions[index];
        if (!found) throw gone("This version");
        return versionView(found, index);
      },
    ],
    [
      "POST",
      /^\/workers\/scripts\/([^/]+)\/versions$/,
      async (call, [name = ""], request) => {
        const { known, version } = await upload(name, call, request);
        return {
          ...versionView(version, known.versions.length - 1),
          startup_time_ms: 5,
          metadata: { has_preview: false },
        };
      },
    ],
    [
      "PUT",
      /^\/workers\/scripts\/([^/]+)$/,
      async (call, [name = ""], request) => {
        const { known, version } = await upload(name, call, request);
        const deployment = await makeLive(known, version);
        return {
          id: name,
          etag: "e",
          deployment_id: deployment.id,
          startup_time_ms: 5,
          pipeline_hash: "p",
          mutable_pipeline_id: "m",
        };
      },
    ],
    [
      "POST",
      /^\/workers\/scripts\/([^/]+)\/assets-upload-session$/,
      () => ({ jwt: "nothing to upload", buckets: [] }),
    ],
    ["PATCH", /^\/workers\/scripts\/([^/]+)\/script-settings$/, () => ({})],
    ["GET", /^\/workers\/scripts\/([^/]+)\/script-settings$/, () => ({})],
    ["PATCH", /^\/workers\/scripts\/([^/]+)\/settings$/, () => ({})],
    ["GET", /^\/workers\/scripts\/([^/]+)\/settings$/, () => ({ bindings: [] })],
    ["GET", /^\/workers\/scripts\/([^/]+)\/subdomain$/, () => ({ enabled: false, previews_enabled: false })],
    ["POST", /^\/workers\/scripts\/([^/]+)\/subdomain$/, () => ({ enabled: false, previews_enabled: false })],
    [
      "GET",
      /^\/workers\/workers\/([^/]+)$/,
      (_, [name = ""]) => ({
        id: name,
        name,
        ...(script(name) && { subdomain: { enabled: false, previews_enabled: false } }),
      }),
    ],
    ["GET", /^\/workers\/subdomain$/, () => ({ subdomain: "sayso" })],
    [
      "PUT",
      /^\/workers\/scripts\/([^/]+)\/schedules$/,
      ({ body }, [name = ""]) => {
        const crons = JSON.parse(body.toString()) as { cron: string }[];
        script(name).crons = crons.map(({ cron }) => cron);
        return { schedules: crons };
      },
    ],
    [
      "POST",
      /^\/workers\/scripts\/([^/]+)\/domains\/changeset$/,
      () => ({ added: [], removed: [], updated: [], conflicting: [] }),
    ],
    [
      "PUT",
      /^\/workers\/scripts\/([^/]+)\/domains\/records$/,
      ({ body }, [name = ""]) => {
        const { origins } = JSON.parse(body.toString()) as { origins: { hostname: string }[] };
        script(name).domains = origins.map(({ hostname }) => hostname);
        return origins;
      },
    ],
    ["GET", /^\/workers\/domains\/records$/, () => []],
  ];

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
    const call = { method, path, body: Buffer.concat(chunks), search: url.searchParams };
    try {
      const fault = faults.find((one) => one.times > 0 && `${method} ${path}`.includes(one.call));
      if (fault) {
        fault.times -= 1;
        throw new Refusal(fault.status, fault.code, fault.message);
      }
      for (const [verb, pattern, answer] of routes) {
        const match = verb === method ? pattern.exec(path) : null;
        if (!match) continue;
        const result = await answer(call, match.slice(1).map(decodeURIComponent), request);
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
    /** What wrangler is told. */
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
    /** From now on these calls fail, so many times each. */
    fail: (...some: Fault[]) => void (faults = some),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
