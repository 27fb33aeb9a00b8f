// Time and memory of a delivery to Google Drive, compared with rclone. Both send chunks of 8 MiB to the same double
// through one hop of this process: the harness for the Worker's calls, a proxy for rclone's.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { startGoogleWorld } from "../support/people/owner/google-owner.ts";
import type { Owner } from "../support/people/owner/drive-owners.ts";
import { RCLONE } from "../support/doubles/google-drive/rclone.ts";
import { MIB, makeDue, plantSubmission, submission } from "../support/runtime/jobs.ts";
import { createdUpload, patch } from "../support/people/customer/tus.ts";
import { until, type Sayso } from "../support/runtime/worker.ts";
import type { ByExtent, Extent } from "./extent.ts";
import { film } from "./films.ts";
import { interceptGoogle } from "./forward-to-google-drive.ts";
import { peakMegabytes, withRuntime } from "./processes.ts";
import { startRclone } from "./rclone-daemon.ts";
import { alternate, median, ratio } from "./rounds.ts";
import type { Row } from "./table.ts";

/** Memory target: a runtime that held a whole film of 60 MB would grow by 50 MB more, a third of its usual growth. */
const TARGETS = { speed: 0.8, memory: 0.7 };
const MEGABYTES: ByExtent<number[]> = { full: [9, 60], short: [1, 2] };
const ROUNDS: ByExtent<{ warmUp: number; measured: number }> = {
  full: { warmUp: 1, measured: 5 },
  short: { warmUp: 0, measured: 1 },
};
/** Total delivered in MB while memory is measured; the same for large and small files. */
const IN_ALL: ByExtent<number> = { full: 120, short: 2 };

type World = Awaited<ReturnType<typeof startWorld>>;

export async function googleDrive(extent: Extent): Promise<Row[]> {
  return [...(await speed(extent)), await memory(extent)];
}

async function speed(extent: Extent): Promise<Row[]> {
  if (!RCLONE) return [];
  const world = await startWorld();
  const rclone = await startRclone(world.google);
  try {
    const rows: Row[] = [];
    for (const megabytes of MEGABYTES[extent]) {
      const file = await film(megabytes);
      const bytes = await readFile(file);
      const rate = (send: () => Promise<number>) => async () => {
        const seconds = await send();
        world.empty();
        return bytes.length / 2 ** 20 / seconds;
      };
      const sides = { ours: rate(() => deliver(world, bytes)), rclone: rate(() => rclone.copy(file)) };
      const { warmUp, measured } = ROUNDS[extent];
      await alternate(sides, warmUp);
      const rates = await alternate(sides, measured);
      rows.push({
        name: `${megabytes} MB delivered to Google Drive, against rclone`,
        ours: `${median(rates.ours).toFixed(0)} MB/s`,
        other: `${median(rates.rclone).toFixed(0)} MB/s`,
        ratio: ratio(rates.ours, rates.rclone),
        target: TARGETS.speed,
      });
    }
    return rows;
  } finally {
    await rclone.close();
    await world.close();
  }
}

async function memory(extent: Extent): Promise<Row> {
  const [small = NaN, large = NaN] = MEGABYTES[extent];
  const grown = { small: await growth(small, IN_ALL[extent]), large: await growth(large, IN_ALL[extent]) };
  return {
    name: `memory to deliver films of ${large} MB to Google Drive, against as much in films of ${small} MB`,
    ours: `${grown.large.toFixed(0)} MB`,
    other: `${grown.small.toFixed(0)} MB`,
    ratio: grown.small / grown.large,
    target: TARGETS.memory,
  };
}

/** Growth of a fresh runtime's peak memory in MB while it accepts and delivers films of one size. */
async function growth(megabytes: number, inAll: number): Promise<number> {
  const world = await startWorld();
  try {
    const bytes = await readFile(await film(megabytes));
    const before = await peakMegabytes(world.runtime.pid);
    for (let i = 0; i < inAll / megabytes; i += 1) {
      await deliver(world, bytes);
      world.empty();
    }
    return Math.max(1, (await peakMegabytes(world.runtime.pid)) - before);
  } finally {
    await world.close();
  }
}

async function startWorld() {
  const world = await withRuntime(startGoogleWorld);
  const leave = interceptGoogle(world.google.origin);
  const owner: Owner = await world.owner("Blue Door Bakery");
  await world.connect(owner, world.google.accounts[0]);
  return {
    ...world,
    owner,
    empty: (): void => {
      for (const { id, folder } of world.google.files()) if (!folder) world.google.remove(id);
    },
    close: async (): Promise<void> => {
      leave();
      await world.close();
    },
  };
}

/** A submission waiting for delivery, its film uploaded 1 MiB at a time, which needs the same memory for any film. */
async function plantUpload(sayso: Sayso, { client }: Owner, bytes: Buffer) {
  const location = await createdUpload(sayso, client.id, bytes.length);
  for (let at = 0; at < bytes.length; at += MIB)
    assert.equal(
      (await patch(sayso, location, at, new Uint8Array(bytes.subarray(at, at + MIB)))).status,
      204,
    );
  const planted = await plantSubmission(sayso, client, []);
  const uploadId = location.split("/").at(-1);
  await sayso.change("UPDATE uploads SET status = 'accepted' WHERE id = ?", uploadId);
  const stored = "UPDATE submissions SET upload_id = ?, size_bytes = ? WHERE id = ?";
  await sayso.change(stored, uploadId, bytes.length, planted.submissionId);
  return planted;
}

/** Delivers a film; resolves with the seconds that the job took. */
async function deliver({ sayso, owner }: World, bytes: Buffer): Promise<number> {
  const { submissionId, jobId } = await plantUpload(sayso, owner, bytes);
  await makeDue(sayso, jobId);
  const started = performance.now();
  await sayso.deliver(jobId);
  const seconds = (performance.now() - started) / 1000;
  const status = (await submission(sayso, submissionId))?.status;
  if (status !== "processed") throw new Error(`the delivery ended as ${status}`);
  // The following email would overlap the next measurement.
  const active = "SELECT count(*) AS n FROM job_queue WHERE status IN ('pending', 'running')";
  await until("all jobs done", async () => (await sayso.row<{ n: number }>(active))?.n === 0);
  // Avoids the digest email for many submissions within an hour.
  await sayso.change("UPDATE submissions SET created_at = created_at - 3600000 WHERE id = ?", submissionId);
  return seconds;
}
