// Peak memory of the runtime while it accepts three films in sequence; each way of sending starts fresh. Accepted films
// are delivered meanwhile.
import { readFile } from "node:fs/promises";
import { startWorker } from "../support/runtime/worker.ts";
import { startBaseline } from "./baseline/start.ts";
import { film } from "./films.ts";
import { peakMegabytes, withRuntime, type Runtime } from "./processes.ts";
import { bareSender, senders, type Sender } from "./senders.ts";
import type { ByExtent, Extent } from "./extent.ts";
import type { Row } from "./table.ts";

const MEGABYTES: ByExtent<number> = { full: 60, short: 1 };
/** At most 1.2 times as much. */
const TARGET = 0.83;
const FILMS: ByExtent<number> = { full: 3, short: 1 };

export async function memory(extent: Extent): Promise<Row[]> {
  const bytes = await readFile(await film(MEGABYTES[extent]));
  const bare = await peak(
    bytes,
    FILMS[extent],
    () => withRuntime(startBaseline),
    async (it) => bareSender(it),
  );
  const rows: Row[] = [];
  for (const [way, name] of [
    ["stored", "stored by resumable upload"],
    ["tus", "by resumable upload, and delivered"],
    ["plain", "by plain form, and delivered"],
  ] as const) {
    const ours = await peak(
      bytes,
      FILMS[extent],
      () => withRuntime(() => startWorker()),
      async (it) => (await senders(it))[way],
    );
    rows.push({
      name: `memory peak, ${MEGABYTES[extent]} MB ${name}, against one \`put\``,
      ours: `${ours.toFixed(0)} MB`,
      other: `${bare.toFixed(0)} MB`,
      ratio: bare / ours,
      target: TARGET,
    });
  }
  return rows;
}

async function peak<Server extends { runtime: Runtime; close: () => Promise<unknown> }>(
  bytes: Uint8Array,
  films: number,
  start: () => Promise<Server>,
  sender: (server: Server) => Promise<Sender>,
): Promise<number> {
  const server = await start();
  try {
    const send = await sender(server);
    for (let i = 0; i < films; i += 1) await send(bytes);
    return await peakMegabytes(server.runtime.pid);
  } finally {
    await server.close();
  }
}
