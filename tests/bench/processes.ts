// The runtime behind a harness. wrangler starts two workerd processes for each: one that forwards requests to its
// public address, then one that runs the Worker. Measuring through the first would add the same cost to both sides and
// flatter every ratio, so requests go directly to the second.
import { readdir, readFile, readlink } from "node:fs/promises";
import { workerdProcesses } from "../support/runtime/processes.ts";
import { endIdleWorkers } from "../support/runtime/worker.ts";

export type Runtime = { pid: number; url: URL };

/** Starts a Worker and returns it with its process. */
export async function withRuntime<T>(start: () => Promise<T>): Promise<T & { runtime: Runtime }> {
  // A fresh process, not a reused one.
  await endIdleWorkers();
  const before = workerdProcesses();
  const started = await start();
  const pid = workerdProcesses().findLast((one) => !before.includes(one));
  if (!pid) throw new Error("no workerd process");
  return { ...started, runtime: { pid, url: new URL(`http://127.0.0.1:${await portOf(pid)}`) } };
}

/** The largest resident memory a process ever had, in MB. */
export async function peakMegabytes(pid: number): Promise<number> {
  const peak = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(peak) / 1024;
}

/** Processor milliseconds of a process during some work. */
export async function cpuOf({ pid }: Runtime, work: () => Promise<unknown>): Promise<number> {
  const before = await cpuMs(pid);
  await work();
  return (await cpuMs(pid)) - before;
}

/** CPU time of all its threads so far. */
async function cpuMs(pid: number): Promise<number> {
  let nanoseconds = 0;
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const stat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
    nanoseconds += Number(stat.split(" ")[0]);
  }
  return nanoseconds / 1e6;
}

/** The one port a process listens on. */
async function portOf(pid: number): Promise<number> {
  const sockets = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")),
  );
  const LISTENING = "0A";
  for (const line of (await readFile("/proc/net/tcp", "utf8")).trim().split("\n").slice(1)) {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    if (state === LISTENING && sockets.includes(`socket:[${inode}]`))
      return parseInt(local.split(":")[1] ?? "", 16);
  }
  throw new Error(`workerd ${pid} listens nowhere`);
}
