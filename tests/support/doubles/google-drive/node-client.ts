// Google's client for Node (`@googleapis/drive`), on this process's `fetch`.
import { auth, drive as driveOf, type drive_v3 } from "@googleapis/drive";
import { DRIVE_SCOPE, type Account } from "./store.ts";
import type { GoogleDrive } from "./google-drive.ts";

// Looked up at each call: the double is put in its place later than this file is read.
const transporterOptions = { fetchImplementation: ((...asked) => fetch(...asked)) as typeof fetch };

export const oauthClient = (google: GoogleDrive, redirectUri: string, secret = google.client.secret) =>
  new auth.OAuth2({
    clientId: google.client.id,
    clientSecret: secret,
    redirectUri,
    // Otherwise the client trusts the expiry it was told, and passes on the 401 of a token that was revoked earlier.
    forceRefreshOnFailure: true,
    transporterOptions,
  });

export function asPerson(
  google: GoogleDrive,
  account: Account,
  given: { scope?: string; testing?: boolean } = {},
): drive_v3.Drive {
  const client = oauthClient(google, "");
  client.setCredentials({ refresh_token: google.grant(account, given) });
  return driveOf({ version: "v3", auth: client });
}

/** `other` are parts of the service account's key that are not its own. */
export function asService(
  google: GoogleDrive,
  scope = DRIVE_SCOPE,
  other: Record<string, string> = {},
): drive_v3.Drive {
  const own = JSON.parse(google.serviceAccount.key) as Record<string, string>;
  const { client_email = "", private_key = "" } = { ...own, ...other };
  const client = new auth.JWT({ email: client_email, key: private_key, scopes: [scope], transporterOptions });
  return driveOf({ version: "v3", auth: client });
}

type Refused = { status: number; reason: string };
/** The client's error for a refused call. */
export async function refusal(asked: Promise<unknown>): Promise<Refused> {
  try {
    await asked;
  } catch (error) {
    const { response } = error as {
      response?: { status: number; data: { error: string | { errors: { reason: string }[] } } };
    };
    const details = response?.data.error;
    if (!response || details === undefined) throw error;
    const reason = typeof details === "string" ? details : (details.errors[0]?.reason ?? "");
    return { status: response.status, reason };
  }
  throw new Error("was not refused");
}
