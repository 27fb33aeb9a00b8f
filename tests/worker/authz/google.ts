// Preconditions of calls about Google Drive.
import { codeOf, consent } from "../../support/doubles/google-drive/google-consent.ts";
import type { GoogleDrive } from "../../support/doubles/google-drive/google-drive.ts";
import { call } from "../../support/people/owner/users.ts";
import type { Call, Context } from "./roles.ts";

export const NO_CODE = { code: "none", state: "none" };

/** Parameters of Google's redirect after a request to this path; fake ones if the caller may not make it. */
export async function codeFrom({ sayso, google }: Context, cookie: string, path: string) {
  const asked = await call(sayso, "POST", path, { cookie });
  return asked.ok ? codeOf(await consent(google, (await asked.json()).address, google.accounts[0])) : NO_CODE;
}

export const platformCode = (c: Context, cookie: string) => codeFrom(c, cookie, "/api/admin/google-drive");

/** A call that needs the product's own Google Drive, which roles with the permission connect first. */
export async function withPlatform(c: Context, cookie: string, path: string): Promise<Call> {
  const body = await platformCode(c, cookie);
  if (body !== NO_CODE) await call(c.sayso, "POST", "/api/admin/google-drive/code", { cookie, body });
  return { path };
}

/** The link of a folder in a Shared Drive that the service account may write into. */
export function sharedFolder(google: GoogleDrive) {
  const folder = google.makeFolder(google.makeSharedDrive("Team", [google.serviceAccount.email]), "Videos");
  return { link: `https://drive.google.com/drive/folders/${folder}` };
}
