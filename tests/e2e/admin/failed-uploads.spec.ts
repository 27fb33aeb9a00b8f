import { expect } from "../sayso.ts";
import { axe } from "../axe.ts";
import { addPermanentFailure, test } from "./admin.ts";

test("the navigation leads to the failed uploads, all of them (JOB01 JOB02)", async ({
  page,
  admin,
  sayso,
}) => {
  await sayso.change("UPDATE submissions SET status = 'processed' WHERE status = 'drive_upload_failed'");
  for (let i = 0; i < 4; i += 1) await addPermanentFailure(sayso);
  await page.goto("/clients/admin");
  const panel = page.getByRole("region", { name: "Failed uploads" });
  const items = panel.getByRole("list", { name: /newest first/ }).locator("> li");
  await expect(items).toHaveCount(3);
  await items.first().getByText("1 attempt").click();
  await expect(items.first()).toContainText("Given up");
  await axe(page, "failed uploads");
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: /Failed uploads/ })
    .click();
  await expect(items, admin.email).toHaveCount(4);
  await expect(page.getByRole("heading", { name: "Failed uploads" })).toBeFocused();
});
