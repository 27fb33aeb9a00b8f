// An admin at the desk, and what goes wrong for clients.
import type { Page } from "@playwright/test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { plantSubmission, submission, type Planted } from "../../support/runtime/jobs.ts";
import { addUser, type User } from "../../support/people/owner/users.ts";
import { until, type Sayso } from "../../support/runtime/worker.ts";
import { carrySession } from "../client/owner.ts";
import { forgetAttempts } from "../login-pages.ts";
import { test as base } from "../sayso.ts";

export const test = base.extend<{ admin: User }>({
  /** An admin of this test's own, who is signed in. */
  admin: async ({ sayso, context }, provide) => {
    await forgetAttempts(sayso);
    const admin = await addUser(sayso, { roles: ["admin"] });
    await carrySession(context, sayso, admin, "admin");
    await provide(admin);
  },
});

/** A name that no other test uses. */
export const uniqueName = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

/** A client's line in the table. */
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

/** A delivery that has failed for good: the drive link is of no kind the product can deliver to. */
export async function failForGood(
  sayso: Sayso,
  name = uniqueName("Far Drive"),
): Promise<{ client: ClientRow; planted: Planted }> {
  const client = await addClient(sayso, { company_name: name, drive_link: "https://drive.example/gone" });
  const planted = await plantSubmission(sayso, client);
  await sayso.change("UPDATE job_queue SET due_at = 0 WHERE id = ?", planted.jobId);
  await sayso.deliver(planted.jobId);
  await until(
    "failed",
    async () => (await submission(sayso, planted.submissionId))?.status === "drive_upload_failed",
  );
  return { client, planted };
}

/** The client's drive works again. */
export const mendDrive = (sayso: Sayso, { id }: ClientRow) =>
  sayso.change("UPDATE clients SET drive_link = '/drive/folder/' || id WHERE id = ?", id);

export const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
