// Everything that a row's call needs: the Worker with its doubles, and a caller of each role.
import { addClient } from "../../support/people/owner/clients.ts";
import { allowRedirects } from "../../support/doubles/google-drive/google-consent.ts";
import { startGoogleDrive } from "../../support/doubles/google-drive/google-drive.ts";
import { googleSecrets } from "../../support/people/owner/google-owner.ts";
import { paymentSecrets } from "../../support/people/owner/payments.ts";
import { startStripe } from "../../support/doubles/stripe/stripe.ts";
import { addUser, signIn, type Area, type User } from "../../support/people/owner/users.ts";
import { SERVERS, webDavServer } from "../../support/doubles/webdav-servers.ts";
import { TRANSCRIBER_URL } from "../../support/doubles/transcriber.ts";
import { startWorker } from "../../support/runtime/worker.ts";
import type { Call, Context, Role } from "./roles.ts";
import { TABLE } from "./table.ts";

type Caller = { user: User; cookie: string };

export type Callers = Awaited<ReturnType<typeof startCallers>>;

export async function startCallers() {
  const google = await startGoogleDrive();
  google.interceptFetch();
  const stripe = await startStripe();
  stripe.interceptFetch();
  const sayso = await startWorker({
    secrets: { ...googleSecrets(google), ...paymentSecrets(stripe, true), TRANSCRIBER_URL },
  });
  allowRedirects(google, sayso.origin);
  const drive = SERVERS.length > 0 ? await webDavServer("rclone") : null;
  const client = await addClient(sayso, { credits_remaining: 1000 });
  /** Current caller of each role. */
  const callers = new Map<Role, Caller>();

  /** Makes a user's sessions such that are for one step only. */
  const halve = (user: User, kind: string) =>
    sayso.change("UPDATE sessions SET kind = ? WHERE user_id = ?", kind, user.id);

  /** A user of a role with a session. Client A's own user is one and the same, since a client has only one. */
  async function createCaller(role: Role): Promise<Caller> {
    if (role === "anonymous") return { user: await addUser(sayso), cookie: "" };
    const area: Area = role === "admin" ? "admin" : role.startsWith("affiliate") ? "affiliate" : "client";
    const user = await addUser(sayso, { roles: area === "client" ? [] : [area] });
    if (area === "client") {
      const status = role === "suspended" ? "suspended" : "active";
      const { id } = role === "client A" ? client : await addClient(sayso, { status });
      await sayso.change("UPDATE clients SET user_id = ? WHERE id = ?", user.id, id);
    }
    const cookie = await signIn(sayso, user, area);
    if (role === "setting a password") await halve(user, "set_password");
    if (role === "setting up a second factor") await halve(user, "set_up_totp");
    if (role === "disabled") await sayso.change("UPDATE users SET disabled = 1 WHERE id = ?", user.id);
    if (role === "revoked") await sayso.change("DELETE FROM sessions WHERE user_id = ?", user.id);
    return { user, cookie };
  }

  /** A cell's caller and context; a caller used up by a call is replaced for the next. */
  async function cell(route: string, role: Role): Promise<{ context: Context; cookie: string }> {
    const { user, cookie } = callers.get(role) ?? (await createCaller(role));
    if (TABLE[route]?.spends) callers.delete(role);
    else callers.set(role, { user, cookie });
    return { context: { sayso, client, user, role, drive: drive?.address ?? "", google, stripe }, cookie };
  }

  const send = (
    method: string,
    { path, headers, body, cookie: own }: Call,
    cookie: string,
    origin: string | null = sayso.origin,
  ) =>
    sayso.fetch(path, {
      method,
      headers: {
        ...headers,
        ...(own || cookie ? { cookie: own ?? cookie } : {}),
        ...(origin === null ? {} : { origin }),
      },
      ...(body === undefined ? {} : { body }),
    });

  return {
    sayso,
    client,
    cell,
    send,
    close: async () => {
      await sayso.close();
      await drive?.close();
      await google.close();
      await stripe.close();
    },
  };
}
