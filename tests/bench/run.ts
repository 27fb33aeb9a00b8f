// Measures the product against other ways of doing the same and prints a table; fails where a target is missed.
// An argument picks the parts whose name holds it.
import "./environment.ts";
import { clients } from "./clients.ts";
import { lighthouseScores } from "./lighthouse.ts";
import { memory } from "./memory.ts";
import { pages } from "./pages.ts";
import { probes } from "./probes.ts";
import { recorderFinish } from "./recorder/finish.ts";
import { recorderFrames } from "./recorder/frames.ts";
import { recorderWeight } from "./recorder/weight.ts";
import { machine, markdown, met, type Row } from "./table.ts";
import { uploads } from "./uploads.ts";

const PARTS: Record<string, () => Promise<Row[]>> = {
  pages,
  uploads,
  clients,
  memory,
  lighthouse: lighthouseScores,
  probes,
  "recorder weight": recorderWeight,
  "recorder frames": recorderFrames,
  "recorder finish": recorderFinish,
};

const filter = process.argv[2] ?? "";
const rows: Row[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (!name.includes(filter)) continue;
  console.info(`measuring ${name} ...`);
  rows.push(...(await measure()));
}
console.info(`\n${machine()}\n\n${markdown(rows)}`);
process.exit(rows.length > 0 && rows.every(met) ? 0 : 1);
