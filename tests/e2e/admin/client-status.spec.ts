import { addClient } from "../../support/people/owner/clients.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, line, openLine, test, uniqueName } from "./admin.ts";

test("ADM06 ADM07 deactivating asks, and the record page blocks at once; reactivating opens it", async ({
  page,
  admin,
  sayso,
  browser,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Switched") });
  const visitor = await (await browser.newContext({ baseURL: sayso.url.origin })).newPage();
  await visitor.goto(`/record/${client.custom_slug}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText("Share your experience");
  await openLine(page, client);
  await button(page, `Deactivate ${client.company_name}`).click();
  const question = dialog(page, "Deactivate?");
  await expect(question).toContainText("stops taking videos straight away");
  await axe(page, "deactivate");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Keep it active").click();
  await expect(line(page, client)).toContainText("active");
  await button(page, `Deactivate ${client.company_name}`).click();
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expect(toast(page, "Status updated")).toBeVisible();
  await expect(line(page, client)).toContainText("suspended");
  await visitor.reload();
  await expect(visitor.getByText("Share your experience")).toBeHidden();
  await button(page, `Reactivate ${client.company_name}`).click();
  await expect(line(page, client).getByText("active", { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("heading", { level: 1 }), admin.email).toContainText(
    "Share your experience",
  );
  await visitor.context().close();
});

test("ADM06 ADM07 a pending client is reactivated only when that is meant, and not over somebody else's change", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Pending"), status: "pending_invite" });
  await openLine(page, client);
  await button(page, `Reactivate ${client.company_name}`).click();
  await expect(dialog(page, "Reactivate?")).toContainText(
    "Its recording page will start taking videos straight away",
  );
  await button(page, "Keep it pending").click();
  expect((await sayso.row("SELECT status FROM clients WHERE id = ?", client.id))?.status).toBe(
    "pending_invite",
  );
  await button(page, `Reactivate ${client.company_name}`).click();
  await dialog(page, "Reactivate?").getByRole("button", { name: "Reactivate" }).click();
  await expect(toast(page, "Status updated")).toBeVisible();
  await expect(line(page, client).getByText("active", { exact: true })).toBeVisible();
  await sayso.change("UPDATE clients SET status = 'pending_onboarding' WHERE id = ?", client.id);
  await button(page, `Deactivate ${client.company_name}`).click();
  await dialog(page, "Deactivate?").getByRole("button", { name: "Deactivate" }).click();
  await expect(toast(page, "Failed to update status"), admin.email).toBeVisible();
  await expect(line(page, client)).toContainText("pending_onboarding");
});

test("ADM20 an invitation that cannot be sent is said", async ({ page, admin, sayso }) => {
  const taken = await addClient(sayso);
  await addUser(sayso, { clientId: taken.id, email: taken.email });
  const client = await addClient(sayso, { company_name: uniqueName("Twin"), email: taken.email });
  await (await openLine(page, client)).getByRole("button", { name: /^Invite / }).click();
  await expect(toast(page, "Failed to send invitation"), admin.email).toBeVisible();
});
