// The processes of a browser, which puts its pages into processes of their own.
import { readdirSync, readFileSync } from "node:fs";

/** What Linux tells of a process: its name, cut to 15 characters, and the group it belongs to. */
type Process = { name: string; group: number };

/** The ids of the processes that fit. */
export function processes(fits: (one: Process) => boolean): number[] {
  return readdirSync("/proc").flatMap((entry) => {
    const pid = Number(entry);
    const found = Number.isInteger(pid) && statusOf(pid);
    return found && fits(found) ? [pid] : [];
  });
}

/** The numbers of `poll`, and of `ppoll` on arm64, as Linux calls them. */
const WAITING = ["7", "73"];

/** Whether a process does nothing but wait for events; one that waits for a lock, or works, does not. */
export function waitsForEvents(pid: number): boolean {
  try {
    return WAITING.includes(readFileSync(`/proc/${pid}/syscall`, "utf8").split(" ")[0] ?? "");
  } catch {
    return false;
  }
}

/** `null` for one that has ended meanwhile. */
function statusOf(pid: number): Process | null {
  try {
    // `pid (name) state parent group ...`, where a name may hold anything (proc_pid_stat(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { name: stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")), group: Number(group) };
  } catch {
    return null;
  }
}
