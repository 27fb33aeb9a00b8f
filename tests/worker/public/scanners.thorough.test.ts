// Security scanners: schemathesis sends valid and invalid requests from the API's description, as each role; wapiti
// looks for holes in the public pages and calls. Both are on PyPI.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, signIn, type Area } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const { SAYSO_SCHEMATHESIS: schemathesis, SAYSO_WAPITI: wapiti } = process.env;
/** Random cases per operation and role, besides those that schemathesis derives from each rule; set by `SAYSO_CASES`. */
const CASES = Number(process.env.SAYSO_CASES ?? 50);
/** Calls after which the session or the password is invalid for the rest of the run. */
const ENDS_SESSION = ["/api/auth/logout", "/api/auth/sessions", "/api/auth/password", "/api/auth/totp"];
/** Modules of wapiti. Its others query servers on the internet, or look for known products. */
const MODULES =
  "backup,cookieflags,crlf,csp,exec,file,htaccess,http_headers,ldap,methods,permanentxss,redirect,sql,timesql,upload,xss,xxe";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ ownOrigin: true });
});
after(() => sayso.close());

/** Runs a program in its own folder; findings fail the test with its output. */
async function run(program: string, options: (folder: string) => string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sayso-scanner-"));
  const hooks = join(process.cwd(), "tests/support/runtime/schemathesis_hooks.py");
  const env = { ...process.env, NO_COLOR: "1", SCHEMATHESIS_HOOKS: hooks };
  await promisify(execFile)(program, options(folder), {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    env,
  }).catch((error: { stdout?: string; stderr?: string }) =>
    assert.fail(`${error.stdout ?? ""}${error.stderr ?? ""}` || String(error)),
  );
  return folder;
}

async function cookieOf(role: Area): Promise<string> {
  if (role !== "client") return signIn(sayso, await addUser(sayso, { roles: [role] }), role);
  const client = await addClient(sayso);
  return signIn(sayso, await addUser(sayso, { clientId: client.id }));
}

describe("schemathesis", { skip: !schemathesis && "it is not installed" }, () => {
  for (const role of ["nobody", "client", "affiliate", "admin"] as const)
    test(`INV41 INV55 as ${role} gets no fault of ours and no status that the description does not name`, async () => {
      const cookie = role === "nobody" ? [] : [`--header=cookie:${await cookieOf(role)}`];
      await run(schemathesis ?? "", () => [
        "run",
        join(process.cwd(), "docs/openapi.json"),
        `--url=${sayso.url.origin}`,
        `--header=origin:${sayso.url.origin}`,
        ...cookie,
        "--checks=not_a_server_error,status_code_conformance",
        `--max-examples=${CASES}`,
        "--phases=examples,coverage,fuzzing",
        "--seed=18",
        "--continue-on-failure",
        "--suppress-health-check=all",
        "--warnings=off",
        ...ENDS_SESSION.map((path) => `--exclude-path=${path}`),
      ]);
    });
});

describe("wapiti", { skip: !wapiti && "it is not installed" }, () => {
  test("INV53 finds nothing of medium severity or above in the public pages and calls", async () => {
    const { custom_slug: slug } = await addClient(sayso);
    const { origin } = sayso.url;
    const pages = ["/demo", "/onboarding", "/wpms", "/affiliates/apply", `/record/${slug}`, "/clients/login"];
    const folder = await run(wapiti ?? "", (own) => [
      `--url=${origin}/`,
      "--scope=domain",
      ...pages.map((page) => `--start=${origin}${page}`),
      `--start=${origin}/api/public/get_client_by_slug?_slug=${slug}`,
      `--module=${MODULES}`,
      `--store-session=${own}`,
      `--store-config=${own}`,
      "--no-bugreport",
      "--max-scan-time=600",
      "--format=json",
      `--output=${join(own, "report.json")}`,
    ]);
    type Finding = { level: number; path: string; info: string };
    type Report = { vulnerabilities: Record<string, Finding[]>; infos: { crawled_pages_nbr: number } };
    const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8")) as Report;
    assert.ok(report.infos.crawled_pages_nbr >= pages.length, `${report.infos.crawled_pages_nbr} pages`);
    const grave = Object.entries(report.vulnerabilities).flatMap(([kind, found]) =>
      found.filter(({ level }) => level >= 2).map(({ path, info }) => `${kind}: ${path}: ${info}`),
    );
    assert.deepEqual(grave, []);
  });
});
