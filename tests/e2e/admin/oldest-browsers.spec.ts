// The portals in the oldest browsers that the app is made for (docs/browsers.md).
import { addClient } from "../../support/people/owner/clients.ts";
import { LATER_FEATURES, removeFeatures } from "../../support/browsers/later-features.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { partnerOf } from "../affiliate/partner.ts";
import { carrySession } from "../client/owner.ts";
import { disableTimeouts } from "../clocks.ts";
import { expect } from "../sayso.ts";
import { line, test, uniqueName } from "./admin.ts";

test.beforeEach(({ page }) => page.addInitScript(removeFeatures, LATER_FEATURES));

test("CLI03 CLI13 a business sees its dashboard, and its videos with their stills", async ({
  page,
  context,
  client,
  sayso,
}) => {
  await addSubmission(sayso, client, { withVideo: true });
  await carrySession(context, sayso, await addUser(sayso, { clientId: client.id }));
  await disableTimeouts(page, 15_000);
  await page.goto("/clients/dashboard");
  await expect(page.getByRole("heading", { name: client.company_name })).toBeVisible();
  await page.goto("/clients/submissions");
  await expect(page.locator("img[src^='blob:']")).toBeVisible();
});

test("ADM01 ADM03 an admin finds a client, with the host of its drive", async ({ page, context, sayso }) => {
  await carrySession(context, sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
  const client = await addClient(sayso, {
    company_name: uniqueName("Old Shop"),
    drive_link: "https://drive.example/folder",
  });
  await page.goto(`/clients/admin?q=${encodeURIComponent(client.company_name)}`);
  await expect(line(page, client)).toBeVisible();
  await expect(page.getByRole("link", { name: "drive.example" }).first()).toBeVisible();
});

test("AFF12 a partner sees the dashboard", async ({ page, context, sayso }) => {
  const partner = await partnerOf(sayso, context);
  await page.goto("/affiliates/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Welcome, ${partner.first_name}!`);
});
