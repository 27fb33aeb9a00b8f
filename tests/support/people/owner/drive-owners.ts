// Businesses that connect their own drive: actions of their owners, and jobs of the queue.
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

export const owners = (sayso: Sayso) => ({
  owner: async (overrides: Partial<ClientRow> = {}): Promise<Owner> =>
    ownerOf(sayso, await addClient(sayso, overrides)),
  /** Calls below the business's drive. */
  drive: ({ client, cookie }: Owner, method = "GET", path = "", body?: unknown): Promise<Response> =>
    call(sayso, method, `/api/client/${client.id}/drive${path}`, { cookie, ...(body ? { body } : {}) }),
  played: (owner: Owner, id: string, range?: string): Promise<Response> =>
    sayso.fetch(`/api/client/${owner.client.id}/submissions/${id}/video`, {
      headers: { cookie: owner.cookie, ...(range ? { range } : {}) },
    }),
  /** Runs a job's next attempt, without waiting for the product's own queue. */
  deliver: async (jobId: string, attempt = 1) => {
    await makeDue(sayso, jobId);
    await sayso.deliver(jobId, attempt);
    return job(sayso, jobId);
  },
  processed: (id: string) =>
    until("processed", async () => (await submission(sayso, id))?.status === "processed"),
});
