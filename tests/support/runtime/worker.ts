// The built Worker on real workerd with D1, R2, Queues, email and assets; nothing persists, and ports are free ones.
// `no-telemetry.ts` must be imported before wrangler.
import "./no-telemetry.ts";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createTestHarness } from "wrangler";
import "../doubles/fake-http.ts";
import { SECRET_KEY } from "./keys.ts";
import { migrations } from "./migrations.ts";
import { PATIENCE_MS } from "./patience.ts";
import { portOf, workerdProcesses } from "./processes.ts";
import { database } from "./database.ts";
import { restoreSnapshot, takeSnapshot } from "./database-snapshot.ts";
import { checkAnswer } from "./answer-schema.ts";
import { countStart } from "./starts.ts";

export const ORIGIN = "https://sayso.test";
/** The newest ones; more in one answer there cannot be. */
const MAILS = "/cdn-cgi/local/explorer/api/local/email/sending?limit=100";
const MAIL = "/cdn-cgi/local/explorer/api/local/email/sending?email_id=";
const MAIL_SERVICE = {
  name: "unreliable-mail-service",
  main: "tests/support/doubles/mail/unreliable-mail-service.js",
  compatibility_date: "2026-11-01",
};
const SPEECH = {
  name: "speech",
  main: "tests/support/doubles/workers/speech.js",
  compatibility_date: "2026-11-01",
};
const HIGH_LIMITS = [
  "address_hour_limit",
  "address_day_limit",
  "client_hour_limit",
  "client_day_limit",
  "challenge_from",
  "address_hour_burst",
  "client_hour_burst",
];
const SET_LIMIT = "INSERT INTO admin_settings (setting_key, setting_value) VALUES (?, '100000')";
const SHARE_ALL =
  "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('address_credit_share', '100')";

/* eslint-disable @typescript-eslint/no-explicit-any -- the runtime's binding types are not installed */
type R2 = any;

export type LogLine = Record<string, unknown> & { kind: string };
export type Mail = {
  id: string;
  from: string;
  to: string | string[];
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
};

export type MailService = {
  setDown(down: boolean): Promise<void>;
  taken(): Promise<{ to: string; subject: string }[]>;
};

export type Speech = {
  setNext(next: { answer: unknown } | { error: string }): Promise<void>;
  taken(): Promise<{ model: string; inputs: Record<string, unknown> }[]>;
};

export type Sayso = Awaited<ReturnType<typeof start>>;

type Settings = {
  /** Links in emails point to the Worker, for browsers. */
  ownOrigin?: boolean;
  /** Whether admins must have a second factor. */
  adminTotp?: string;
  /** Security attributes of cookies. */
  cookies?: string;
  /** The secrets that a deployment may do without. */
  secrets?: Record<string, string>;
  /** Uses a mail service that `mailService` can stop. */
  unreliableMail?: boolean;
  /** Has the binding `AI` of a deployment, which `speech` answers. */
  ai?: boolean;
  /** Another entry. */
  main?: string;
  /** How long the queue holds messages back. */
  queueSeconds?: number;
};

type Options = Settings & {
  /** Keeps the default limits on submissions; all tests share one address. */
  submissionLimits?: boolean;
  /** Never a Worker that ran other tests before. */
  own?: boolean;
};

/** Control endpoints of `doubles/workers`, with their initial values; the product has none of these paths. */
const DOUBLES = { "/test-clock": "0", "/test-faults": "[]" };

/** Event loop turns after which piped log lines have been read. */
const LOG_TURNS = 3;
/** How many Workers wait for another file with their settings. */
const MAX_IDLE_WORKERS = 5;
const idle: { settings: string; sayso: Sayso }[] = [];
let shared = false;

/** Makes `startWorker` reuse a Worker that an earlier file of this process has closed, with its state restored. */
export const shareWorkers = () => void (shared = true);

/** Ends the Workers that wait for another file. */
export const endIdleWorkers = async () => {
  await Promise.all(idle.splice(0).map(({ sayso }) => sayso.close()));
};

/** Starts a Worker, or reuses an idle one. */
export async function startWorker({ submissionLimits = false, own = false, ...settings }: Options = {}) {
  const key = JSON.stringify(settings);
  const at = own ? -1 : idle.findIndex((one) => one.settings === key);
  const waiting = idle.splice(at, at < 0 ? 0 : 1)[0]?.sayso;
  // Its connection may have been closed as idle, which the first call finds out; the next one opens another.
  await waiting?.row("SELECT 1").catch(() => undefined);
  const sayso = waiting ?? (await startAlone(settings));
  if (!submissionLimits)
    await sayso.db.batch([
      ...HIGH_LIMITS.map((limit) => sayso.db.prepare(SET_LIMIT).bind(limit)),
      sayso.db.prepare(SHARE_ALL),
    ]);
  if (!shared || own) return sayso;
  let isClosed = false;
  const close = async () => {
    // A second call must not close a Worker that another file has by then.
    if (isClosed) return;
    isClosed = true;
    // Its connection may have been closed as idle while it was asked: another one is started then.
    if (!(await sayso.restore().catch(() => false))) return sayso.close();
    idle.push({ settings: key, sayso });
    return idle.length > MAX_IDLE_WORKERS ? idle.shift()?.sayso.close() : undefined;
  };
  // Getters are copied too: `media` and `env` change with each runtime.
  const descriptors = Object.getOwnPropertyDescriptors(sayso);
  return Object.defineProperties({} as Sayso, { ...descriptors, close: { value: close, enumerable: true } });
}

let starting: Promise<unknown> = Promise.resolve();

/** Starts Workers one at a time: each is identified as this process's youngest runtime. */
function startAlone(settings: Settings): Promise<Sayso> {
  const started = starting.then(() => start(settings));
  starting = started.catch(() => undefined);
  return started;
}

async function start({
  ownOrigin = false,
  adminTotp = "optional",
  cookies = "secure",
  secrets = {},
  unreliableMail = false,
  ai = false,
  main = "",
  queueSeconds = 0,
}: Settings) {
  countStart("worker");
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const options = (origin: string, changed: Record<string, string> = {}) => ({
    root: process.cwd(),
    workers: [
      {
        configPath: main || queueSeconds || ai ? changedConfig(main, queueSeconds, ai) : "./wrangler.toml",
        vars: {
          PUBLIC_ORIGIN: origin,
          STRIPE_TEST_KEYS: "allowed",
          ADMIN_TOTP: adminTotp,
          COOKIES: cookies,
          ...changed,
        },
        // Overrides the `.dev.vars` that `cargo xtask start` wrote on this machine.
        secrets: { SECRET_KEY, DRIVE_KEYS: "", ...secrets },
        ...(unreliableMail ? { bindingOverrides: { EMAIL: MAIL_SERVICE.name } } : {}),
      },
      ...(unreliableMail ? [{ config: MAIL_SERVICE }] : []),
      ...(ai ? [{ config: SPEECH }] : []),
    ],
  });
  const server = createTestHarness(options(ORIGIN));
  let { url } = await server.listen();
  if (ownOrigin) {
    await server.update(options(url.origin));
    ({ url } = await server.listen());
  }
  let runtime = youngestRuntime();
  /** The runtime's own address: wrangler's proxy in front of it costs as much as the Worker. */
  let direct: string | undefined = `http://127.0.0.1:${portOf(runtime)}`;
  const fetch = async (path: string, init?: RequestInit) => {
    const answer = await globalThis.fetch(new URL(path, direct ?? url), { redirect: "manual", ...init });
    // Lines logged before the answer arrive by a pipe, and may not have been read yet.
    for (let turn = 0; turn < LOG_TURNS; turn += 1) await setImmediate();
    await checkAnswer(init?.method ?? "GET", path, answer);
    return answer;
  };
  const origin = ownOrigin ? url.origin : ORIGIN;
  const worker = server.getWorker();
  // Replaced after the runtime was killed: a new one has new bindings to the same storage.
  let env = await worker.getEnv();
  const db = database(fetch);
  let media: R2 = env.MEDIA;
  await db.exec(migrations());
  const snapshot = await takeSnapshot(db);
  /** Emails of earlier tests: the local service keeps them all. */
  let earlierMails = new Set<string>();
  /** Whether a test changed something that `restore` cannot reset. */
  let isSpoiled = false;

  /** Ends the Worker's runtime as a crash does, and waits until the next one answers. */
  const killRuntime = async () => {
    isSpoiled = true;
    direct = undefined;
    // If it had ended by itself, its id could belong to another process by now.
    if (!workerdProcesses().includes(runtime)) throw new Error("the runtime has ended by itself");
    process.kill(runtime, "SIGKILL");
    await until("the runtime is back", () =>
      fetch("/robots.txt", { signal: AbortSignal.timeout(10_000) }).then(
        (answer) => answer.ok,
        () => false,
      ),
    );
    runtime = youngestRuntime();
    env = await worker.getEnv();
    media = env.MEDIA;
  };

  const rows = async <T = Record<string, any>>(sql: string, ...values: unknown[]): Promise<T[]> =>
    (
      await db
        .prepare(sql)
        .bind(...values)
        .all<T>()
    ).results;

  const row = async <T = Record<string, any>>(sql: string, ...values: unknown[]): Promise<T | undefined> =>
    (await rows<T>(sql, ...values))[0];

  const change = (sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .bind(...values)
      .run();

  const keys = async (prefix: string): Promise<string[]> => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await media.list({ prefix, cursor });
      found.push(...page.objects.map((object: { key: string }) => object.key));
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor);
    return found;
  };

  /** The Worker's own log lines so far, parsed. */
  const log = (): LogLine[] =>
    server
      .getLogs()
      .map(({ message }) => message)
      .filter((message) => message.startsWith("{"))
      .map((message) => JSON.parse(message));

  const listedMails = async (): Promise<{ messageId: string }[]> => {
    const { result } = await (await fetch(MAILS)).json();
    return result.filter(({ messageId }: { messageId: string }) => !earlierMails.has(messageId));
  };

  /** Emails that were already read; they never change. */
  const readMails = new Map<string, Promise<Mail>>();
  const readMail = async (id: string): Promise<object> =>
    (await (await fetch(`${MAIL}${encodeURIComponent(id)}`)).json()).result;
  const mails = async (): Promise<Mail[]> =>
    Promise.all(
      (await listedMails()).map((listed) => {
        const id = listed.messageId;
        const mail =
          readMails.get(id) ?? readMail(id).then((one) => ({ ...listed, ...one }) as unknown as Mail);
        readMails.set(id, mail);
        return mail;
      }),
    );

  const schedule = (at: Date, cron = "* * * * *") => worker.scheduled({ cron, scheduledTime: at });

  /** The service of `unreliableMail`. */
  const mailService = (): Promise<MailService> =>
    server.getWorker(MAIL_SERVICE.name).getExport() as Promise<any>;

  /** The service of `ai`. */
  const speech = (): Promise<Speech> => server.getWorker(SPEECH.name).getExport() as Promise<any>;

  /** Delivers a job's message to the queue consumer and returns its answer. */
  const deliver = async (jobId: string, attempts = 1) => {
    const exported: any = await worker.getExport();
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts, body: { job_id: jobId } };
    return exported.queue("jobs", [message]);
  };

  return {
    /** The Worker's `PUBLIC_ORIGIN`. */
    origin,
    server,
    worker,
    url,
    db,
    get media() {
      return media;
    },
    get env() {
      return env;
    },
    killRuntime,
    mailService,
    speech,
    rows,
    row,
    change,
    keys,
    log,
    fetch,
    mails,
    schedule,
    deliver,
    /** Resets the state to that of a new Worker; returns whether that was possible. */
    restore: async (): Promise<boolean> => {
      if (isSpoiled) return false;
      for (const [path, body] of main ? Object.entries(DOUBLES) : [])
        await fetch(path, { method: "POST", body });
      if (unreliableMail) await mailService().then((service) => service.setDown(false));
      if (!(await restoreSnapshot(db, snapshot))) return false;
      for (let found = await keys(""); found.length > 0; found = found.slice(1000))
        await media.delete(found.slice(0, 1000));
      earlierMails = new Set([...earlierMails, ...(await listedMails()).map(({ messageId }) => messageId)]);
      server.clearLogs();
      return true;
    },
    /** Deploys the same Worker on the same state with other settings. */
    deploy: async (changed: Record<string, string>) => {
      isSpoiled = true;
      direct = undefined;
      await server.update(options(origin, changed));
      ({ url } = await server.listen());
      runtime = youngestRuntime();
      direct = `http://127.0.0.1:${portOf(runtime)}`;
      env = await worker.getEnv();
      media = env.MEDIA;
    },
    close: () => server.close(),
  };
}

/** The process of the Worker that was started last. */
function youngestRuntime(): number {
  const runtime = workerdProcesses().at(-1);
  if (runtime === undefined) throw new Error("no workerd among the child processes");
  return runtime;
}

/** Writes the product's configuration with the changes of `startWorker` to a file of this run. */
function changedConfig(main: string, queueSeconds: number, ai: boolean): string {
  const here = (path: string) => JSON.stringify(resolve(path));
  const config = readFileSync("wrangler.toml", "utf8")
    .replace(/^main = "(.*)"$/m, (_, path: string) => `main = ${here(main || path)}`)
    // A batch of one is full immediately.
    .replace(/^max_batch_size = 1$/m, `max_batch_size = ${queueSeconds ? 50 : 1}`)
    .replace(/^max_batch_timeout = 0$/m, `max_batch_timeout = ${queueSeconds}`)
    .replace(/^directory = "(.*)"$/m, (_, path: string) => `directory = ${here(path)}`)
    .replace(/^migrations_dir = "(.*)"$/m, (_, path: string) => `migrations_dir = ${here(path)}`);
  const file = join(mkdtempSync(join(tmpdir(), "sayso-config-")), "wrangler.toml");
  const binding = `\n[[services]]\nbinding = "AI"\nservice = "${SPEECH.name}"\n`;
  writeFileSync(file, ai ? config + binding : config);
  return file;
}

/** Polling intervals in ms: short at first, as most conditions take some milliseconds. */
const PAUSES_MS = [5, 10, 20, 40];
const LONGEST_PAUSE_MS = 50;

export async function until<T>(
  condition: string,
  poll: () => Promise<T>,
  ms = PATIENCE_MS,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = Date.now() + ms;
  for (let attempt = 0; ; attempt += 1) {
    const found = await poll();
    if (found) return found as Exclude<T, undefined | null | false>;
    if (Date.now() > deadline) throw new Error(`never came: ${condition}`);
    await new Promise((done) => setTimeout(done, PAUSES_MS[attempt] ?? LONGEST_PAUSE_MS));
  }
}

/**
 * Runs the due jobs of a subject, or of the emails to an address. Some are queued a second later on purpose, so that
 * the response time does not reveal how much work there was.
 */
export async function runJobs(sayso: Sayso, of: { subject: string } | { mailsTo: string }): Promise<void> {
  const [which, value] =
    "subject" in of
      ? ["subject_id = ?", of.subject]
      : ["subject_id IN (SELECT id FROM emails WHERE recipient = ?)", of.mailsTo];
  const jobs = await sayso.rows<{ id: string }>(
    `SELECT id FROM job_queue WHERE ${which} AND status = 'pending' AND lease IS NULL AND due_at <= ?`,
    value,
    Date.now(),
  );
  for (const { id } of jobs) await sayso.deliver(id);
}

/** Waits for the first email to an address. */
export const mailTo = (sayso: Sayso, address: string): Promise<Mail> =>
  until("the mail", async () => {
    await runJobs(sayso, { mailsTo: address });
    return (await sayso.mails()).find(({ to }) => [to].flat().includes(address));
  });
