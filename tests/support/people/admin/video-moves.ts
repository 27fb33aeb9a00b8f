// Businesses whose delivered videos are moved to another drive.
import assert from "node:assert/strict";
import { startGoogleWorld } from "../owner/google-owner.ts";
import { job, makeDue } from "../../runtime/jobs.ts";
import type { Owner } from "../owner/drive-owners.ts";
import { until } from "../../runtime/worker.ts";

export type MovingWorld = Awaited<ReturnType<typeof startMovingWorld>>;

/** A Worker with a Google Drive and WebDAV servers on this machine, and actions of their owners. */
export async function startMovingWorld() {
  const world = await startGoogleWorld();
  const { sayso, google } = world;
  const moveOf = (submissionId: string) =>
    until("its move is queued", () =>
      sayso.row(
        "SELECT * FROM job_queue WHERE subject_id = ? AND job_type = 'move-video' ORDER BY created_at DESC",
        submissionId,
      ),
    );
  return {
    ...world,
    /** A business with delivered videos of these sizes in the built-in folder. */
    ownerWith: async (sizes: number[]) => {
      const owner = await world.owner("Blue Door Bakery");
      const videos: { submissionId: string; digest: string }[] = [];
      for (const size of sizes) {
        const { submissionId, jobId, digest } = await world.plantLarge(owner, size);
        await world.deliver(jobId);
        await world.processed(submissionId);
        videos.push({ submissionId, digest });
      }
      return { owner, videos };
    },
    /** Has the videos that lie elsewhere moved to the chosen drive. */
    ask: (owner: Owner) => world.drive(owner, "POST", "/moves"),
    /** Waits until so many have moved and nothing is pending; returns the connections. */
    moved: async (owner: Owner, count: number) => {
      await until("all have moved", async () => (await world.state(owner)).moves?.waiting === 0);
      const { elsewhere, moves, connections } = await world.state(owner);
      assert.deepEqual([elsewhere, moves], [0, { waiting: 0, moved: count, failed: 0, reason: null }]);
      return connections as { id: string; chosen: boolean; videos: number }[];
    },
    moveOf,
    /**
     * Starts moving a video of several chunks to a Google Drive, and pauses during the last one; returns the function
     * that resumes it.
     */
    holdMove: async (owner: Owner): Promise<() => void> => {
      await world.connect(owner, google.accounts[0]);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      google.fault({ method: "PUT", path: "/upload/", chunk: 2 }, { hold: promise });
      const sent = world.puts().length;
      await world.drive(owner, "POST", "/moves");
      await until("its last piece is on the way", () => Promise.resolve(world.puts().length >= sent + 2));
      return () => resolve(undefined);
    },
    /** Runs its next attempt. */
    attempt: async (submissionId: string): Promise<void> => {
      const { id } = await moveOf(submissionId);
      await until("no attempt runs", async () => (await job(sayso, id))?.lease === null);
      await makeDue(sayso, id);
      await sayso.deliver(id, 2);
    },
    /** The SHA-256 of every video in Google Drive. */
    inGoogle: () =>
      google
        .files()
        .filter(({ folder }) => !folder)
        .map(({ sha256 }) => sha256)
        .toSorted(),
    builtIn: ({ client }: Owner) => sayso.keys(`drive/${client.id}/`),
  };
}
