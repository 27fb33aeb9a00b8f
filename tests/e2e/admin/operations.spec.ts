import type { Page } from "@playwright/test";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { until } from "../../support/runtime/worker.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { failForGood, openLine, test, uniqueName } from "./admin.ts";

const emails = (page: Page) => page.getByRole("list", { name: "Emails, newest first" });
const changes = (page: Page) => page.getByRole("list", { name: "Changes, newest first" });

test("JOB02 JOB11 the overview says what waits, what failed and why, what came in and what ran", async ({
  page,
  admin,
  sayso,
}) => {
  await failForGood(sayso);
  const client = await addClient(sayso);
  await submit(sayso, form(goodFields(client.id), await video()));
  await sayso.change(
    "INSERT INTO emails (id, template, recipient, subject_id, params, status, created_at) VALUES (?, 'onboarding_received', 'x@post.example', ?, '{}', 'failed', ?)",
    crypto.randomUUID(),
    crypto.randomUUID(),
    Date.now(),
  );
  await sayso.schedule(new Date());
  await page.goto("/clients/admin/operations");
  await expect(page.getByRole("region", { name: "Queue and failures" })).toContainText("Queue depth");
  await expect(page.getByRole("region", { name: "Failures by cause" })).toContainText(
    "Sayso cannot deliver to this drive link.",
  );
  await expect(page.getByRole("region", { name: "Email failures" })).toContainText("Set-up received");
  await expect(page.getByRole("table", { name: /Submissions per day of all clients/ })).toBeAttached();
  await expect(page.getByRole("region", { name: "Clients by status" })).toContainText("active");
  const schedules = page.getByRole("region", { name: "Schedules" });
  await expect(schedules).toContainText("every minute");
  await expect(schedules, admin.email).toContainText("ok");
  await axe(page, "operations");
  await page.getByRole("region", { name: "Queue and failures" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/clients\/admin#failed-uploads$/);
});

test("OPS01 OPS02 it says whether everything works, sends a check mail, and lists what admins were told of", async ({
  page,
  admin,
  sayso,
}) => {
  await sayso.change(
    "INSERT INTO alerts (id, cause, subject, detail, began_at) VALUES (?, 'jobs-failing', ?, '7 jobs failed for good within an hour.', ?)",
    crypto.randomUUID(),
    admin.id,
    Date.now(),
  );
  await page.goto("/clients/admin/operations");
  const health = page.getByRole("region", { name: "Health" });
  await expect(health).toContainText("Works");
  await button(page, "Send a check mail").click();
  await expect(health).toContainText(/The check mail of .+ has left\./);
  const alerts = page.getByRole("region", { name: "Alerts" });
  await expect(alerts).toContainText("7 jobs failed for good within an hour.");
  await expect(alerts).toContainText("now");
  await axe(page, "operations with an alert");
});

test("EML10 every mail is found by its recipient and state, and sent again on demand", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Mailed") });
  await addUser(sayso, { clientId: client.id, email: client.email });
  await (await openLine(page, client)).getByRole("button", { name: /^Invite / }).click();
  await expect(toast(page, "Invitation sent!")).toBeVisible();
  const sent = () => sayso.row("SELECT * FROM emails WHERE recipient = ? AND status = 'sent'", client.email);
  await until("sent", sent);
  await page.goto("/clients/admin/emails");
  await page.getByRole("searchbox", { name: "Search" }).fill(client.email);
  await expect(emails(page).getByRole("listitem")).toHaveCount(1);
  await expect(emails(page)).toContainText("sent");
  await expect(emails(page)).toContainText("Invitation");
  await axe(page, "email log");
  const before = (await sayso.mails()).filter((mail) => [mail.to].flat().includes(client.email)).length;
  await button(page, `Resend to ${client.email}`).click();
  await expect(toast(page, "Email queued again")).toBeVisible();
  await until(
    "sent again",
    async () =>
      (await sayso.mails()).filter((mail) => [mail.to].flat().includes(client.email)).length > before,
  );
  await until("sent", sent);
  await sayso.change(
    "UPDATE emails SET status = 'failed', error_message = 'No such mailbox.' WHERE recipient = ?",
    client.email,
  );
  await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
  await expect(emails(page), admin.email).toContainText("No such mailbox.");
  await page.getByRole("combobox", { name: "Status" }).selectOption("queued");
  await expect(page.getByRole("heading", { name: "No emails match your search" })).toBeVisible();
  await sayso.change(
    "INSERT INTO emails (id, template, recipient, subject_id, params, status, created_at) VALUES (?, 'password_reset', 'zoe@post.example', ?, '{}', 'failed', ?)",
    crypto.randomUUID(),
    crypto.randomUUID(),
    Date.now(),
  );
  await page.goto("/clients/admin/emails");
  await page.getByRole("searchbox", { name: "Search" }).fill("Password reset");
  await expect(emails(page).getByRole("listitem").first(), "found by what is read").toContainText(
    "Password reset",
  );
  await expect(emails(page)).toContainText("zoe@post.example");
  await expect(emails(page)).not.toContainText("Invitation");
  await page.goto(`/clients/admin/audit?${new URLSearchParams({ q: admin.email, action: "email.resend" })}`);
  await expect(changes(page)).toContainText("Invitation");
});

test("AUT20 axe finds nothing on the admin's security screen", async ({ page, admin }) => {
  await page.goto("/clients/admin/security");
  await expect(page.getByText(admin.email)).toBeVisible();
  await axe(page, "security");
});
