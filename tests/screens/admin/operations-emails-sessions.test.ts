// Operations, the log of emails, and signing an account out.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findDialog, newestFirst, noDialog, openAdmin } from "../../support/screens/admin.ts";
import { descriptionOf, eventually, fill, hasFocus, isAt, look, textOf } from "../../support/screens/look.ts";
import type { Page } from "../../support/screens/page.ts";
import { addPermanentFailure, uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const OPERATIONS = "/clients/admin/operations";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const region = async (page: Page, name: string) => look(await page.find("region", name));
const emails = (page: Page) => newestFirst(page, "Emails").map(textOf);

const addFailedMail = (template: string, recipient: string) =>
  sayso.change(
    "INSERT INTO emails (id, template, recipient, subject_id, params, status, created_at) VALUES (?, ?, ?, ?, '{}', 'failed', ?)",
    crypto.randomUUID(),
    template,
    recipient,
    crypto.randomUUID(),
    Date.now(),
  );

test("shows the queue, failures with their causes, submissions per day and schedule runs (JOB02 JOB11)", async (t) => {
  await addPermanentFailure(sayso);
  const client = await addClient(sayso);
  await submit(sayso, form(goodFields(client.id), await video()));
  await addFailedMail("onboarding_received", "x@post.example");
  await sayso.schedule(new Date());
  const { page } = await openAdmin(t, sayso, OPERATIONS);
  const queue = await region(page, "Queue and failures");
  await queue.waitForText("Queue depth");
  await (await region(page, "Failures by cause")).waitForText("Sayso cannot deliver to this drive link.");
  await (await region(page, "Email failures")).waitForText("Set-up received");
  await page.find("table", /Submissions per day of all clients/);
  await (await region(page, "Clients by status")).waitForText("Active");
  const schedules = await region(page, "Schedules");
  await schedules.waitForText("every minute");
  await schedules.waitForText("ok");
  await page.user.click(queue.all("link")[0] ?? assert.fail());
  await isAt(page, "/clients/admin");
  assert.equal(page.window.location.hash, "#failed-uploads");
});

test("says whether everything works, sends a test email, and lists alerts (OPS01 OPS02)", async (t) => {
  await sayso.change(
    "INSERT INTO alerts (id, cause, subject, detail, began_at) VALUES (?, 'jobs-failing', 'x', '7 jobs failed permanently within an hour.', ?)",
    crypto.randomUUID(),
    Date.now(),
  );
  const { page } = await openAdmin(t, sayso, OPERATIONS);
  const health = await region(page, "Health");
  await health.waitForText("Works");
  await page.click("button", "Send a test email");
  await health.waitForText(/The test email of .+ was sent\./);
  const alerts = await region(page, "Alerts");
  await alerts.waitForText("7 jobs failed permanently within an hour.");
  await alerts.waitForText("now");
});

test("finds mails by recipient and state, shows client and text without the token, and resends them (EML10)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Mailed") });
  await addUser(sayso, { clientId: client.id, email: client.email });
  const { page, admin } = await openAdmin(t, sayso, "/clients/admin");
  await page.click("button", `Invite ${client.company_name}`);
  await page.toast("Invitation sent!");
  const isSent = () =>
    until("sent", () =>
      sayso.row("SELECT * FROM emails WHERE recipient = ? AND status = 'sent'", client.email),
    );
  const arrived = async () =>
    (await sayso.mails()).filter((mail) => [mail.to].flat().includes(client.email)).length;
  await isSent();
  await page.goto("/clients/admin/emails");
  fill(await page.find("searchbox", "Search"), client.email);
  await eventually(() => {
    const [only = "", ...more] = emails(page);
    assert.match(only, /Sent/);
    assert.match(only, /Your Sayso portal is ready/);
    assert.ok(only.includes(client.company_name));
    assert.match(only, /Invitation/);
    assert.equal(more.length, 0);
  });
  await page.user.click(page.getText("Show email"));
  await page.waitForText(/can now collect video testimonials/);
  assert.doesNotMatch(page.text(), /token=/, "its link ends before the token");
  const first = await arrived();
  await page.click("button", `Send again to ${client.email}`);
  await page.toast("Email queued again");
  await until("sent again", async () => (await arrived()) > first);
  await isSent();
  await sayso.change(
    "UPDATE emails SET status = 'failed', error_message = 'No such mailbox.' WHERE recipient = ?",
    client.email,
  );
  await page.user.selectOptions(page.get("combobox", "Status"), "failed");
  await eventually(() => assert.ok(emails(page).some((line) => line.includes("No such mailbox."))));
  await page.user.selectOptions(page.get("combobox", "Status"), "queued");
  await page.find("heading", "No emails match your search");
  await addFailedMail("password_reset", "zoe@post.example");
  await page.goto("/clients/admin/emails");
  fill(await page.find("searchbox", "Search"), "Password reset");
  await eventually(() => {
    const found = emails(page);
    assert.ok(found[0]?.includes("Password reset"));
    assert.ok(found.some((line) => line.includes("zoe@post.example")));
    assert.ok(!found.some((line) => line.includes("Invitation")));
  });
  await page.goto(`/clients/admin/audit?${new URLSearchParams({ q: admin.email, action: "email.resend" })}`);
  await eventually(() =>
    assert.ok(newestFirst(page, "Changes").some((line) => textOf(line).includes("Invitation"))),
  );
});

test("ends all sessions of an account after confirmation, and records it in the audit log (INV42 AUT35)", async (t) => {
  const user = await addUser(sayso);
  const otherSession = await signIn(sayso, user);
  const sessions = async () =>
    (await call(sayso, "GET", "/api/auth/sessions", { cookie: otherSession })).status;
  const { page, admin } = await openAdmin(t, sayso, "/clients/admin/security");
  const card = await region(page, "Sessions of an account");
  const address = () => card.get("textbox", "Email the account signs in with") as HTMLInputElement;
  const ask = () => card.click("button", "End all sessions");
  const confirm = async () =>
    (await findDialog(page, "End all sessions?")).click("button", "End all sessions");

  await ask();
  await card.waitForText("Enter the email address");
  await hasFocus(address);

  fill(address(), "nobody@people.example");
  await ask();
  await confirm();
  await page.toast("Failed to end the sessions", "Account not found.");
  await eventually(() => assert.match(descriptionOf(address()), /Account not found\./));

  fill(address(), user.email);
  await ask();
  await (await findDialog(page, "End all sessions?")).waitForText(user.email);
  await page.click("button", "Leave them open");
  await noDialog(page);
  assert.equal(await sessions(), 200);

  await ask();
  await confirm();
  await page.toast("Sessions ended", `1 session of ${user.email}.`);
  await eventually(() => assert.equal(address().value, ""));
  assert.equal(await sessions(), 401);

  await page.goto("/clients/admin/audit");
  await eventually(() => {
    const entry = newestFirst(page, "Changes")
      .map(textOf)
      .find((line) => line.includes(user.email));
    assert.ok(entry?.includes("Ended all of an account’s sessions"));
    assert.ok(entry?.includes(admin.email));
  });

  // The admin's own session stays.
  await page.goto("/clients/admin/security");
  const own = await region(page, "Sessions of an account");
  fill(own.get("textbox", "Email the account signs in with"), admin.email);
  await own.click("button", "End all sessions");
  await confirm();
  await page.toast("No sessions to end");
});
