// The roles that call every route, and the columns of the tables.
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
/** Any signed-in account. */
export const SIGNED_IN: readonly Role[] = [
  "client A",
  "client B",
  "affiliate A",
  "affiliate B",
  "admin",
  "suspended",
];
/** Owner of client A's data. */
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
  /** Set if preparing the call replaced the caller's session. */
  cookie?: string;
};

/** A route: who may use it, and how it is called. */
export type Row = {
  /** Roles whose calls succeed. */
  may: readonly Role[];
  /** A successful call for them; built anew for each cell. */
  call: (c: Context) => Call | Promise<Call>;
  /** The same for a missing object: other roles get the same answer as for an existing one. */
  unknown?: (c: Context) => Call | Promise<Call>;
  /** A change authorised by the session cookie: a foreign or missing `Origin` is refused. */
  onCookie?: boolean;
  /** A read that is logged if an admin makes it. */
  audited?: boolean;
  /** Ends the session or changes the account, so that each cell needs its own users. */
  spends?: boolean;
  /** This machine lacks a requirement. */
  skip?: boolean;
};

export const page = (path: string): Row => ({ may: EVERYONE, call: () => ({ path }) });
export const json = (path: string, body: unknown): Call => ({
  path,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
export const nobody = () => crypto.randomUUID();

/** Owner of affiliate A's data. */
export const PARTNER: readonly Role[] = ["affiliate A", "admin"];
export const ADMIN: readonly Role[] = ["admin"];
/** A read in the admin area. */
export const adminLook = (path: string): Row => ({ may: ADMIN, call: () => ({ path }) });

export type Table = Record<string, Row & { callAs?: (c: Context, cookie: string) => Promise<Call> }>;
