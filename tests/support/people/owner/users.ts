// Users and their credentials: a password's hash, a cookie, a second factor's code.
import { argon2Sync, createHash, createHmac, randomBytes } from "node:crypto";
import type { Sayso } from "../../runtime/worker.ts";

export type Area = "client" | "admin" | "affiliate";
export type User = { id: string; email: string; password: string };

export const PASSWORD = "plum tart 88";

/** A recovery code or a temporary password: 140 random bits. */
export const TYPED_SECRET = /^([a-z2-7]{4}-){6}[a-z2-7]{4}$/;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replaceAll("=", "");

const hashes = new Map<string, string>();
/**
 * PHC string of a password, made by Node's Argon2 and not by the product's. It has the minimal cost parameters, which
 * also make verification cheap: these tests sign in a thousand times.
 */
export function passwordHash(password: string): string {
  const cached = hashes.get(password);
  if (cached) return cached;
  const nonce = randomBytes(16);
  const options = { message: password, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const hash = `$argon2id$v=19$m=8,t=1,p=1$${base64(nonce)}$${base64(argon2Sync("argon2id", options))}`;
  hashes.set(password, hash);
  return hash;
}

export type UserOptions = {
  email?: string;
  /** `null`: no password was set yet, and the first one is awaited. */
  password?: string | null;
  roles?: ("admin" | "affiliate")[];
  /** The client that belongs to the user. */
  clientId?: string;
  companyName?: string | null;
};

/** Writes a user, with roles and the client that belongs to it. */
export async function addUser(sayso: Sayso, overrides: UserOptions = {}): Promise<User> {
  const id = crypto.randomUUID();
  const email = overrides.email ?? `user-${id.slice(0, 8)}@people.example`;
  const password = overrides.password === undefined ? PASSWORD : overrides.password;
  await sayso.change(
    `INSERT INTO users (id, email, password_hash, password_setup_pending, company_name, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    id,
    email,
    password === null ? null : passwordHash(password),
    password === null ? 1 : 0,
    overrides.companyName ?? null,
    Date.now(),
  );
  for (const role of overrides.roles ?? []) {
    await sayso.change("INSERT INTO user_roles (user_id, role) VALUES (?, ?)", id, role);
  }
  if (overrides.clientId)
    await sayso.change("UPDATE clients SET user_id = ? WHERE id = ?", id, overrides.clientId);
  return { id, email, password: password ?? "" };
}

/** A call with JSON both ways, as our own pages make it. */
export function call(
  sayso: Sayso,
  method: string,
  path: string,
  { body, cookie, headers }: { body?: unknown; cookie?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return sayso.fetch(path, {
    method,
    headers: {
      origin: sayso.origin,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The session cookie of an answer, as a browser sends it back; empty if it was deleted. */
export function cookieOf(answer: Response): string | undefined {
  const line = answer.headers.getSetCookie().findLast((cookie) => cookie.startsWith("__Host-session="));
  return line?.split(";")[0];
}

/** Signs in by the front door; throws when that is refused. */
export async function signIn(
  sayso: Sayso,
  user: User,
  area: Area = "client",
  code?: string,
): Promise<string> {
  const body = { area, email: user.email, password: user.password, ...(code ? { code } : {}) };
  const answer = await call(sayso, "POST", "/api/auth/login", { body });
  const cookie = cookieOf(answer);
  if (answer.status !== 200 || !cookie)
    throw new Error(`not signed in: ${answer.status} ${await answer.text()}`);
  return cookie;
}

export const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/** The code that an authenticator app shows for a secret in Base32 (RFC 6238), `steps` of 30 s from now. */
export function totpCode(secret: string, steps = 0): string {
  const bits = [...secret].map((c) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0"),
  );
  const key = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The one-time link of an email: its login page, its purpose and its token. */
export function linkIn(mail: { text: string }): { url: URL; type: string; token: string } {
  const url = new URL(/https?:\S+#\S+/.exec(mail.text)?.[0] ?? "no link");
  const fragment = new URLSearchParams(url.hash.slice(1));
  return { url, type: fragment.get("type") ?? "", token: fragment.get("token") ?? "" };
}

/** Sets up a second factor for the user of this cookie: its secret, and the confirming answer. */
export async function addSecondFactor(
  sayso: Sayso,
  cookie: string,
  password = PASSWORD,
): Promise<{ secret: string; confirmed: Response }> {
  const begun = await call(sayso, "POST", "/api/auth/totp", { cookie, body: { password } });
  const { secret } = (await begun.json()) as { secret: string };
  const body = { code: totpCode(secret) };
  return { secret, confirmed: await call(sayso, "POST", "/api/auth/totp/confirm", { cookie, body }) };
}
