import { axe } from "../axe.ts";
import { expect } from "../sayso.ts";
import { openDashboard, test } from "./owner.ts";

test("credits stand first, and without any the warning is readable to everybody (CLI09 CLI10)", async ({
  page,
  owner,
  sayso,
}) => {
  await sayso.change("UPDATE clients SET credits_remaining = 0 WHERE id = ?", owner.client.id);
  await openDashboard(page, owner);
  await expect(page.getByRole("region", { name: "Credits and submissions" })).toBeInViewport();
  await expect(page.getByRole("alert")).toContainText("You have 0 credits left");
  await axe(page, "no credits");
});
