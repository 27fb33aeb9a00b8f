// CPU time of each route, job and schedule, compared with the platform's limit per invocation. The simulators of D1, R2
// and Queues run in the same process, so each figure is an upper bound.
import { setTimeout as pause } from "node:timers/promises";
import { startCallers, type Callers } from "../worker/authz/callers.ts";
import { ROLES } from "../worker/authz/roles.ts";
import { TABLE } from "../worker/authz/table.ts";
import type { ByExtent, Extent } from "./extent.ts";
import { cpuOf, withRuntime, type Runtime } from "./processes.ts";
import { cpuRow, type Row } from "./table.ts";

const ROUNDS: ByExtent<number> = { full: 2, short: 1 };
/** Every route, or so few that each kind of call is among them. */
const EVERY: ByExtent<number> = { full: 1, short: 25 };
/** Routes with a row of their own; the others share one. */
const DEAREST = 12;
const QUIET_MS = 250;
const MAX_ATTEMPTS = 20;
const CRONS = ["* * * * *", "*/5 * * * *", "7 * * * *", "*/10 * * * *", "2 * * * *", "* 3 * * *"];

/** Minimum over the rounds: other work of the process only ever adds. */
type Costs = Map<string, number>;
const addCost = (costs: Costs, name: string, ms: number) =>
  costs.set(name, Math.min(ms, costs.get(name) ?? Infinity));

export async function cpu(extent: Extent): Promise<Row[]> {
  const routes: Costs = new Map();
  const jobs: Costs = new Map();
  const schedules: Costs = new Map();
  for (let round = 0; round < ROUNDS[extent]; round += 1) {
    // A fresh runtime per round: changes of one round, such as a disconnected drive, would affect the next.
    const callers = await withRuntime(startCallers);
    try {
      const names = Object.keys(TABLE).filter((_, index) => index % EVERY[extent] === 0);
      for (const route of names) await callRoute(callers, route, routes, jobs);
      for (const cron of CRONS) {
        const used = await cpuOf(callers.runtime, () => callers.sayso.schedule(new Date(), cron));
        addCost(schedules, cron, used);
      }
    } finally {
      await callers.close();
    }
  }
  const dearest = [...routes].toSorted(([, one], [, other]) => other - one);
  const [next] = dearest.slice(DEAREST);
  return [
    ...dearest.slice(0, DEAREST).map(([route, ms]) => cpuRow(route, ms)),
    ...(next ? [cpuRow(`each of the other ${dearest.length - DEAREST} routes`, next[1])] : []),
    ...[...jobs].map(([kind, ms]) => cpuRow(`a job \`${kind}\``, ms)),
    ...[...schedules].map(([cron, ms]) => cpuRow(`the schedule \`${cron}\``, ms)),
  ];
}

/** An authorised call; its jobs are counted separately if they are all of one type. */
async function callRoute(
  { cell, send, sayso, runtime }: Callers & { runtime: Runtime },
  route: string,
  routes: Costs,
  jobs: Costs,
): Promise<void> {
  const row = TABLE[route];
  const role = ROLES.find((one) => row?.may.includes(one));
  if (!row || !role || row.skip) return;
  const [method = ""] = route.split(" ");
  const { context, cookie } = await cell(route, role);
  const call = row.callAs ? await row.callAs(context, cookie) : await row.call(context);
  // Deletes jobs of earlier calls, whose retries would be counted here.
  await sayso.change("DELETE FROM job_queue WHERE status IN ('pending', 'running')");
  await quiet(sayso);
  sayso.server.clearLogs();
  let status = 0;
  const used = await cpuOf(runtime, async () => {
    const answer = await send(method, call, cookie);
    await answer.arrayBuffer();
    ({ status } = answer);
  });
  if (status < 200 || status > 299) throw new Error(`${route} as ${role} answered ${status}`);
  addCost(routes, route, used);
  const after = await cpuOf(runtime, () => quiet(sayso));
  const kinds = sayso.log().flatMap(({ kind, job_type }) => (kind === "job" ? [String(job_type)] : []));
  const [kind] = kinds;
  // Part of the first may have run before the answer had been read.
  if (kind && kinds.every((other) => other === kind)) addCost(jobs, kind, (used + after) / kinds.length);
}

/** Waits until the log has been quiet for a while. */
async function quiet({ log }: Callers["sayso"]): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const lines = log().length;
    await pause(QUIET_MS);
    if (log().length === lines) return;
  }
}
