import { heading } from "../login-pages.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { test } from "./admin.ts";

test("a setting is checked at its field, saved, and set back to its default (ADM09)", async ({
  page,
  admin,
  sayso,
}) => {
  await page.goto("/clients/admin/settings");
  await expect(heading(page, "Settings")).toBeVisible();
  const phone = page.getByRole("textbox", { name: "Support phone" });
  const stored = () => sayso.row("SELECT * FROM admin_settings WHERE setting_key = 'support_phone'");
  const toDefault = button(page, "Use default Support phone");
  await expect(toDefault, "what can do nothing looks so").toHaveCSS("text-decoration-line", "none");
  await phone.fill("call me");
  await button(page, "Save Support phone").click();
  await expect(page.getByText("Please enter a phone number.")).toBeVisible();
  await axe(page, "settings, with an error");
  expect(await stored()).toBeUndefined();
  await phone.fill("+44 20 7946 0001");
  await button(page, "Save Support phone").click();
  await expect(toast(page, "Setting saved")).toBeVisible();
  expect((await stored())?.setting_value).toBe("+44 20 7946 0001");
  await expect(toDefault).toHaveCSS("text-decoration-line", "underline");
  await phone.fill("+44 20 7946 0002");
  await page.reload();
  await expect(phone, "a draft stays").toHaveValue("+44 20 7946 0002");
  await axe(page, "settings, with a draft");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Discard Support phone").click();
  await toDefault.click();
  await expect(phone, admin.email).toHaveValue("");
  await expect.poll(stored).toBeUndefined();
});
