// The processes of this machine: a browser puts its pages into processes of their own, and a Worker runs in one.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process as Linux describes it; the name is cut to 15 characters. */
type Process = {
  name: string;
  parent: number;
  group: number;
  /** In hundredths of a second since boot. Ids give no order, because they wrap around. */
  started: number;
};

/** The ids of the processes that fit, oldest first. */
export function processes(fits: (one: Process) => boolean): number[] {
  return readdirSync("/proc")
    .map(Number)
    .flatMap((pid) => {
      const found = Number.isInteger(pid) && statusOf(pid);
      return found && fits(found) ? [{ pid, ...found }] : [];
    })
    .toSorted((a, b) => a.started - b.started)
    .map(({ pid }) => pid);
}

/** This process's runtimes of Workers, oldest first. For each harness: the proxy in front, then the Worker's own. */
export const workerdProcesses = () =>
  processes(({ name, parent }) => name === "workerd" && parent === process.pid);

/** The numbers of `poll`, and of `ppoll` on arm64, as Linux calls them. */
const WAITING = ["7", "73"];

/** Whether a process only waits for events, rather than for a lock or the CPU. */
export function waitsForEvents(pid: number): boolean {
  try {
    return WAITING.includes(readFileSync(`/proc/${pid}/syscall`, "utf8").split(" ")[0] ?? "");
  } catch {
    return false;
  }
}

/** Index of the start time among the fields after the group. */
const STARTED = 16;

/** `null` if it has ended meanwhile. */
function statusOf(pid: number): Process | null {
  try {
    // `pid (name) state parent group ...`; the name may contain anything (proc_pid_stat(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, parent, group, ...more] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      name: stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")),
      parent: Number(parent),
      group: Number(group),
      started: Number(more[STARTED]),
    };
  } catch {
    return null;
  }
}

export function portOf(pid: number): number {
  const sockets = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`)));
  const LISTENING = "0A";
  for (const line of readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1)) {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    if (state === LISTENING && sockets.has(`socket:[${inode}]`))
      return parseInt(local.split(":")[1] ?? "", 16);
  }
  throw new Error(`process ${pid} listens nowhere`);
}

/** Empty if it was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
