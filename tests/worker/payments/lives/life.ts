// A life: a Worker and Stripe's double on one moved clock, with clients, partners, and events that may be lost.
import assert from "node:assert/strict";
import { heldClock } from "../../../support/doubles/workers/held-clock.ts";
import { startPaymentWorld, type PaymentWorld } from "../../../support/people/owner/payments.ts";
import { addUser, call, signIn } from "../../../support/people/owner/users.ts";
import { addPartner } from "../../../support/people/partner/affiliates.ts";
import { fill, payoutCalls } from "../../../support/people/partner/payouts.ts";
import { until, type Mail } from "../../../support/runtime/worker.ts";
import { seeded, type Chance } from "./chance.ts";

export const HOUR = 3600;
export const DAY = 24 * HOUR;
/** The first day of a life is within a year after this one. */
const EARLIEST = Date.UTC(2025, 0, 1) / 1000;
/** The daily reconciliation skips customers that were read within a day. */
const A_DAY_AND_MORE = 25 * HOUR;
/** How long a session is used before the admin signs in again. */
const SESSION_SECONDS = 6 * HOUR;
/** Minimum number of customers per run of the daily reconciliation. */
const READ_AT_ONCE = 20;
/** Jobs that neither end nor wait for a time have lost their runtime. */
const STUCK_MS = 1500;

export type LifeSize = {
  clients: number;
  partners: number;
  days: number;
  /** Whether the runtime is occasionally killed. */
  kills: boolean;
};

export type Client = {
  name: string;
  email: string;
  /** The partner that referred this client, and the partner that it is itself. */
  partner: Partner | null;
  is: Partner | null;
  /** Known once an event, or the daily reading, has made the client. */
  id: string | null;
  /** When `Cancel plan` succeeded, if nothing was bought since; seconds. */
  cancelledAt: number | null;
};

export type Partner = {
  name: string;
  id: string;
  email: string;
  code: string;
  sponsor: Partner | null;
  leftAt: number | null;
  /** The account at Stripe that its transfers go to. */
  account: string | null;
  /** The payouts that an admin has made, in pence, by their ids. */
  paidOut: Map<string, number>;
  /** Payouts that an admin made by hand, in pence: the bank has sent them. */
  byHand: number[];
};

export type Life = Awaited<ReturnType<typeof startLife>>;

/** Starts a life; its first day, and all that happens in it, follow from the seed. */
export async function startLife(seed: number, size: LifeSize) {
  const chance = seeded(seed);
  const start = EARLIEST + chance.below(365) * DAY + chance.below(DAY);
  const world = await startPaymentWorld({
    daysAgo: (Date.now() / 1000 - start) / DAY,
    unpaid: chance.percent(50),
    connects: true,
    heldClock: true,
  });
  const { sayso, stripe, api } = world;
  if (chance.percent(50)) stripe.draftFor(HOUR);
  const clock = heldClock(() => sayso);
  const steps: string[] = [];
  const clients: Client[] = [];
  /** The owner of each subscription by id, as far as the buyers know. */
  const owners = new Map<string, Client>();
  /** Emails that were already read: each is the same object whenever it is listed. */
  const seenMails = new Set<Mail>();
  const newMails: Mail[] = [];
  /** How often a kind of thing was compared. */
  const compared = new Map<string, number>();
  let session: { cookie: string; since: number } | undefined;

  const now = () => stripe.now();
  const syncClock = () => clock.set(stripe.store.state.ahead * 1000);
  stripe.deliveries.hold();
  await syncClock();

  const adminUser = await addUser(sayso, { roles: ["admin"] });
  const admin = async (): Promise<string> => {
    if (!session || now() > session.since + SESSION_SECONDS)
      session = { cookie: await signIn(sayso, adminUser, "admin"), since: now() };
    return session.cookie;
  };
  /** A call to our API as an admin; its status and its JSON. */
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(sayso, method, `/api/${path}`, {
      cookie: await admin(),
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text.startsWith("{") ? JSON.parse(text) : text };
  };

  const partners = await addPartners(world, start, size.partners, chance);

  const moveTo = async (at: number): Promise<void> => {
    stripe.advanceTo(new Date(Math.ceil(at) * 1000));
    await syncClock();
  };
  const schedule = (cron: string) => sayso.schedule(new Date(now() * 1000), cron);

  /** Runs all due jobs and retries. */
  const runJobs = async (): Promise<void> => {
    let busySince = Date.now();
    await until(
      "all jobs are done",
      async () => {
        const jobs = await sayso.rows(
          "SELECT id, lease, due_at FROM job_queue WHERE status IN ('pending', 'running')",
        );
        if (jobs.length === 0) return true;
        for (const { id, lease } of jobs) if (lease === null) await sayso.deliver(String(id));
        if (Date.now() - busySince > STUCK_MS) {
          await sayso.change(
            "UPDATE job_queue SET due_at = 0, lease = NULL WHERE status IN ('pending', 'running')",
          );
          busySince = Date.now();
        }
        return false;
      },
      60_000,
    );
  };

  /** Waits for all running work, and collects the emails sent. */
  const runToIdle = async (): Promise<void> => {
    await stripe.deliveries.idle();
    await schedule("* * * * *");
    await runJobs();
    for (const mail of await sayso.mails()) {
      if (seenMails.has(mail)) continue;
      seenMails.add(mail);
      newMails.push(mail);
    }
    for (const client of clients) client.id ??= String((await world.client(client.email))?.id ?? "") || null;
  };

  /** Delivers pending events: some are lost, some duplicated, and often out of order. */
  const deliver = async (): Promise<void> => {
    const pending = stripe.deliveries.undelivered();
    const lost = pending.filter(() => chance.percent(12));
    stripe.deliveries.drop(lost);
    const arriving = pending.filter((one) => !lost.includes(one));
    const doubled = arriving.filter(() => chance.percent(10));
    const isShuffled = chance.percent(50);
    const all = isShuffled ? chance.shuffled([...arriving, ...doubled]) : [...arriving, ...doubled];
    const isKilled = size.kills && all.length > 0 && chance.percent(8);
    if (lost.length > 0) steps.push(`  ${lost.length} of ${pending.length} events are lost`);
    const sending = () => ({ signedAt: now() });
    if (!isKilled) {
      await (chance.percent(30)
        ? stripe.deliveries.deliverInParallel(all, sending())
        : stripe.deliveries.deliver(all, sending()));
      return;
    }
    steps.push("  the runtime is killed while events arrive");
    // A connection may be cut within an answer.
    const under = Promise.allSettled(all.map((one) => stripe.deliveries.deliver([one], sending())));
    await new Promise((done) => setTimeout(done, chance.below(60)));
    await sayso.killRuntime();
    await syncClock();
    await under;
    await stripe.deliveries.deliver(stripe.deliveries.undelivered(), sending());
  };

  /** The schedules of a day; the readings ask about every customer that was not asked about for a day. */
  const daily = async (): Promise<void> => {
    const runs = 1 + Math.ceil((stripe.store.all("subscription").length + 10) / READ_AT_ONCE);
    for (let run = 0; run < runs; run += 1) await schedule("*/10 * * * *");
    const failed = await sayso.rows("SELECT name, result FROM schedule_runs WHERE ok = 0");
    assert.deepEqual(failed, [], "the schedules run without a fault");
    await schedule("7 * * * *");
    await runToIdle();
  };

  /** A day on which no event arrives; the daily reconciliation makes up for it. */
  const quietDay = async (end = now() + A_DAY_AND_MORE): Promise<void> => {
    await moveTo(end);
    stripe.deliveries.drop(stripe.deliveries.undelivered());
    await daily();
  };

  return {
    seed,
    size,
    start,
    end: start + size.days * DAY,
    chance,
    world,
    sayso,
    stripe,
    api,
    clients,
    partners,
    owners,
    steps,
    newMails,
    compared,
    compare: (kind: string, times = 1) => void compared.set(kind, (compared.get(kind) ?? 0) + times),
    now,
    admin,
    ask,
    moveTo,
    schedule,
    settle: runToIdle,
    deliver,
    daily,
    quietDay,
    close: () => world.close(),
  };
}

async function addPartners(world: PaymentWorld, start: number, count: number, chance: Chance) {
  const { sayso, api } = world;
  const { begin, check } = payoutCalls(() => world);
  const coupon = await api.coupons.create({ amount_off: 1000, currency: "gbp", duration: "forever" });
  const partners: Partner[] = [];
  for (let index = 0; index < count; index += 1) {
    const code = `PARTNER${index}`;
    await api.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code });
    const user = await addUser(sayso, { roles: ["affiliate"] });
    const row = await addPartner(sayso, user.id, code);
    const sponsor = index > 0 && chance.percent(60) ? (partners[chance.below(index)] ?? null) : null;
    await sayso.change(
      "UPDATE affiliates SET approved_at = ?1, created_at = ?1, sponsor_id = ?2 WHERE id = ?3",
      (start - 40 * DAY) * 1000,
      sponsor?.id ?? null,
      row.id,
    );
    let account: string | null = null;
    if (chance.percent(70)) {
      const owner = { ...row, cookie: await signIn(sayso, user, "affiliate") };
      await fill((await begin(owner)).url, "finish");
      const { id, canReceive } = await check(owner);
      assert.ok(canReceive);
      account = id;
    }
    partners.push({
      name: `partner ${index}`,
      id: row.id,
      email: row.email,
      code,
      sponsor,
      leftAt: null,
      account,
      paidOut: new Map(),
      byHand: [],
    });
  }
  return partners;
}
