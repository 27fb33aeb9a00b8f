// The built Worker with a database between it and D1 that fails as it is told: before a statement takes effect, or after it has.
import Worker from "../../worker/build/index.js";

const FAULTS_PATH = "/test-database-faults";

/** What is to fail: statements with these words, so many times, with this error; `after` their effect or before it. */
let faults = [];

/** The fault that one of these statements meets now. */
function faultOf(statements) {
  const met = faults.find(({ words, times }) => times > 0 && statements.some((sql) => sql.includes(words)));
  if (met) met.times -= 1;
  return met;
}

/** As D1 throws it: what it was stands in the cause. */
const failure = ({ error }) => new Error(error, { cause: new Error(error.replace(/^D1_ERROR: /, "")) });

async function run(statements, work) {
  const fault = faultOf(statements);
  if (fault && !fault.after) throw failure(fault);
  const answer = await work();
  if (fault) throw failure(fault);
  return answer;
}

/** A prepared statement that remembers its text. */
const statement = (sql, inner) =>
  new Proxy(inner, {
    get(target, name) {
      if (name === "sql") return sql;
      if (name === "inner") return target;
      const value = Reflect.get(target, name, target);
      if (name === "bind") return (...values) => statement(sql, value.apply(target, values));
      if (["all", "run", "first", "raw"].includes(name))
        return (...values) => run([sql], () => value.apply(target, values));
      return typeof value === "function" && name !== "constructor" ? value.bind(target) : value;
    },
  });

const failing = (db) =>
  new Proxy(db, {
    get(target, name) {
      if (name === "prepare") return (sql) => statement(sql, target.prepare(sql));
      if (name === "batch")
        return (all) =>
          run(
            all.map(({ sql }) => sql),
            () => target.batch(all.map(({ inner }) => inner)),
          );
      const value = Reflect.get(target, name, target);
      return typeof value === "function" && name !== "constructor" ? value.bind(target) : value;
    },
  });

export default class extends Worker {
  constructor(context, env) {
    super(context, { ...env, DB: failing(env.DB) });
  }

  async fetch(request) {
    if (new URL(request.url).pathname !== FAULTS_PATH) return super.fetch(request);
    const left = faults;
    faults = await request.json();
    return Response.json(left);
  }
}
