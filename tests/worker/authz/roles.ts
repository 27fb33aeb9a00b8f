// The roles that call every route, and what a row of the tables says.
import { type ClientRow } from "../../support/people/owner/clients.ts";
import type { GoogleDrive } from "../../support/doubles/google-drive/google-drive.ts";
import type { StripeDouble } from "../../support/doubles/stripe/stripe.ts";
import { type User } from "../../support/people/owner/users.ts";
import { type Sayso } from "../../support/runtime/worker.ts";

export const ROLES = [
  "anonymous",
  "client A",
  "client B",
  "affiliate A",
  "affiliate B",
  "admin",
  "suspended",
  "setting a password",
  "setting up a second factor",
  "disabled",
  "revoked",
] as const;
export type Role = (typeof ROLES)[number];

export const EVERYONE: readonly Role[] = ROLES;
/** Whoever is signed in, with whatever account. */
export const SIGNED_IN: readonly Role[] = [
  "client A",
  "client B",
  "affiliate A",
  "affiliate B",
  "admin",
  "suspended",
];
/** For what belongs to client A. */
export const OWNER: readonly Role[] = ["client A", "admin"];

/** `drive`: the address of a WebDAV server. */
export type Context = {
  sayso: Sayso;
  client: ClientRow;
  user: User;
  role: Role;
  drive: string;
  google: GoogleDrive;
  stripe: StripeDouble;
};
export type Call = {
  path: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** Where preparing the call has replaced the caller's session. */
  cookie?: string;
};

/** A route: who may use it, and how it is called. */
export type Row = {
  /** Who gets a success. */
  may: readonly Role[];
  /** A call that succeeds for them; made anew for each cell. */
  call: (c: Context) => Call | Promise<Call>;
  /** The same for something that does not exist: whoever may not gets the same answer as for what does. */
  unknown?: (c: Context) => Call | Promise<Call>;
  /** A change that stands on the session's cookie: a foreign or missing `Origin` is refused. */
  onCookie?: boolean;
  /** A look that is noted when an admin takes it. */
  audited?: boolean;
  /** It ends the session, or changes the account, so that each cell needs users of its own. */
  spends?: boolean;
  /** This machine has not what it takes. */
  skip?: boolean;
};

export const page = (path: string): Row => ({ may: EVERYONE, call: () => ({ path }) });
export const json = (path: string, body: unknown): Call => ({
  path,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
export const nobody = () => crypto.randomUUID();

/** For what belongs to the partner with affiliate A's account. */
export const PARTNER: readonly Role[] = ["affiliate A", "admin"];
export const ADMIN: readonly Role[] = ["admin"];
/** A look at something in the admin area. */
export const adminLook = (path: string): Row => ({ may: ADMIN, call: () => ({ path }) });

export type Table = Record<string, Row & { callAs?: (c: Context, cookie: string) => Promise<Call> }>;
