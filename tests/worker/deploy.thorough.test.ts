// `cargo xtask deploy` with wrangler itself, against a double of the API that it calls; behind that a real database and a real Worker.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { startAccount, type Account } from "../support/doubles/cloudflare/account.ts";
import { until } from "../support/runtime/worker.ts";

const ADMIN = "first@sayso.example";
/** Calls that fail once, in the order of the steps, each with the platform's error, and the expected output. */
const FAULTS: [string, number, number, string, RegExp][] = [
  ["GET /user", 403, 9109, "Invalid access token", /Please sign in first/],
  ["GET /d1/database", 403, 10000, "Authentication error", /Authentication error/],
  ["POST /d1/database", 400, 7406, "Too many databases", /maximum number of D1 databases/],
  ["POST /r2/buckets", 403, 10042, "Please enable R2 through the Cloudflare Dashboard.", /enable R2/],
  ["POST /queues", 403, 11003, "Queues is unavailable on your current plan", /Queues is unavailable/],
  ["/time_travel/bookmark", 400, 7500, "The bookmark cannot be read", /The bookmark cannot be read/],
  ["/query", 400, 7500, "D1 DB is overloaded", /D1 DB is overloaded/],
  [
    "PUT /workers/scripts",
    400,
    10021,
    "Script startup exceeded CPU time limit.",
    /startup exceeded CPU time/,
  ],
  ["/domains/records", 400, 10013, "This zone is not on your account", /zone is not on your account/],
];

let account: Account;
let answers: string[];
before(async () => {
  account = await startAccount();
  answers = ["--domain", account.domain, "--sender", "Sayso <hello@sayso.example>", "--admin", ADMIN];
});
after(() => account.close());

const admins = () =>
  account.rows("SELECT u.email FROM users u JOIN user_roles r ON r.user_id = u.id WHERE r.role = 'admin'");

describe("OPS05 one command", () => {
  test("OPS05 a dry run prints the steps and asks nobody", async () => {
    const { status, output } = await account.deploy("--dry-run");
    assert.equal(status, 0, output);
    for (const step of ["sayso-rehearsal", "Time Travel", "migrations apply", "rollback", "/api/health"])
      assert.ok(output.includes(step), step);
    assert.deepEqual(account.calls, []);
    assert.equal(existsSync("deploy.rehearsal.toml"), false);
  });

  test("OPS05 without answers it says what is missing, and it refuses answers that are none", async () => {
    assert.match((await account.deploy()).output, /Please say --domain/);
    assert.match((await account.deploy("--domain", "https://x")).output, /`https:\/\/x` is no domain/);
    assert.deepEqual(account.calls, []);
  });

  test(
    `OPS05 a fault at each of ${FAULTS.length} calls ends it with the platform's words, and it is simply begun again`,
    { timeout: 800_000 },
    async () => {
      for (const [call, status, code, message, words] of FAULTS) {
        account.fail({ call, status, code, message, times: 1 });
        const broken = await account.deploy(...answers);
        assert.notEqual(broken.status, 0, call);
        assert.match(broken.output, words, call);
      }
      account.fail();
      const { status, output } = await account.deploy();
      assert.equal(status, 0, output);
      assert.deepEqual(
        [...account.databases.values()].map(({ name }) => name),
        ["sayso-rehearsal"],
      );
      assert.deepEqual([...account.buckets], ["sayso-media-rehearsal"]);
      assert.deepEqual(
        [...account.queues.values()].map(({ name }) => name),
        ["sayso-jobs-rehearsal", "sayso-jobs-rehearsal-dead"],
      );
      const [jobs] = account.queues.values();
      assert.deepEqual(
        jobs?.consumers.map((one) => one.dead_letter_queue),
        ["sayso-jobs-rehearsal-dead"],
      );
      const script = account.scripts.get("sayso-rehearsal");
      assert.deepEqual(script?.domains, [account.domain]);
      const crons = JSON.parse(
        `[${/crons = \[(.*)\]/.exec(readFileSync("wrangler.toml", "utf8"))?.[1]}]`,
      ) as string[];
      assert.deepEqual(script?.crons, crons);
    },
  );

  test("OPS05 secrets come from the system's random source once, and no file keeps them", () => {
    const script = account.scripts.get("sayso-rehearsal");
    assert.deepEqual([...(script?.secrets.keys() ?? [])].toSorted(), [
      "DEPLOY_KEY",
      "DRIVE_KEYS",
      "SECRET_KEY",
    ]);
    const [first, ...later] = account.liveVersions;
    for (const version of later) {
      assert.equal(version.vars.SECRET_KEY, first?.vars.SECRET_KEY, "one that is there stays");
      assert.notEqual(version.vars.DEPLOY_KEY, first?.vars.DEPLOY_KEY, "each deployment has its own key");
    }
    assert.match(first?.vars.SECRET_KEY ?? "", /^[0-9a-f]{64}$/);
    assert.equal(existsSync(`${account.state}/secrets.rehearsal.json`), false);
    const uploaded = Object.entries(account.liveVersions.at(-1)?.modules ?? {}).find(([name]) =>
      name.endsWith(".wasm"),
    );
    assert.equal(
      uploaded?.[1],
      statSync("worker/build/index_bg.wasm").size,
      "what was built is what was uploaded",
    );
  });

  test("OPS05 the first admin gets the link that sets the password, and the check's mail", async () => {
    assert.deepEqual(await admins(), [{ email: ADMIN }]);
    const subjects = await until("both mails", async () => {
      const all = (await account.mails())
        .filter(({ to }) => [to].flat().includes(ADMIN))
        .map(({ subject }) => subject);
      return all.some((one) => /password/i.test(one)) && all.includes("Test email from Sayso") ? all : null;
    });
    assert.ok(subjects.length >= 2);
    assert.match(readFileSync(`${account.state}/deployments.log`, "utf8"), /bookmark 0000000\d-/);
  });

  test(
    "OPS05 OPS01 a version that does not work is taken back by itself, and one that breaks off is not missed",
    { timeout: 300_000 },
    async () => {
      const good = account.liveVersions.at(-1);
      account.breakVersions((version) => (version.id === good?.id ? undefined : 500));
      const { status, output } = await account.deploy();
      assert.notEqual(status, 0);
      assert.match(output, /does not work/);
      assert.ok(output.includes(`Version ${good?.id} is back`), output);
      assert.match(output, /its bookmark from before is 0000000/);
      assert.equal(account.liveVersions.at(-1)?.id, good?.id);
      assert.equal((await fetch(`${account.origin}/api/health`)).status, 200);
      account.breakVersions(() => undefined);
    },
  );
});
