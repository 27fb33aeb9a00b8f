// An admin, and problems of clients.
import type { Page } from "@playwright/test";
import { addUser, type User } from "../../support/people/owner/users.ts";
import { carrySession } from "../client/owner.ts";
import { clearAttempts } from "../login-pages.ts";
import { test as base } from "../sayso.ts";

export { addPermanentFailure, uniqueName } from "../../support/people/admin/failed-uploads.ts";

export const test = base.extend<{ admin: User }>({
  /** An admin of this test's own, who is signed in. */
  admin: async ({ sayso, context }, provide) => {
    await clearAttempts(sayso);
    const admin = await addUser(sayso, { roles: ["admin"] });
    await carrySession(context, sayso, admin, "admin");
    await provide(admin);
  },
});

export const line = (page: Page, client: { company_name: string }) =>
  page
    .getByRole("table", { name: "Client Accounts" })
    .getByRole("row")
    .filter({ hasText: client.company_name });

/** Opens the table with one client in it. */
export async function openLine(page: Page, client: { company_name: string }) {
  await page.goto(`/clients/admin?${new URLSearchParams({ q: client.company_name })}`);
  return line(page, client);
}

export const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
