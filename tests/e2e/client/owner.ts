// A business's owner in the portal, with submissions of customers.
import type { BrowserContext, Page } from "@playwright/test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { addUser, signIn, type Area, type User } from "../../support/people/owner/users.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { expect, test as base } from "../sayso.ts";

export { sendVideo } from "../../support/people/customer/send-video.ts";
export { plantLine } from "../../support/people/owner/submission-lines.ts";

export type Owner = { client: ClientRow; user: User };

export const test = base.extend<{ owner: Owner }>({
  /** This test's own business, with its owner signed in. */
  owner: async ({ sayso, client, context }, provide) => {
    const user = await addUser(sayso, { clientId: client.id });
    await carrySession(context, sayso, user);
    await provide({ client, user });
  },
});

/** Signs in and hands the cookie to a browser. */
export async function carrySession(
  context: BrowserContext,
  sayso: Sayso,
  user: User,
  area: Area = "client",
): Promise<void> {
  await carryCookie(context, sayso, await signIn(sayso, user, area));
}

/** Adds a session cookie to a browser. */
export async function carryCookie(context: BrowserContext, sayso: Sayso, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  // The cookie is for secure origins; browsers take this machine for one, a cookie jar does not.
  const url = sayso.url.origin.replace("http:", "https:");
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: "Lax" }]);
}

/** A second business and owner, with separate data. */
export async function stranger(sayso: Sayso, overrides: Partial<ClientRow> = {}): Promise<Owner> {
  const client = await addClient(sayso, { company_name: "Somebody Else", ...overrides });
  return { client, user: await addUser(sayso, { clientId: client.id }) };
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** Opens the dashboard and waits until it has loaded. */
export async function openDashboard(page: Page, { client }: Pick<Owner, "client">): Promise<void> {
  await page.goto("/clients/dashboard");
  await expect(heading(page, client.company_name)).toBeVisible();
  await loaded(page);
}

/** Waits until the page has finished loading: an expired session is then noticed only by the next request. */
export const loaded = (page: Page) => expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);

/** Opens the newest submission of Ann Example and plays it. */
export async function playNewest(page: Page): Promise<void> {
  await page.goto("/clients/submissions");
  await page
    .getByRole("button", { name: /Ann Example/ })
    .first()
    .click();
  const player = page.locator("dialog video");
  await player.evaluate(async (one: HTMLVideoElement) => {
    one.muted = true;
    await one.play();
  });
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(0);
}
