// Admins view and change a client's referrer.
import { addPartners, addReferrals, monthFromNow, paying } from "../../support/people/partner/referrals.ts";
import { axe } from "../axe.ts";
import { button, expect, toast } from "../sayso.ts";
import { dialog, test } from "./admin.ts";

test("AFA10 INV38 an admin sees that a client is the partner itself, and settles that nobody referred it", async ({
  page,
  admin,
  sayso,
}) => {
  const [id = ""] = await addPartners(sayso, 1);
  await addReferrals(sayso, id, [{ ...paying(monthFromNow(-1)), selfReferral: "card" }]);
  const { client_id: client } = (await sayso.row(
    "SELECT client_id FROM affiliate_referrals WHERE affiliate_id = ?",
    id,
  )) as { client_id: string };
  const company = `Own Shop ${client.slice(0, 8)}`;
  await sayso.change(
    "UPDATE clients SET company_name = ?1, search_text = lower(?1) WHERE id = ?2",
    company,
    client,
  );
  await page.goto(`/clients/admin?q=${encodeURIComponent(company)}`);
  await button(page, `Referral ${company}`).click();
  const referralDialog = dialog(page, "Who referred this client?");
  await expect(referralDialog).toContainText("the partner’s code was used at payment");
  await expect(referralDialog).toContainText("the partner pays with the same card");
  await expect(referralDialog.getByRole("button", { name: "Settle" })).toBeDisabled();
  await axe(page, `who referred a client, for ${admin.email}`);
  await referralDialog.getByRole("textbox", { name: /^Partner’s promo code/ }).fill("");
  await referralDialog.getByRole("textbox", { name: "Why" }).fill("It is the partner’s own shop.");
  await referralDialog.getByRole("button", { name: "Settle" }).click();
  await expect(toast(page, "Referral settled")).toBeVisible();
  await button(page, `Referral ${company}`).click();
  await expect(referralDialog).toContainText("Nobody: settled by an admin");
});
