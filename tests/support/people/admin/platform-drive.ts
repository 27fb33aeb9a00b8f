// The product's own Google Drive: actions of admins.
import assert from "node:assert/strict";
import { adminCalls } from "./admin-calls.ts";
import { codeOf, consent } from "../../doubles/google-drive/google-consent.ts";
import type { Account, GoogleDrive } from "../../doubles/google-drive/google-drive.ts";
import type { GoogleWorld } from "../owner/google-owner.ts";
import type { Owner } from "../owner/drive-owners.ts";
import { call } from "../owner/users.ts";
import type { Sayso } from "../../runtime/worker.ts";

const PATH = "/api/admin/google-drive";

/** Requests Google's page with this cookie, and answers it. */
export async function platformAnswer(
  sayso: Sayso,
  google: GoogleDrive,
  cookie: string,
  account: Account,
  how: { answer?: string; drive?: boolean } = {},
) {
  const { address } = await (await call(sayso, "POST", PATH, { cookie })).json();
  return codeOf(await consent(google, address, account, how));
}

export type Platform = ReturnType<typeof platformOf>;

/** An admin of this world. */
export function platformOf({ sayso, google, state }: GoogleWorld) {
  const { cookie } = adminCalls(() => sayso);
  const drive = async (method = "GET", path = "", body?: unknown) =>
    call(sayso, method, `${PATH}${path}`, { cookie: await cookie(), ...(body ? { body } : {}) });
  const requestPlatformDrive = async ({ client }: Owner) =>
    call(sayso, "POST", `/api/client/${client.id}/drive/google/platform`, { cookie: await cookie() });
  return {
    cookie,
    drive,
    requestPlatformDrive,
    account: async () => (await (await drive()).json()).account,
    answered: async (account: Account, how = {}) =>
      platformAnswer(sayso, google, await cookie(), account, how),
    /** Connects the account of the platform. */
    connect: async (account: Account): Promise<void> => {
      const answer = await platformAnswer(sayso, google, await cookie(), account);
      const connected = await drive("POST", "/code", answer);
      assert.equal(connected.status, 200, await connected.clone().text());
    },
    /** Gives a client its folder, and returns the connection. */
    connectClient: async (owner: Owner) => {
      const connected = await requestPlatformDrive(owner);
      assert.equal(connected.status, 200, await connected.clone().text());
      return (await state(owner)).connections[0];
    },
    disconnectClient: async ({ client }: Owner, id: string) =>
      call(sayso, "DELETE", `/api/client/${client.id}/drive/${id}`, { cookie: await cookie() }),
    changeEmail: async ({ client }: Owner, email: string, loaded = client.email) => {
      const body = { changed: { email }, loaded: { email: loaded } };
      const answer = await call(sayso, "PATCH", `/api/admin/clients/${client.id}`, {
        cookie: await cookie(),
        body,
      });
      assert.equal(answer.status, 200, await answer.clone().text());
    },
    folderOf: (company: string) =>
      google.files().filter(({ name, trashed }) => name === `${company} testimonials` && !trashed),
  };
}
