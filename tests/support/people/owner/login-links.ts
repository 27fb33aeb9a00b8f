// Login pages and one-time links.
import { tokenHash } from "../../runtime/keys.ts";
import type { User } from "./users.ts";
import type { Sayso } from "../../runtime/worker.ts";

export const loginPages = {
  client: "/clients/login",
  admin: "/clients/admin/login",
  affiliate: "/affiliates/login",
} as const;

/** Inserts a one-time link without sending its email, and returns its path. */
export async function addLink(
  sayso: Sayso,
  user: User,
  { area = "client" as keyof typeof loginPages, purpose = "recovery", ageMs = 0, lifeMs = 3_600_000 } = {},
): Promise<string> {
  const token = crypto.randomUUID();
  const createdAt = Date.now() - ageMs;
  await sayso.change(
    `INSERT INTO one_time_links (token_hash, user_id, purpose, area, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    tokenHash(token),
    user.id,
    purpose,
    area,
    createdAt,
    createdAt + lifeMs,
  );
  return `${loginPages[area]}#type=${purpose}&token=${token}`;
}
