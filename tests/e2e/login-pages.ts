// Login pages, as people use them.
import type { Page } from "@playwright/test";
import { addClient, type ClientRow } from "../support/people/owner/clients.ts";
import { loginPages } from "../support/people/owner/login-links.ts";
import { addUser, linkIn, type User, type UserOptions } from "../support/people/owner/users.ts";
import { until, type Mail, type Sayso } from "../support/runtime/worker.ts";
import { button, expect, toast } from "./sayso.ts";

export { loginPages as pages, addLink } from "../support/people/owner/login-links.ts";

export const email = (page: Page) => page.getByRole("textbox", { name: "Email" });
export const password = (page: Page) => page.getByLabel(/^Password/);
export const newPassword = (page: Page) => page.getByLabel(/^New password/);
export const repeat = (page: Page) => page.getByLabel(/^Repeat password/);
export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Fills in the form and submits it. */
export async function logIn(page: Page, user: Pick<User, "email" | "password">): Promise<void> {
  await email(page).fill(user.email);
  await password(page).fill(user.password);
  await button(page, "Login").click();
}

/** Signs in and waits for the portal. */
export async function enter(page: Page, user: User, area: keyof typeof loginPages = "client"): Promise<void> {
  await page.goto(loginPages[area]);
  await logIn(page, user);
  await expect(toast(page, "Welcome back!")).toBeVisible();
  await expect(button(page, "Logout")).toBeVisible();
}

/** Clears the rate limits: all tests share one address, which may request few emails and passwords. */
export const clearAttempts = (sayso: Sayso) => sayso.change("DELETE FROM rate_limit_events");

/** A business and the person who signs in to it. */
export async function addOwner(
  sayso: Sayso,
  overrides: UserOptions = {},
): Promise<{ client: ClientRow; user: User }> {
  await clearAttempts(sayso);
  const client = await addClient(sayso);
  return { client, user: await addUser(sayso, { clientId: client.id, ...overrides }) };
}

export const mailTo = (sayso: Sayso, address: string, subject: string): Promise<Mail> =>
  until(`the mail "${subject}"`, async () =>
    (await sayso.mails()).find((mail) => [mail.to].flat().includes(address) && mail.subject === subject),
  );

/** Path of an email's link, including the fragment. */
export function linkOf(mail: Mail): string {
  const { url } = linkIn(mail);
  return url.pathname + url.hash;
}
