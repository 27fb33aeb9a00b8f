// Businesses whose videos go to Google Drive: what their owners, their customers and the queue do.
import assert from "node:assert/strict";
import { addClient, type ClientRow } from "./clients.ts";
import { allowRedirects, codeOf, consent } from "./google-consent.ts";
import { startGoogleDrive, type Account, type GoogleDrive } from "./google-drive.ts";
import { job, makeDue, plantSubmission, submission } from "./jobs.ts";
import { addUser, call, sha256, signIn } from "./users.ts";
import { DRIVE_SECRETS } from "./webdav-servers.ts";
import { startWorker, until, type Sayso } from "./worker.ts";

export const MIB = 1024 * 1024;

export type Owner = { client: ClientRow; cookie: string };
export type GoogleWorld = Awaited<ReturnType<typeof startGoogleWorld>>;

/** Secrets of a deployment that Google knows. */
export const googleSecrets = (google: GoogleDrive) => ({
  ...DRIVE_SECRETS,
  GOOGLE_CLIENT_ID: google.client.id,
  GOOGLE_CLIENT_SECRET: google.client.secret,
  GOOGLE_SERVICE_ACCOUNT: google.serviceAccount.key,
});

/** A Google Drive, and a Worker that Google knows. */
export async function startGoogleWorld() {
  const google = await startGoogleDrive();
  google.stand();
  const sayso = await startWorker({ secrets: googleSecrets(google) });
  allowRedirects(google, sayso.origin);
  const close = async () => {
    await sayso.close();
    await google.close();
  };
  const own = owners(sayso, google);
  /** A business that has connected the first account. */
  const connectedOwner = async (company: string): Promise<{ who: Owner; account: Account }> => {
    const [account] = google.accounts;
    const who = await own.owner(company);
    await own.connect(who, account);
    return { who, account };
  };
  return { sayso, google, close, connectedOwner, ...own, ...deliveries(sayso, google) };
}

function owners(sayso: Sayso, google: GoogleDrive) {
  const drive = ({ client, cookie }: Owner, method = "GET", path = "", body?: unknown) =>
    call(sayso, method, `/api/client/${client.id}/drive${path}`, { cookie, ...(body ? { body } : {}) });

  /** Presses the button, answers Google's page, and comes back. */
  const answered = async (who: Owner, account: Account, how: { answer?: string; drive?: boolean } = {}) => {
    const { address } = await (await drive(who, "POST", "/google")).json();
    return codeOf(await consent(google, address, account, how));
  };

  return {
    drive,
    answered,
    owner: async (company: string, wish: Partial<ClientRow> = {}): Promise<Owner> => {
      const client = await addClient(sayso, { company_name: company, ...wish });
      return { client, cookie: await signIn(sayso, await addUser(sayso, { clientId: client.id })) };
    },
    state: async (who: Owner) => (await drive(who)).json(),
    connect: async (who: Owner, account: Account): Promise<void> => {
      const answer = await drive(who, "POST", "/google/code", await answered(who, account));
      assert.equal(answer.status, 200, await answer.clone().text());
    },
    played: (who: Owner, id: string, range?: string) =>
      sayso.fetch(`/api/client/${who.client.id}/submissions/${id}/video`, {
        headers: { cookie: who.cookie, ...(range ? { range } : {}) },
      }),
  };
}

function deliveries(sayso: Sayso, google: GoogleDrive) {
  return {
    /** The jobs of the product's own queue are not waited for. */
    deliver: async (jobId: string, attempt = 1) => {
      await makeDue(sayso, jobId);
      await sayso.deliver(jobId, attempt);
      return job(sayso, jobId);
    },
    processed: (id: string) =>
      until("processed", async () => (await submission(sayso, id))?.status === "processed"),
    /** A submission of so many bytes, stored as an upload leaves them. */
    plantLarge: async (who: Owner, bytes: number) => {
      const whole = Buffer.alloc(bytes);
      for (let at = 0; at < bytes; at += MIB) whole.fill(String(at), at, Math.min(at + MIB, bytes));
      const pieces = [];
      for (let at = 0; at < bytes; at += MIB) pieces.push(whole.subarray(at, at + MIB));
      const planted = await plantSubmission(sayso, who.client, pieces);
      await sayso.change("UPDATE submissions SET size_bytes = ? WHERE id = ?", bytes, planted.submissionId);
      return { ...planted, digest: sha256(whole) };
    },
    /** The delivered files of a submission: its name holds the beginning of its id. */
    filesOf: (id: string) => google.files().filter(({ name }) => name.includes(id.slice(0, 8))),
    /** What is noted of them. */
    notesOf: (id: string) =>
      sayso.rows("SELECT path, file_id FROM google_files WHERE path LIKE ?", `%${id.slice(0, 8)}%`),
    /** What was sent to uploads, in its order. */
    puts: () => google.requests.filter(({ method, path }) => method === "PUT" && path.startsWith("/upload")),
  };
}
