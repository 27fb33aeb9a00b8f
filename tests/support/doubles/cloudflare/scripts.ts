// Workers scripts: uploads of code with their versions, deployments, secrets, schedules and domains.
import { missing, type Call, type Route } from "./api.ts";

export type Version = {
  id: string;
  tag: string | undefined;
  /** Plain ones and, kept here alone, secret ones. */
  vars: Record<string, string>;
  /** The sizes of its modules by name. */
  modules: Record<string, number>;
};
type Binding = { name: string; type: string; text?: string };
type Script = {
  versions: Version[];
  deployments: { id: string; version: string }[];
  secrets: Map<string, string>;
  crons: string[];
  domains: string[];
};

/** `live` is called with each version that goes live. */
export function scriptRoutes(live: (version: Version) => Promise<void>) {
  const scripts = new Map<string, Script>();
  const scriptOf = (name: string) => {
    const found = scripts.get(name);
    if (!found) throw missing("This Worker");
    return found;
  };

  /** One upload of code, on any of its routes. */
  async function upload(name: string, { body, contentType }: Call) {
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": contentType },
    }).formData();
    const { bindings, annotations } = JSON.parse(String(form.get("metadata"))) as {
      bindings: Binding[];
      annotations?: Record<string, string>;
    };
    const script: Script = scripts.get(name) ?? {
      versions: [],
      deployments: [],
      secrets: new Map(),
      crons: [],
      domains: [],
    };
    const texts = (type: string) =>
      bindings.filter((one) => one.type === type).map((one): [string, string] => [one.name, one.text ?? ""]);
    for (const [secret, text] of texts("secret_text")) script.secrets.set(secret, text);
    const files = [...form.entries()].filter((entry): entry is [string, File] => entry[1] instanceof File);
    const version = {
      id: crypto.randomUUID(),
      tag: annotations?.["workers/tag"],
      vars: { ...Object.fromEntries(script.secrets), ...Object.fromEntries(texts("plain_text")) },
      modules: Object.fromEntries(files.map(([module, file]) => [module, file.size])),
    };
    script.versions.push(version);
    scripts.set(name, script);
    return { script, version };
  }

  async function makeLive(script: Script, version: Version) {
    const deployment = { id: crypto.randomUUID(), version: version.id };
    script.deployments.unshift(deployment);
    await live(version);
    return deployment;
  }

  const routes: Route[] = [
    [
      "GET",
      /^\/workers\/services\/([^/]+)$/,
      (_, [name = ""]) => ({
        id: name,
        default_environment: { script: scriptOf(name) && { last_deployed_from: "wrangler" } },
      }),
    ],
    [
      "GET",
      /^\/workers\/scripts\/([^/]+)\/secrets$/,
      (_, [name = ""]) =>
        [...scriptOf(name).secrets.keys()].map((secret) => ({ name: secret, type: "secret_text" })),
    ],
    [
      "GET",
      /^\/workers\/scripts\/([^/]+)\/deployments$/,
      (_, [name = ""]) => ({ deployments: scriptOf(name).deployments.map(deploymentView) }),
    ],
    [
      "POST",
      /^\/workers\/scripts\/([^/]+)\/deployments$/,
      async ({ body }, [name = ""]) => {
        const { versions } = JSON.parse(body.toString()) as { versions: { version_id: string }[] };
        const script = scriptOf(name);
        const version = script.versions.find(({ id }) => id === versions[0]?.version_id);
        if (!version) throw missing("This version");
        return deploymentView(await makeLive(script, version));
      },
    ],
    [
      "GET",
      /^\/workers\/scripts\/([^/]+)\/versions$/,
      (_, [name = ""]) => ({ items: scriptOf(name).versions.map(versionView).toReversed() }),
    ],
    [
      "GET",
      /^\/workers\/scripts\/([^/]+)\/versions\/([^/]+)$/,
      (_, [name = "", id = ""]) => {
        const index = scriptOf(name).versions.findIndex((one) => one.id === id);
        const found = scriptOf(name).versions[index];
        if (!found) throw missing("This version");
        return versionView(found, index);
      },
    ],
    [
      "POST",
      /^\/workers\/scripts\/([^/]+)\/versions$/,
      async (call, [name = ""]) => {
        const { script, version } = await upload(name, call);
        return {
          ...versionView(version, script.versions.length - 1),
          startup_time_ms: 5,
          metadata: { has_preview: false },
        };
      },
    ],
    [
      "PUT",
      /^\/workers\/scripts\/([^/]+)$/,
      async (call, [name = ""]) => {
        const { script, version } = await upload(name, call);
        const deployment = await makeLive(script, version);
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
        ...(scriptOf(name) && { subdomain: { enabled: false, previews_enabled: false } }),
      }),
    ],
    ["GET", /^\/workers\/subdomain$/, () => ({ subdomain: "sayso" })],
    [
      "PUT",
      /^\/workers\/scripts\/([^/]+)\/schedules$/,
      ({ body }, [name = ""]) => {
        const crons = JSON.parse(body.toString()) as { cron: string }[];
        scriptOf(name).crons = crons.map(({ cron }) => cron);
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
        scriptOf(name).domains = origins.map(({ hostname }) => hostname);
        return origins;
      },
    ],
    ["GET", /^\/workers\/domains\/records$/, () => []],
  ];
  return { scripts, routes };
}

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
