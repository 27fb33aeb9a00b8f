import { addClient } from "../../support/people/owner/clients.ts";
import { failedForward } from "../../support/people/admin/site.ts";
import { heading } from "../login-pages.ts";
import { expect } from "../sayso.ts";
import { axe } from "../axe.ts";
import { test, uniqueName } from "./admin.ts";

test("axe finds nothing on a failed note and its attempts, and the settings are a link away (BRA06)", async ({
  page,
  admin,
  sayso,
}) => {
  await failedForward(sayso, await addClient(sayso, { company_name: uniqueName("Automated") }), [503, 404]);
  await page.goto("/clients/admin/forwarding");
  const item = page.getByRole("list", { name: "Forwarded, newest first" }).locator("> li").first();
  await item.getByText("2 attempts").click();
  await expect(item, admin.email).toContainText("The automation address answered 503.");
  await axe(page, "automation");
  await page.getByRole("main").getByRole("link", { name: "settings" }).click();
  await expect(heading(page, "Settings")).toBeFocused();
});
