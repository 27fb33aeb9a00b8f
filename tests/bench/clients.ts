// The first page of the admins' table: 10,000 clients must not make it slower than 100 do.
import { clientsUpTo } from "../support/people/owner/many-clients.ts";
import { addUser, signIn } from "../support/people/owner/users.ts";
import { startWorker } from "../support/runtime/worker.ts";
import type { ByExtent, Extent } from "./extent.ts";
import { expect } from "./http.ts";
import { alternate, median, ratio } from "./rounds.ts";
import type { Row } from "./table.ts";

const MANY: ByExtent<number> = { full: 10_000, short: 200 };
const CALLS: ByExtent<number> = { full: 40, short: 1 };
const ROUNDS: ByExtent<number> = { full: 15, short: 1 };

/** A Worker with `count` clients; measures how many list pages it answers per second, one after the other. */
async function table(count: number, calls: number) {
  const sayso = await startWorker();
  const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
  await clientsUpTo(sayso, 1, count);
  const url = new URL("/api/admin/clients", sayso.url);
  const perSecond = async () => {
    const started = performance.now();
    for (let i = 0; i < calls; i += 1) await expect(200, url, { headers: { cookie } });
    return (calls * 1000) / (performance.now() - started);
  };
  await perSecond();
  return { perSecond, close: sayso.close };
}

export async function clients(extent: Extent): Promise<Row[]> {
  const [many, few] = [await table(MANY[extent], CALLS[extent]), await table(100, CALLS[extent])];
  const rate = await alternate({ ours: many.perSecond, other: few.perSecond }, ROUNDS[extent]);
  await Promise.all([many.close(), few.close()]);
  return [
    {
      name: "first page of the admins' clients, 10,000 of them against 100",
      ours: `${median(rate.ours).toFixed(0)} pages/s`,
      other: `${median(rate.other).toFixed(0)} pages/s`,
      ratio: ratio(rate.ours, rate.other),
      target: 0.67,
    },
  ];
}
