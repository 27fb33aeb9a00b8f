// Login pages, as people use them.
import type { Page } from "@playwright/test";
import { addClient, type ClientRow } from "../support/clients.ts";
import { addUser, linkIn, type User, type UserWish } from "../support/users.ts";
import { until, type Mail, type Sayso } from "../support/worker.ts";
import { button, expect, toast } from "./sayso.ts";

export const doors = {
  client: "/clients/login",
  admin: "/clients/admin/login",
  affiliate: "/affiliates/login",
} as const;

export const email = (page: Page) => page.getByRole("textbox", { name: "Email" });
export const password = (page: Page) => page.getByLabel(/^Password/);
export const newPassword = (page: Page) => page.getByLabel(/^New password/);
export const repeat = (page: Page) => page.getByLabel(/^Repeat password/);
export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Types what the form asks for, and sends it. */
export async function logIn(page: Page, user: Pick<User, "email" | "password">): Promise<void> {
  await email(page).fill(user.email);
  await password(page).fill(user.password);
  await button(page, "Login").click();
}

/** Signs in at a door and waits until it has opened. */
export async function enter(page: Page, user: User, door: keyof typeof doors = "client"): Promise<void> {
  await page.goto(doors[door]);
  await logIn(page, user);
  await expect(toast(page, "Welcome back!")).toBeVisible();
  await expect(button(page, "Logout")).toBeVisible();
}

/** All tests come from one address, and strangers may ask for few mails and guess few passwords. */
export const forgetAttempts = (sayso: Sayso) => sayso.change("DELETE FROM attempts");

/** A business and the person who signs in to it. */
export async function addOwner(
  sayso: Sayso,
  wish: UserWish = {},
): Promise<{ client: ClientRow; user: User }> {
  await forgetAttempts(sayso);
  const client = await addClient(sayso);
  return { client, user: await addUser(sayso, { clientId: client.id, ...wish }) };
}

/** The newest mail of this subject to an address. */
export const mailTo = (sayso: Sayso, address: string, subject: string): Promise<Mail> =>
  until(`the mail "${subject}"`, async () =>
    (await sayso.mails()).find((mail) => [mail.to].flat().includes(address) && mail.subject === subject),
  );

/** The path that a mail's link opens, fragment and all. */
export function linkOf(mail: Mail): string {
  const { url } = linkIn(mail);
  return url.pathname + url.hash;
}

/** Tokens of mails by the dozen: where a test needs a link and not its mail. */
export async function addLink(
  sayso: Sayso,
  user: User,
  { door = "client" as keyof typeof doors, type = "recovery", ageMs = 0, lifeMs = 3_600_000 } = {},
): Promise<string> {
  const token = crypto.randomUUID();
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(token))).toString("hex");
  const made = Date.now() - ageMs;
  await sayso.change(
    `INSERT INTO one_time_links (token_hash, user_id, purpose, area, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    digest,
    user.id,
    type,
    door,
    made,
    made + lifeMs,
  );
  return `${doors[door]}#type=${type}&token=${token}`;
}
