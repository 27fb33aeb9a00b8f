// A deployment while the portal is open.
import { expect, replaceableBuild } from "../sayso.ts";
import { openDashboard, test } from "./owner.ts";

test("RTE02 a screen that a new version has taken away is loaded anew by itself", async ({ page, owner }) => {
  const { replace } = await replaceableBuild(page);
  await openDashboard(page, owner);
  await page.waitForLoadState("networkidle");
  replace();
  const again = page.waitForEvent("load");
  await page.getByRole("link", { name: "Sharing" }).click();
  await again;
  await expect(page).toHaveURL(/\/clients\/sharing$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
