// Timing attacks: whether response times reveal accounts or sign-ups, by how often a known address takes longer than an
// unknown one.
import { performance } from "node:perf_hooks";
import { signUp, validSignUp } from "../support/people/admin/sign-ups.ts";
import { addUser, call } from "../support/people/owner/users.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";
import type { ByExtent, Extent } from "./extent.ts";
import type { Row } from "./table.ts";

const PAIRS: ByExtent<number> = { full: 100, short: 2 };
/** Chance is 0.5: a call that is equally likely to be slower or faster reveals nothing. */
const MAX_AREA = 0.55;

export async function answers(extent: Extent): Promise<Row[]> {
  const sayso = await startWorker();
  try {
    const rows = [];
    for (const [name, ask] of Object.entries(ASKED))
      rows.push(await compare(name, PAIRS[extent], sayso, ask));
    return rows;
  } finally {
    await sayso.close();
  }
}

/** Prepares both cases equally, so that only the address differs; returns the request to measure. */
type Ask = (sayso: Sayso, exists: boolean) => Promise<() => Promise<Response>>;

/** A new address for each call: one may send ten a day, and one may receive three. */
let visitors = 0;
const newAddress = () => {
  visitors += 1;
  return { "cf-connecting-ip": `2001:db8:${visitors.toString(16)}::1` };
};

const ASKED: Record<string, Ask> = {
  "a password reset": async (sayso, exists) => {
    const user = await addUser(sayso);
    const email = exists ? user.email : user.email.replace("user-", "nobody-");
    return () =>
      call(sayso, "POST", "/api/auth/reset", { body: { area: "client", email }, headers: newAddress() });
  },
  "a sign-up": async (sayso, exists) => {
    const signedUp = validSignUp();
    await signUp(sayso, signedUp, newAddress());
    await sayso.change("UPDATE sign_ups SET status = 'confirmed' WHERE email = ?", signedUp.email);
    const body = exists ? signedUp : validSignUp();
    return () => signUp(sayso, body, newAddress());
  },
};

/** Response time in milliseconds. */
async function timed(send: () => Promise<Response>): Promise<number> {
  const started = performance.now();
  const answer = await send();
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return performance.now() - started;
}

/** Waits until no earlier work is running. */
const idle = (sayso: Sayso) =>
  until(
    "all jobs done",
    async () => !(await sayso.row("SELECT 1 FROM job_queue WHERE status IN ('pending', 'running')")),
  );

async function compare(name: string, pairs: number, sayso: Sayso, ask: Ask): Promise<Row> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (let pair = 0; pair < pairs; pair += 1)
    for (const which of pair % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
      const send = await ask(sayso, which === "known");
      await idle(sayso);
      times[which].push(await timed(send));
    }
  const found = areaUnderCurve(times.known, times.unknown);
  const distinguishable = Math.max(found, 1 - found);
  return {
    name: `whether the time of ${name} tells known from unknown: area under the curve of ${pairs} + ${pairs}, 0.5 is chance`,
    ours: distinguishable.toFixed(2),
    other: `${MAX_AREA}`,
    ratio: MAX_AREA / distinguishable,
    target: 1,
  };
}

/** Probability that a value of the first group is larger than one of the second. */
function areaUnderCurve(first: number[], second: number[]): number {
  let larger = 0;
  for (const a of first) for (const b of second) larger += a > b ? 1 : a === b ? 0.5 : 0;
  return larger / (first.length * second.length);
}
