import { heading } from "../login-pages.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, test } from "./admin.ts";

test("the focus goes back to the list whether a sign-up is kept or deleted (HOM16)", async ({
  page,
  admin,
  sayso,
}) => {
  await sayso.change("DELETE FROM sign_ups");
  for (const [surname, status, error] of [
    ["Handed", "synced", null],
    ["Failed", "failed", "The mailing list answered 401."],
  ])
    await sayso.change(
      "INSERT INTO sign_ups (id, email, first_name, surname, company, status, error_message, created_at) VALUES (?, ?, 'Vera', ?, 'Shop', ?, ?, ?)",
      crypto.randomUUID(),
      `${crypto.randomUUID().slice(0, 8)}@visitors.example`,
      surname,
      status,
      error,
      Date.now(),
    );
  await page.goto("/clients/admin/sign-ups");
  const remove = page
    .getByRole("list", { name: "Sign-ups, newest first" })
    .getByRole("listitem")
    .filter({ hasText: "Vera Handed" })
    .getByRole("button", { name: "Delete" });
  await expect(remove, admin.email).toHaveAccessibleDescription("Vera Handed");
  await axe(page, "sign-ups");
  await page.setViewportSize({ width: 1280, height: 800 });
  await remove.click();
  await expect(dialog(page, "Delete?")).toContainText("The mailing list has a copy");
  await axe(page, "delete a sign-up");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Keep it").click();
  await expect(remove).toBeFocused();
  await remove.click();
  await button(page, "Delete this sign-up").click();
  await expect(toast(page, "Sign-up deleted")).toBeVisible();
  await expect(remove).toBeHidden();
  await expect(heading(page, "Sign-ups")).toBeFocused();
});
