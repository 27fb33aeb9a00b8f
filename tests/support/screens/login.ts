// Login pages, as people use them.
import { addUser, type User, type UserOptions } from "../people/owner/users.ts";
import { addClient } from "../people/owner/clients.ts";
import type { Sayso } from "../runtime/worker.ts";
import { fill } from "./look.ts";
import type { Page } from "./page.ts";

export { addLink, loginPages as logins } from "../people/owner/login-links.ts";

/** Fills in the form and submits it. */
export async function logIn(
  page: Page,
  { email, password }: Pick<User, "email" | "password">,
): Promise<void> {
  fill(await page.findField("Email"), email);
  fill(page.field("Password"), password);
  await page.click("button", "Login");
}

/** Clears the rate limits: all tests share one address, which may request few emails and passwords. */
export const clearAttempts = (sayso: Sayso) => sayso.change("DELETE FROM rate_limit_events");

/** A business and the person who signs in to it. */
export async function addOwner(sayso: Sayso, overrides: UserOptions = {}) {
  await clearAttempts(sayso);
  const client = await addClient(sayso);
  return { client, user: await addUser(sayso, { clientId: client.id, ...overrides }) };
}
