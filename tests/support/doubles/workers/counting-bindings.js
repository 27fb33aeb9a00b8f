// The built Worker with its bindings wrapped: what the platform would charge for is counted. Nothing in the product knows of it.
import Worker from "../../../../worker/build/index.js";

const COUNTS_PATH = "/test-counts";

/** As Cloudflare's price list names the operations of R2; deleting is free. */
const CLASS_A = ["put", "list", "createMultipartUpload"];
const CLASS_B = ["get", "head"];

const nothing = () => ({
  requests: 0,
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  classA: 0,
  classB: 0,
  queueMessages: 0,
  mails: 0,
});
let counts = nothing();

/** A binding whose methods are counted by what they answer. */
const watched = (inner, names, note) =>
  new Proxy(inner, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function" || name === "constructor") return value;
      if (!names.includes(name)) return value.bind(target);
      return async (...values) => {
        const answer = await target[name](...values);
        note(name, answer, values);
        return answer;
      };
    },
  });

const addRows = ({ meta }) => {
  counts.statements += 1;
  counts.rowsRead += meta.rows_read;
  counts.rowsWritten += meta.rows_written;
};

/** `first` and `raw` do not say what they read: whoever uses them is not counted, and fails. */
const notCounted = (name) => {
  throw new Error(`${name} of a statement is not counted`);
};

const statement = (inner) => {
  const counted = watched(inner, ["all", "run", "first", "raw"], (name, answer) =>
    ["all", "run"].includes(name) ? addRows(answer) : notCounted(name),
  );
  return new Proxy(counted, {
    get(target, name) {
      if (name === "inner") return inner;
      if (name === "bind") return (...values) => statement(inner.bind(...values));
      return Reflect.get(target, name);
    },
  });
};

const database = (db) =>
  new Proxy(db, {
    get(target, name) {
      if (name === "prepare") return (sql) => statement(target.prepare(sql));
      if (name !== "batch") return Reflect.get(target, name, target);
      return async (statements) => {
        const answers = await target.batch(statements.map(({ inner }) => inner));
        answers.forEach(addRows);
        return answers;
      };
    },
  });

export default class extends Worker {
  constructor(context, env) {
    super(context, {
      ...env,
      DB: database(env.DB),
      MEDIA: watched(env.MEDIA, [...CLASS_A, ...CLASS_B], (name) => {
        counts[CLASS_A.includes(name) ? "classA" : "classB"] += 1;
      }),
      JOBS: watched(env.JOBS, ["send", "sendBatch"], (name, _, [messages]) => {
        counts.queueMessages += name === "send" ? 1 : [...messages].length;
      }),
      EMAIL: watched(env.EMAIL, ["send"], () => (counts.mails += 1)),
    });
  }

  /** Answers what was counted since it was asked the last time. */
  async fetch(request) {
    if (new URL(request.url).pathname === COUNTS_PATH) {
      const counted = counts;
      counts = nothing();
      return Response.json(counted);
    }
    counts.requests += 1;
    return super.fetch(request);
  }
}
