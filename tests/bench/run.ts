// Compares the product with alternatives and prints a table; fails if a target is missed. An argument selects the parts
// whose name contains it.
import "./environment.ts";
import { PARTS } from "./parts.ts";
import { recorderEngines } from "./recorder/engines.ts";
import { machine, markdown, type Row } from "./table.ts";
import { matching, noSuchPart, verdict, type Failure } from "./verdict.ts";

const parts: typeof PARTS = { ...PARTS, ...recorderEngines };
const filter = process.argv[2] ?? "";
const names = matching(Object.keys(parts), filter);
if (names.length === 0) {
  console.error(noSuchPart(filter, Object.keys(parts)));
  process.exit(1);
}

const rows: Row[] = [];
const failures: Failure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (!names.includes(name)) continue;
  console.info(`measuring ${name} ...`);
  try {
    const measured = await measure("full");
    // Printed at once: a later part may hang.
    console.info(`\n${machine()}\n\n${markdown(measured)}\n`);
    rows.push(...measured);
  } catch (error) {
    console.error(error);
    failures.push({ part: name, reason: error instanceof Error ? error.message : String(error) });
  }
}
const { lines, passed } = verdict(rows, failures);
console.info(lines.join("\n"));
process.exit(passed ? 0 : 1);
