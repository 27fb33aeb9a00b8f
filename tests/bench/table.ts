// Renders measurements as a Markdown table.
import { cpus } from "node:os";

export type Row = {
  name: string;
  /** With its unit. */
  ours: string;
  /** With its unit. */
  other: string;
  /** Above 1 if ours is better. */
  ratio: number;
  /** The least ratio that is good enough; without one the row only informs. */
  target?: number;
};

export const met = (row: Row) => row.target === undefined || row.ratio >= row.target;

/** CPU limit of a request, a queue message and a schedule (Workers Paid, unless set higher). */
const CPU_LIMIT_MS = 30_000;

/** `target`: a tenth of the limit leaves room for a slower machine and for more data. */
export const cpuRow = (name: string, ms: number, target = 10): Row => ({
  name: `processor time of ${name}, against the platform’s limit`,
  ours: `${ms.toFixed(1)} ms`,
  other: `${CPU_LIMIT_MS} ms`,
  ratio: CPU_LIMIT_MS / ms,
  target,
});

export function markdown(rows: Row[]): string {
  const head = ["what", "ours", "other", "ratio", "target", "ok?"];
  const lines = rows.map((row) => [
    row.name,
    row.ours,
    row.other,
    row.ratio.toFixed(2),
    row.target === undefined ? "" : `>= ${row.target}`,
    row.target === undefined ? "" : met(row) ? "yes" : "**no**",
  ]);
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function machine(): string {
  const cores = cpus();
  return `${new Date().toISOString().slice(0, 10)}, ${cores[0]?.model ?? "unknown CPU"}, ${cores.length} cores`;
}
