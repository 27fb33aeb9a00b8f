import { addClient } from "../../support/people/owner/clients.ts";
import { call, signIn } from "../../support/people/owner/users.ts";
import { expect } from "../sayso.ts";
import { axe } from "../axe.ts";
import { test, uniqueName } from "./admin.ts";

test("axe finds nothing on the audit log, filtered and empty (AUT35)", async ({ page, admin, sayso }) => {
  const client = await addClient(sayso, { company_name: uniqueName("Audited") });
  const edited = await call(sayso, "PATCH", `/api/admin/clients/${client.id}`, {
    cookie: await signIn(sayso, admin, "admin"),
    body: { changed: { contact_name: "After" }, loaded: { contact_name: "Owner" } },
  });
  expect(edited.status).toBe(200);
  await page.goto(`/clients/admin/audit?subject=${client.id}`);
  await expect(page.getByRole("list", { name: "Changes, newest first" })).toContainText("After");
  await axe(page, "audit log, filtered");
  await page.goto("/clients/admin/audit?q=nothing-has-this");
  await expect(page.getByRole("heading", { name: "No changes match" })).toBeVisible();
  await axe(page, "audit log, nothing found");
});
