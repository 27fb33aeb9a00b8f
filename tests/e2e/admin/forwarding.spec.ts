import type { Page } from "@playwright/test";
import { addClient } from "../../support/people/owner/clients.ts";
import { failedForward } from "../../support/people/admin/site.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { startWorker } from "../../support/runtime/worker.ts";
import { carrySession } from "../client/owner.ts";
import { heading } from "../login-pages.ts";
import { expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { field, test, uniqueName } from "./admin.ts";

const DESK = { width: 1280, height: 800 };
const list = (page: Page, name: string) => page.getByRole("list", { name: `${name}, newest first` });

test("BRA06 without a secret to sign with the screen says so before a note fails, and with one it does not", async ({
  page,
  admin,
  browser,
}) => {
  const notice = (where: Page) =>
    where.getByRole("note").filter({ hasText: "AUTOMATION_SECRET is not set." });
  await page.goto("/clients/admin/forwarding");
  await expect(notice(page), admin.email).toContainText("Nothing can be forwarded");
  await axe(page, "no secret");

  const other = await startWorker({
    ownOrigin: true,
    secrets: { AUTOMATION_SECRET: "only these tests", DRIVE_NETWORKS: "any" },
  });
  const context = await browser.newContext({ baseURL: other.url.origin });
  try {
    await carrySession(context, other, await addUser(other, { roles: ["admin"] }), "admin");
    const theirs = await context.newPage();
    await theirs.goto("/clients/admin/forwarding");
    await expect(theirs.getByRole("heading", { name: "Nothing has been forwarded yet" })).toBeVisible();
    await expect(notice(theirs)).toBeHidden();
  } finally {
    await context.close();
    await other.close();
  }
});

test("BRA06 the log says what each address answered, and a failed note is queued again", async ({
  page,
  admin,
  sayso,
}) => {
  await sayso.change("DELETE FROM job_queue WHERE job_type = 'forward-submission'");
  await page.goto("/clients/admin/forwarding");
  await expect(page.getByRole("heading", { name: "Nothing has been forwarded yet" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Sayso-Signature");
  await axe(page, "no automation");
  await page.setViewportSize(DESK);

  const client = await addClient(sayso, { company_name: uniqueName("Automated") });
  const id = await failedForward(sayso, client, [503, 404]);
  await page.reload();
  const lines = list(page, "Forwarded").locator("> li");
  await expect(lines).toHaveCount(1);
  for (const text of ["wpms", client.company_name, "failed", "The automation address answered 404."])
    await expect(lines).toContainText(text);
  await lines.getByText("2 attempts").click();
  await expect(lines).toContainText("The automation address answered 503.");
  await axe(page, "automation");
  await page.setViewportSize(DESK);

  const retry = lines.getByRole("button", { name: "Retry" });
  await page.context().setOffline(true);
  await retry.click();
  await expect(toast(page, "Failed to queue the retry", "We cannot reach the server.")).toBeVisible();
  await page.context().setOffline(false);
  await retry.click();
  await expect(toast(page, "Retry queued")).toBeVisible();
  // No address is set here, so it ends as it must.
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("The settings name no automation address for this.");
  await expect(lines.last()).toContainText("Queued again");
  await expect(retry, "the newest only").toHaveCount(1);

  await sayso.change("UPDATE job_queue SET status = 'done' WHERE subject_id = ?", id);
  await retry.click();
  await expect(
    toast(page, "Nothing to retry", "This has already been forwarded, or is on its way."),
  ).toBeVisible();
  await expect(retry).toBeHidden();
  await page.goto(`/clients/admin/audit?subject=${id}`);
  await expect(list(page, "Changes").getByRole("listitem")).toHaveCount(1);
  await expect(list(page, "Changes")).toContainText(admin.email);
  await page.goto("/clients/admin/forwarding");
  await page.getByRole("main").getByRole("link", { name: "settings" }).click();
  await expect(heading(page, "Settings")).toBeFocused();
  await expect(field(page, "automation_url_wpms")).toBeVisible();
});
