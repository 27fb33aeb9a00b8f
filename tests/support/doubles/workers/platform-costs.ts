// Billable usage of the platform, counted by `counting-bindings.js`.
import { addClient, form, goodFields, submit } from "../../people/owner/clients.ts";
import { MAILS_AND_JOBS, plantMany, SUBMISSIONS } from "../../people/owner/many-submissions.ts";
import { completedUpload, uploadIdOf } from "../../people/customer/tus.ts";
import { bigVideo } from "../../films/videos.ts";
import { startWorker, until, type Sayso } from "../../runtime/worker.ts";

export type Counts = {
  requests: number;
  /** Database statements: not billed, but executed one at a time. */
  statements: number;
  rowsRead: number;
  rowsWritten: number;
  classA: number;
  classB: number;
  queueMessages: number;
  mails: number;
};

export const startCounting = () =>
  startWorker({ main: "tests/support/doubles/workers/counting-bindings.js" });

/** Returns the counts since the last call. */
export const counted = async (sayso: Sayso): Promise<Counts> =>
  (await (await sayso.fetch("/test-counts")).json()) as Counts;

/** Makes a file of 7.9 MB, as 40 seconds are finished to 8.1. The client library sends it in one request. */
const FILM_MB = 5;

/**
 * Counts one customer, from opening the page until the business has video and email: the shell, a resumable upload, the
 * form, and the resulting jobs. Excludes costs shared by all submissions, such as the schedules.
 */
export async function countSubmission(sayso: Sayso): Promise<Counts> {
  const client = await addClient(sayso);
  const bytes = await bigVideo(FILM_MB);
  await counted(sayso);
  await (await sayso.fetch(`/record/${client.custom_slug}/video`)).text();
  const location = await completedUpload(sayso, client.id, bytes);
  const { status } = await submit(
    sayso,
    form({ ...goodFields(client.id), uploadId: uploadIdOf(location), idempotencyKey: crypto.randomUUID() }),
  );
  if (status !== 200) throw new Error(`not accepted: ${status}`);
  await until("its business has been told", () =>
    sayso.row("SELECT 1 FROM emails WHERE recipient = ? AND status = 'sent'", client.email),
  );
  await until(
    "nothing is left to do",
    async () => !(await sayso.row("SELECT 1 FROM job_queue WHERE status IN ('pending', 'running')")),
  );
  return counted(sayso);
}

const HOUR = 3_600_000;
/** Runs of each schedule in a month of 30 days, with the gap before them. */
const A_MONTH: { cron: string; times: number; after: number }[] = [
  { cron: "* * * * *", times: 30 * 24 * 59, after: 0 },
  // Once an hour the sweep scans the storage.
  { cron: "* * * * *", times: 30 * 24, after: HOUR },
  { cron: "*/5 * * * *", times: 30 * 24 * 12, after: 0 },
  { cron: "*/10 * * * *", times: 30 * 24 * 6, after: 0 },
  { cron: "2 * * * *", times: 30 * 24, after: 0 },
  { cron: "7 * * * *", times: 30 * 24, after: 0 },
];
/** The nights of a month, and the runs of each in which the back-up is made. */
const NIGHTS = 30;
const RUNS_OF_A_NIGHT = 60;
const AT_NIGHT = "* 3 * * *";

/** Usage of a month of schedules without visitors, with this many submissions of earlier months. */
export async function countIdleMonth(sayso: Sayso, submissions: number): Promise<Counts> {
  await plantMany(sayso.db, [...SUBMISSIONS, ...MAILS_AND_JOBS], submissions);
  await sayso.change("UPDATE job_queue SET due_at = ?1", Date.now());
  await sayso.change("UPDATE submissions SET created_at = ?1, delivered_at = ?1", Date.now());
  await counted(sayso);
  const run = async (cron: string, after = 0) => {
    await sayso.schedule(new Date(Date.now() + after), cron);
    return { ...(await counted(sayso)), requests: 1 };
  };
  let month: Counts | undefined;
  for (const { cron, times, after } of A_MONTH) {
    // The first run does the work that an idle deployment has already done.
    await run(cron);
    month = sum(month, await run(cron, after), times);
  }
  for (let left = RUNS_OF_A_NIGHT; left > 0; left -= 1) {
    const counts = await run(AT_NIGHT);
    const isOver = left < RUNS_OF_A_NIGHT && counts.classA === 0;
    month = sum(month, counts, NIGHTS * (isOver ? left : 1));
    if (isOver) break;
  }
  if (!month) throw new Error("no schedule");
  return month;
}

function sum(before: Counts | undefined, counts: Counts, times: number): Counts {
  const entries = Object.entries(counts) as [keyof Counts, number][];
  return Object.fromEntries(
    entries.map(([operation, count]) => [operation, (before?.[operation] ?? 0) + times * count]),
  ) as Counts;
}
