// The built Worker with its bindings wrapped: what they are asked for fails, or stalls, as a test says. Nothing in the product knows of it.
import Worker, { pass } from "./held-clock.js";

const FAULTS_PATH = "/test-faults";

/**
 * What is to fail: the next `times` calls whose `name` begins so and that hold these `words`. With `error` before they take effect, or
 * `after` it; with `stall` they wait so many milliseconds of the held clock first, and `held` until other faults are set.
 */
let faults = [];
/** The names of all calls since the faults were last set. */
let calls = [];

async function call(name, words, work) {
  calls.push({ name, words });
  const fault = faults.find((one) => one.times > 0 && name === one.name && words.includes(one.words));
  if (fault) fault.times -= 1;
  if (fault?.stall) await pass(fault.stall);
  if (fault?.held) await untilFaultsChange(fault);
  if (fault?.error && !fault.after) throw failure(fault);
  const answer = await work();
  if (fault?.error) throw failure(fault);
  return answer;
}

async function untilFaultsChange(from) {
  while (faults.includes(from)) await scheduler.wait(20);
}

/** As D1 throws it, what it was stands in the cause; as the mail service does, in a code. */
const failure = ({ error, code }) =>
  Object.assign(new Error(error, { cause: new Error(error.replace(/^D1_ERROR: /, "")) }), code && { code });

/** A binding with some of its methods replaced. */
const wrapped = (inner, replacements) =>
  new Proxy(inner, {
    get(target, name) {
      if (Object.hasOwn(replacements, name)) return replacements[name];
      const value = Reflect.get(target, name, target);
      return typeof value === "function" && name !== "constructor" ? value.bind(target) : value;
    },
  });

/** A prepared statement that remembers its text. */
const statement = (sql, inner) =>
  wrapped(inner, {
    sql,
    inner,
    bind: (...values) => statement(sql, inner.bind(...values)),
    ...methods("DB", inner, ["all", "run", "first", "raw"], () => sql),
  });

const database = (db) =>
  wrapped(db, {
    prepare: (sql) => statement(sql, db.prepare(sql)),
    batch: (all) =>
      call("DB", all.map(({ sql }) => sql).join(";\n"), () => db.batch(all.map(({ inner }) => inner))),
  });

/** Methods of a binding, each under the words that a test knows its call by. */
const methods = (name, inner, names, words) =>
  Object.fromEntries(
    names.map((method) => [
      method,
      (...values) => call(name, words(method, ...values), () => inner[method](...values)),
    ]),
  );

/** A key without what differs from one run to the next. */
const kind = (key) => String(Array.isArray(key) ? key[0] : (key?.prefix ?? key)).split("/")[0];

export default class extends Worker {
  constructor(context, env) {
    super(context, {
      ...env,
      DB: database(env.DB),
      MEDIA: wrapped(
        env.MEDIA,
        methods(
          "MEDIA",
          env.MEDIA,
          ["put", "get", "head", "list", "delete"],
          (method, key) => `${method} ${kind(key)}`,
        ),
      ),
      JOBS: wrapped(
        env.JOBS,
        methods("JOBS", env.JOBS, ["send"], (method) => method),
      ),
      EMAIL: wrapped(
        env.EMAIL,
        methods("EMAIL", env.EMAIL, ["send"], (method) => method),
      ),
    });
  }

  async fetch(request) {
    if (new URL(request.url).pathname !== FAULTS_PATH) return super.fetch(request);
    const was = { faults, calls };
    if (request.method === "GET") return Response.json(was);
    faults = await request.json();
    calls = [];
    return Response.json(was);
  }
}
