// The first page of the admins' table: 10,000 clients must not make it slower than 100 do.
import { clientsUpTo } from "../support/many-clients.ts";
import { addUser, signIn } from "../support/users.ts";
import { startWorker } from "../support/worker.ts";
import { expect } from "./http.ts";
import { alternate, median, ratio } from "./rounds.ts";
import type { Row } from "./table.ts";

const CALLS = 40;
const ROUNDS = 15;

/** A Worker with so many clients, and how many pages it answers in a second, one after the other. */
async function table(count: number) {
  const sayso = await startWorker();
  const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
  await clientsUpTo(sayso, 1, count);
  const url = new URL("/api/admin/clients", sayso.url);
  const perSecond = async () => {
    const started = performance.now();
    for (let i = 0; i < CALLS; i += 1) await expect(200, url, { headers: { cookie } });
    return (CALLS * 1000) / (performance.now() - started);
  };
  await perSecond();
  return { perSecond, close: sayso.close };
}

export async function clients(): Promise<Row[]> {
  const [many, few] = [await table(10_000), await table(100)];
  const rate = await alternate({ ours: many.perSecond, other: few.perSecond }, ROUNDS);
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
