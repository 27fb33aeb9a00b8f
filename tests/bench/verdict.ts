// Selects the parts to measure, and judges a run.
import { met, type Row } from "./table.ts";

/** A part that threw instead of measuring. */
export type Failure = { part: string; reason: string };

/** The names that contain `filter`. */
export const matching = (names: string[], filter: string) => names.filter((name) => name.includes(filter));

export const noSuchPart = (filter: string, names: string[]) =>
  `No measurement has "${filter}" in its name. Their names: ${names.join(", ")}.`;

/** The last lines of a run. A missed target is a result; a failed measurement has none. */
export function verdict(rows: Row[], failures: Failure[]): { lines: string[]; passed: boolean } {
  const targets = rows.filter((row) => row.target !== undefined);
  const missed = targets.filter((row) => !met(row));
  const lines: string[] = [];
  if (failures.length > 0) {
    lines.push(`${failures.length} ${failures.length === 1 ? "measurement" : "measurements"} failed:`);
    lines.push(...failures.map(({ part, reason }) => `  ${part}: ${reason}`));
  }
  if (missed.length > 0) {
    lines.push(`${missed.length} of ${targets.length} targets missed:`);
    lines.push(...missed.map((row) => `  ${row.name}: ${row.ratio.toFixed(2)}, target ${row.target}`));
  } else if (targets.length > 0) {
    lines.push(targets.length === 1 ? "The target is met." : `All ${targets.length} targets are met.`);
  } else if (failures.length === 0) {
    lines.push("Measured; none of these rows has a target.");
  }
  return { lines, passed: failures.length === 0 && missed.length === 0 };
}
