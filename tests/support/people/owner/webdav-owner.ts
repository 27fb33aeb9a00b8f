// Businesses that deliver to a WebDAV server.
import assert from "node:assert/strict";
import { owners, type Owner } from "./drive-owners.ts";
import { ACCOUNT, DRIVE_SECRETS } from "../../doubles/webdav-servers.ts";
import { startWorker } from "../../runtime/worker.ts";

export type WebDavWorld = Awaited<ReturnType<typeof startWebDavWorld>>;

/** The form that connects a folder. */
export const folderForm = (address: string, secret = ACCOUNT.password) => ({
  address,
  account: ACCOUNT.name,
  secret,
});

/** A Worker that lets folders on this machine be connected; `main`: with another entry. */
export async function startWebDavWorld(main?: string) {
  const sayso = await startWorker({ secrets: DRIVE_SECRETS, ...(main && { main }) });
  const own = owners(sayso);
  return {
    sayso,
    ...own,
    connect: async (owner: Owner, address: string): Promise<void> => {
      const answer = await own.drive(owner, "POST", "/webdav", folderForm(address));
      assert.equal(answer.status, 200, await answer.clone().text());
    },
    close: () => sayso.close(),
  };
}
