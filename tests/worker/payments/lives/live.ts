// Runs a life from its first day to its last, and checks the books on the way.
import { checkCommissions, checkLife, checkMails, checkNothingTaken } from "./checks.ts";
import { DAY, HOUR, startLife, type Life, type LifeSize } from "./life.ts";
import { step } from "./steps.ts";

/** How often each kind of thing was compared. */
export type Compared = Map<string, number>;

/** A month closes some minutes after its end. */
const CLOSING_MINUTES = 3;
const QUIET = 25 * HOUR;
const LAST_LOOK = 92 * DAY;

const monthOf = (seconds: number, months = 0): number => {
  const date = new Date(seconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months) / 1000;
};

/** Runs one life; errors include its seed and steps. */
export async function live(seed: number, size: LifeSize): Promise<Compared> {
  const life = await startLife(seed, size);
  try {
    return await days(life);
  } catch (error) {
    const steps = life.steps.join("\n");
    throw new Error(`Seed ${seed}: ${error instanceof Error ? error.message : String(error)}\n${steps}`, {
      cause: error,
    });
  } finally {
    await life.close();
  }
}

async function days(life: Life): Promise<Compared> {
  const { chance } = life;
  const closings: [number, number][] = [];
  const log = (text: string) => {
    const at = new Date(life.now() * 1000).toISOString().slice(0, 16).replace("T", " ");
    life.steps.push(`${at} ${text}`);
  };
  // A deployment's schedules run before its first purchase.
  await life.daily();
  while (life.now() < life.end) {
    const next = life.now() + chance.between(0.3, 6) * DAY;
    const closes = monthOf(life.now(), 1);
    if (next > closes - QUIET) {
      // The last day of a month is quiet, so that the readings have made good for every event before it closes.
      await life.quietDay(closes + CLOSING_MINUTES * 60);
      await life.schedule("2 * * * *");
      await life.settle();
      log("the month has closed");
      closings.push([monthOf(closes, -1), closes]);
      await checkMails(life, closings);
      await checkCommissions(life, closings);
      await checkLife(life, closings);
      continue;
    }
    await life.moveTo(next);
    await life.deliver();
    await life.settle();
    await checkMails(life, closings);
    for (let count = 1 + chance.below(Math.max(4, life.size.clients / 3)); count > 0; count -= 1) {
      log(await step(life));
    }
    await life.deliver();
    await life.settle();
    if (chance.percent(30)) await life.daily();
    await checkMails(life, closings);
  }
  await life.quietDay();
  await life.schedule("2 * * * *");
  await life.settle();
  log("the last day");
  await checkMails(life, closings);
  await checkLife(life, closings);
  await checkNothingTaken(life, LAST_LOOK);
  return life.compared;
}
