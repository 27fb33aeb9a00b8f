import { addUser } from "../../support/people/owner/users.ts";
import { expect } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, addPermanentFailure, test } from "./admin.ts";

test("axe finds nothing on operations, the log of mails, the search and the admin's security (AUT20 EML10 JOB11 OPS02)", async ({
  page,
  admin,
  sayso,
}) => {
  const { client } = await addPermanentFailure(sayso);
  await sayso.change(
    "INSERT INTO alerts (id, cause, subject, detail, began_at) VALUES (?, 'jobs-failing', ?, '7 jobs failed permanently within an hour.', ?)",
    crypto.randomUUID(),
    admin.id,
    Date.now(),
  );
  await sayso.change(
    "INSERT INTO emails (id, template, recipient, subject_id, params, status, created_at) VALUES (?, 'onboarding_received', 'x@post.example', ?, '{}', 'failed', ?)",
    crypto.randomUUID(),
    crypto.randomUUID(),
    Date.now(),
  );
  await sayso.schedule(new Date());
  await page.goto("/clients/admin/operations");
  for (const name of ["Failures by cause", "Email failures", "Alerts", "Schedules", "Health"])
    await expect(page.getByRole("region", { name })).toBeVisible();
  await axe(page, "operations");
  await page.goto("/clients/admin/emails");
  await expect(page.getByRole("list", { name: "Emails, newest first" })).toContainText("Set-up received");
  await axe(page, "email log");
  await page.getByRole("searchbox", { name: "Find anything" }).fill(client.company_name);
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Businesses" }).getByRole("button").click();
  await expect(page.getByText("Its page is accepting videos.")).toBeVisible();
  await axe(page, "search, with a timeline");

  const user = await addUser(sayso);
  await page.goto("/clients/admin/security");
  await expect(page.getByText(admin.email)).toBeVisible();
  const card = page.getByRole("region", { name: "Sessions of an account" });
  const address = card.getByRole("textbox", { name: "Email the account signs in with" });
  await card.getByRole("button", { name: "End all sessions" }).click();
  await expect(address).toBeFocused();
  await axe(page, "security, with an error");
  await address.fill(user.email);
  await card.getByRole("button", { name: "End all sessions" }).click();
  await expect(dialog(page, "End all sessions?")).toContainText(user.email);
  await axe(page, "end-sessions");
});
