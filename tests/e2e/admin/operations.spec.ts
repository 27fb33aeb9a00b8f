import type { Page } from "@playwright/test";
import { addClient, form, goodFields, submit, video } from "../../support/clients.ts";
import { addUser } from "../../support/users.ts";
import { until } from "../../support/worker.ts";
import { heading } from "../doors.ts";
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
    "INSERT INTO emails (id, template, recipient, subject_id, params, state, created_at) VALUES (?, 'setup_received', 'x@post.example', ?, '{}', 'failed', ?)",
    crypto.randomUUID(),
    crypto.randomUUID(),
    Date.now(),
  );
  await sayso.schedule(new Date());
  await page.goto("/clients/admin/operations");
  await expect(page.getByRole("region", { name: "Queue and failures" })).toContainText("Queue depth");
  await expect(page.getByRole("region", { name: "Failures by cause" })).toContainText(
    "The drive link is of no kind this product can deliver to.",
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

test("EML10 every mail is found by its recipient and state, and sent again on demand", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Mailed") });
  await addUser(sayso, { clientId: client.id, email: client.email });
  await (await openLine(page, client)).getByRole("button", { name: /^Invite / }).click();
  await expect(toast(page, "Invitation sent!")).toBeVisible();
  const sent = () => sayso.row("SELECT * FROM emails WHERE recipient = ? AND state = 'sent'", client.email);
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
    "UPDATE emails SET state = 'failed', error_message = 'No such mailbox.' WHERE recipient = ?",
    client.email,
  );
  await page.getByRole("combobox", { name: "State" }).selectOption("failed");
  await expect(emails(page), admin.email).toContainText("No such mailbox.");
  await page.getByRole("combobox", { name: "State" }).selectOption("queued");
  await expect(page.getByRole("heading", { name: "No email fits" })).toBeVisible();
  await sayso.change(
    "INSERT INTO emails (id, template, recipient, subject_id, params, state, created_at) VALUES (?, 'password_reset', 'zoe@post.example', ?, '{}', 'failed', ?)",
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

test("AUT35 the audit log says who changed what, when, before and after, and is filtered by client", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Audited") });
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  await page.getByRole("textbox", { name: "Contact name" }).fill("After");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Client updated successfully")).toBeVisible();
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  await page.getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(`/clients/admin/audit?subject=${client.id}`);
  await expect(changes(page).getByRole("listitem")).toHaveCount(1);
  await page.goto("/clients/admin/audit");
  await page.getByRole("searchbox", { name: "Filter by client" }).fill(client.company_name);
  await button(page, client.company_name).first().click();
  await expect(changes(page).getByRole("listitem")).toHaveCount(1);
  const entry = changes(page).getByRole("listitem").first();
  for (const text of [
    "Edited the client",
    client.company_name,
    admin.email,
    "contact name",
    "Owner",
    "After",
  ]) {
    await expect(entry).toContainText(text);
  }
  await axe(page, "audit log");
  await button(page, "Show all").click();
  await expect(page).toHaveURL("/clients/admin/audit");
});

test("AUT35 the audit log is filtered by person, name, action and date, all in the address, with a way back to all", async ({
  page,
  admin,
  sayso,
}) => {
  const other = uniqueName("other").replace(" ", ".");
  const thing = uniqueName("Thing");
  for (const [actor, action, name, day] of [
    [admin.email, "client.edit", `${thing} one`, "2026-10-01"],
    [admin.email, "client.view", `${thing} two`, "2026-10-02"],
    [`${other}@admins.example`, "client.edit", `${thing} three`, "2026-10-03"],
  ] as const) {
    await sayso.change(
      "INSERT INTO audit_log (id, at, actor_id, actor, action, subject, subject_name, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, '{}', '{}')",
      crypto.randomUUID(),
      Date.parse(`${day}T12:00:00Z`),
      admin.id,
      actor,
      action,
      crypto.randomUUID(),
      name,
    );
  }
  const lines = changes(page).getByRole("listitem");
  const search = page.getByRole("searchbox", { name: "Search" });
  await page.goto("/clients/admin/audit");
  await expect(button(page, "Show all"), "all are shown").toBeHidden();
  await search.fill(other.toUpperCase());
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(`${thing} three`);
  await search.fill(thing);
  await expect(lines).toHaveCount(3);
  await page.getByRole("combobox", { name: "Action" }).selectOption("Edited the client");
  await expect(lines).toHaveCount(2);
  await page.getByLabel("From (UTC)").fill("2026-10-03");
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(`${thing} three`);
  await page.reload();
  await expect(lines, "the same after a reload").toHaveCount(1);
  await page.getByLabel("From (UTC)").fill("");
  await page.getByLabel("To (UTC)").fill("2026-10-01");
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(`${thing} one`);
  await axe(page, "audit log, filtered");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("combobox", { name: "Action" }).selectOption("Deleted a sign-up");
  await expect(page.getByRole("heading", { name: "No change fits" })).toBeVisible();
  await axe(page, "audit log, nothing found");
  await button(page, "Show all").click();
  await expect(page).toHaveURL("/clients/admin/audit");
  await expect(search).toHaveValue("");
  await expect(lines.first()).toBeVisible();
});

test("ADM09 a setting is checked at its field, saved, and set back to its default", async ({
  page,
  admin,
  sayso,
}) => {
  await page.goto("/clients/admin/settings");
  await expect(heading(page, "Settings")).toBeVisible();
  const phone = page.getByRole("textbox", { name: "support_phone" });
  const stored = () => sayso.row("SELECT * FROM admin_settings WHERE setting_key = 'support_phone'");
  await phone.fill("call me");
  await button(page, "Save support_phone").click();
  await expect(page.getByText("Please enter a phone number.")).toBeVisible();
  await axe(page, "settings, with an error");
  expect(await stored()).toBeUndefined();
  await phone.fill("+44 20 7946 0001");
  await button(page, "Save support_phone").click();
  await expect(toast(page, "Setting saved")).toBeVisible();
  expect((await stored())?.setting_value).toBe("+44 20 7946 0001");
  await button(page, "Use default support_phone").click();
  await expect(phone, admin.email).toHaveValue("");
  await expect.poll(stored).toBeUndefined();
});

test("ADM09 what is typed into a setting and not saved is still there later, beside what holds", async ({
  page,
  admin,
  sayso,
}) => {
  const stored = () =>
    sayso.row("SELECT setting_value FROM admin_settings WHERE setting_key = 'support_phone'");
  const phone = page.getByRole("textbox", { name: "support_phone" });
  const nav = page.getByRole("navigation", { name: "Admin" });
  await page.goto("/clients/admin/settings");
  const toDefault = button(page, "Use default support_phone");
  await expect(toDefault).toBeDisabled();
  await expect(toDefault, "it looks so too").toHaveCSS("text-decoration-line", "none");
  await phone.fill("+44 20 7946 0002");
  await expect(phone).toHaveAccessibleDescription("Not saved. Now it is empty.");
  await nav.getByRole("link", { name: "Operations" }).click();
  await expect(heading(page, "Operations")).toBeVisible();
  await nav.getByRole("link", { name: "Settings" }).click();
  await expect(phone).toHaveValue("+44 20 7946 0002");
  expect(await stored(), `${admin.email} has saved nothing`).toBeUndefined();
  await sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('support_phone', '+44 20 7946 0003')",
  );
  await page.reload();
  await expect(phone).toHaveValue("+44 20 7946 0002");
  await expect(phone, "what somebody else has set").toHaveAccessibleDescription(
    "Not saved. Now: +44 20 7946 0003",
  );
  await axe(page, "settings, with a draft");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Discard support_phone").click();
  await expect(phone).toHaveValue("+44 20 7946 0003");
  await phone.fill(" +44 20 7946 0004 ");
  await button(page, "Save support_phone").click();
  await expect(toast(page, "Setting saved")).toBeVisible();
  await expect(phone).toHaveValue("+44 20 7946 0004");
  expect(await page.evaluate(() => Object.keys(sessionStorage)), "no draft stays").toEqual([]);
  await page.reload();
  await expect(phone).toHaveValue("+44 20 7946 0004");
  await expect(toDefault).toHaveCSS("text-decoration-line", "underline");
  await toDefault.click();
  await expect(phone).toHaveValue("");
  await expect.poll(stored).toBeUndefined();
});

test("AUT20 axe finds nothing on the admin's security screen", async ({ page, admin }) => {
  await page.goto("/clients/admin/security");
  await expect(page.getByText(admin.email)).toBeVisible();
  await axe(page, "security");
});

test("RTE03 AUT21 the affiliates' page names who may sign in as a partner", async ({
  page,
  admin,
  sayso,
}) => {
  const partner = await addUser(sayso, {
    roles: ["affiliate"],
    email: `${uniqueName("pat").replace(" ", "-")}@partners.example`,
  });
  await page.goto("/clients/admin/affiliates");
  const line = page
    .getByRole("list", { name: "Affiliates, newest first" })
    .getByRole("listitem")
    .filter({ hasText: partner.email });
  await expect(line).toContainText("can sign in");
  await expect(page.getByText(admin.email), "an admin is no partner").toBeHidden();
  await sayso.change("UPDATE users SET disabled = 1 WHERE id = ?", partner.id);
  await page.reload();
  await expect(line).toContainText("shut");
  await axe(page, "affiliates");
});

test("ADM09 a setting that somebody else has changed meanwhile is not overwritten silently", async ({
  page,
  admin,
  sayso,
}) => {
  await page.goto("/clients/admin/settings");
  const field = page.getByRole("textbox", { name: "campaign_id" });
  await field.fill("mine");
  await sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('campaign_id', 'theirs')",
  );
  await button(page, "Save campaign_id").click();
  await expect(
    page.getByText("Somebody else has set this to “theirs” meanwhile."),
    admin.email,
  ).toBeVisible();
  await expect(field).toHaveValue("mine");
  await button(page, "Save campaign_id").click();
  await expect(toast(page, "Setting saved")).toBeVisible();
  expect(
    await sayso.row("SELECT setting_value FROM admin_settings WHERE setting_key = 'campaign_id'"),
  ).toEqual({
    setting_value: "mine",
  });
  await sayso.change("DELETE FROM admin_settings WHERE setting_key = 'campaign_id'");
});
