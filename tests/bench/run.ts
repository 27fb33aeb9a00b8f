// Measures the product against other ways of doing the same and prints a table; fails where a target is missed.
// An argument picks the parts whose name holds it.
import "./environment.ts";
import { PARTS } from "./parts.ts";
import { recorderEngines } from "./recorder/engines.ts";
import { machine, markdown, met, type Row } from "./table.ts";

const filter = process.argv[2] ?? "";
const rows: Row[] = [];
const parts: typeof PARTS = { ...PARTS, ...recorderEngines };
for (const [name, measure] of Object.entries(parts)) {
  if (!name.includes(filter)) continue;
  console.info(`measuring ${name} ...`);
  const measured = await measure("full");
  // What is known is said at once: a later part may fail.
  console.info(`\n${machine()}\n\n${markdown(measured)}\n`);
  rows.push(...measured);
}
process.exit(rows.length > 0 && rows.every(met) ? 0 : 1);
