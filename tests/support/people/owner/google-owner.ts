// Businesses that deliver to Google Drive: actions of their owners, customers and the queue.
import assert from "node:assert/strict";
import { allowRedirects, codeOf, consent } from "../../doubles/google-drive/google-consent.ts";
import type { ClientRow } from "./clients.ts";
import { startGoogleDrive, type Account, type GoogleDrive } from "../../doubles/google-drive/google-drive.ts";
import { plantLarge } from "../../runtime/jobs.ts";
import { owners, type Owner } from "./drive-owners.ts";
import { DRIVE_SECRETS } from "../../doubles/webdav-servers.ts";
import { startWorker, type Sayso } from "../../runtime/worker.ts";

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
  google.interceptFetch();
  const sayso = await startWorker({ secrets: googleSecrets(google) });
  allowRedirects(google, sayso.origin);
  const close = async () => {
    await sayso.close();
    await google.close();
  };
  const own = { ...owners(sayso), ...consents(sayso, google) };
  /** A business that has connected the first account. */
  const connectedOwner = async (company: string): Promise<{ owner: Owner; account: Account }> => {
    const [account] = google.accounts;
    const owner = await own.owner(company);
    await own.connect(owner, account);
    return { owner, account };
  };
  return { sayso, google, close, connectedOwner, ...own, ...deliveries(sayso, google) };
}

export function consents(sayso: Sayso, google: GoogleDrive) {
  const { owner: newOwner, drive } = owners(sayso);

  /** Clicks the button, answers Google's page, and returns from it. */
  const answered = async (owner: Owner, account: Account, how: { answer?: string; drive?: boolean } = {}) => {
    const { address } = await (await drive(owner, "POST", "/google")).json();
    return codeOf(await consent(google, address, account, how));
  };

  return {
    answered,
    owner: (company: string, overrides: Partial<ClientRow> = {}): Promise<Owner> =>
      newOwner({ company_name: company, ...overrides }),
    state: async (owner: Owner) => (await drive(owner)).json(),
    connect: async (owner: Owner, account: Account): Promise<void> => {
      const answer = await drive(owner, "POST", "/google/code", await answered(owner, account));
      assert.equal(answer.status, 200, await answer.clone().text());
    },
  };
}

function deliveries(sayso: Sayso, google: GoogleDrive) {
  return {
    plantLarge: (owner: Owner, bytes: number) => plantLarge(sayso, owner.client, bytes),
    /** The delivered files of a submission: its name holds the beginning of its id. */
    filesOf: (id: string) => google.files().filter(({ name }) => name.includes(id.slice(0, 8))),
    /** Rows about a submission's files. */
    fileRowsOf: (id: string) =>
      sayso.rows("SELECT path, file_id FROM google_files WHERE path LIKE ?", `%${id.slice(0, 8)}%`),
    /** Upload requests, in order. */
    puts: () => google.requests.filter(({ method, path }) => method === "PUT" && path.startsWith("/upload")),
  };
}
