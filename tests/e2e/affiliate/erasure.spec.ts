// A partner who has left exports its data and has them erased.
import { readFile } from "node:fs/promises";
import { addPartner } from "../../support/people/partner/affiliates.ts";
import { DAY } from "../../support/people/partner/referrals.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { dialog, test } from "../admin/admin.ts";
import { axe } from "../axe.ts";
import { carrySession } from "../client/owner.ts";
import { button, expect, toast } from "../sayso.ts";

const DESK = { width: 1280, height: 900 };

test("COM14 a partner downloads its data and, once its partnership is over, has it erased", async ({
  page,
  context,
  sayso,
}) => {
  const user = await addUser(sayso, { roles: ["affiliate"] });
  const partner = await addPartner(sayso, user.id);
  await carrySession(context, sayso, user, "affiliate");
  const leave = (days: number) =>
    sayso.change("UPDATE affiliates SET left_at = ? WHERE id = ?", Date.now() - days * DAY, partner.id);
  await leave(10);
  await page.goto("/affiliates/dashboard");
  const card = page.getByRole("region", { name: "Your data" });
  await expect(card).toContainText(/You can erase your data from \d{2} [A-Z][a-z]{2} \d{4}\./);
  await expect(button(page, "Erase my data")).toHaveCount(0);
  const saved = page.waitForEvent("download");
  await card.getByRole("link", { name: "Download my data" }).click();
  const file = await (await saved).path();
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
    email: partner.email,
    dashboard: { surname: partner.surname },
  });

  await leave(31);
  await page.reload();
  await button(page, "Erase my data").click();
  const ask = dialog(page, "Erase your data?");
  await axe(page, "erasing a partner's data");
  await ask.getByLabel("Your current password").fill("not this one");
  await ask.getByRole("button", { name: "Erase my data" }).click();
  await expect(toast(page, "Nothing was erased")).toBeVisible();
  await ask.getByLabel("Your current password").fill(user.password);
  await ask.getByRole("button", { name: "Erase my data" }).click();
  await expect(page).toHaveURL("/affiliates/login");
  expect(await sayso.row("SELECT id FROM users WHERE email = ?", user.email)).toBeUndefined();
});

test("COM14 AFA17 an admin erases a partner who has left", async ({ page, admin, sayso }) => {
  await page.setViewportSize(DESK);
  const user = await addUser(sayso, { roles: ["affiliate"] });
  const partner = await addPartner(sayso, user.id);
  await sayso.change("UPDATE affiliates SET left_at = ? WHERE id = ?", Date.now() - 31 * DAY, partner.id);
  await page.goto("/clients/admin/affiliates?tab=active");
  const name = `${partner.first_name} ${partner.surname}`;
  await button(page, `Erase ${name}`).click();
  const ask = dialog(page, "Erase this partner’s data?");
  await axe(page, `erasing a partner as ${admin.email}`);
  await ask.getByRole("textbox", { name: "Reason" }).fill("Asked by letter.");
  await ask.getByRole("button", { name: "Erase data" }).click();
  await expect(toast(page, "Partner’s data erased")).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});
