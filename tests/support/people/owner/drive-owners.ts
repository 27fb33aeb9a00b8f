// Businesses that connect their own drive: actions of their owners, and jobs of the queue.
import assert from "node:assert/strict";
import { addClient, type ClientRow } from "./clients.ts";
import { job, makeDue, submission } from "../../runtime/jobs.ts";
import { addUser, call, signIn } from "./users.ts";
import { until, type Sayso } from "../../runtime/worker.ts";

export type Owner = { client: ClientRow; cookie: string };

/** The owner of a client, signed in. */
export const ownerOf = async (sayso: Sayso, client: ClientRow): Promise<Owner> => ({
  client,
  cookie: await signIn(sayso, await addUser(sayso, { clientId: client.id })),
});

export const owners = (sayso: Sayso) => {
  const played = (owner: Owner, id: string, range?: string): Promise<Response> =>
    sayso.fetch(`/api/client/${owner.client.id}/submissions/${id}/video`, {
      headers: { cookie: owner.cookie, ...(range ? { range } : {}) },
    });
  return {
    owner: async (overrides: Partial<ClientRow> = {}): Promise<Owner> =>
      ownerOf(sayso, await addClient(sayso, overrides)),
    /** Calls below the business's drive. */
    drive: ({ client, cookie }: Owner, method = "GET", path = "", body?: unknown): Promise<Response> =>
      call(sayso, method, `/api/client/${client.id}/drive${path}`, { cookie, ...(body ? { body } : {}) }),
    played,
    /** Asserts that the portal plays a video of these bytes, whole and in ranges. */
    assertPlays: async (owner: Owner, id: string, bytes: Buffer) => {
      const full = await played(owner, id);
      assert.equal(full.headers.get("content-type"), "video/webm");
      assert.ok(Buffer.from(await full.arrayBuffer()).equals(bytes));
      const part = await played(owner, id, "bytes=100-299");
      assert.equal(part.status, 206);
      assert.equal(part.headers.get("content-range"), `bytes 100-299/${bytes.length}`);
      assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300)));
    },
    /** Erases a submission from the portal, which returns no credit. */
    erase: async ({ client, cookie }: Owner, id: string) => {
      const answer = await call(sayso, "DELETE", `/api/client/${client.id}/submissions/${id}`, { cookie });
      assert.deepEqual(await answer.json(), { erased: 1, left: 0, returned: 0 });
    },
    /** Runs a job's next attempt, without waiting for the product's own queue. */
    deliver: async (jobId: string, attempt = 1) => {
      await makeDue(sayso, jobId);
      await sayso.deliver(jobId, attempt);
      return job(sayso, jobId);
    },
    processed: (id: string) =>
      until("processed", async () => (await submission(sayso, id))?.status === "processed"),
  };
};
