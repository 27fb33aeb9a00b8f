import { pages as loginPages, heading } from "../login-pages.ts";
import { button, expect } from "../sayso.ts";
import { dialog, test } from "./admin.ts";

test("the navigation holds Clients, Affiliates and Add Client, and logging out lands on the admin's login (AUT20 RTE09)", async ({
  page,
  admin,
}) => {
  await page.goto(loginPages.admin);
  await expect(page, `${admin.email} goes on to the clients`).toHaveURL("/clients/admin");
  const nav = page.getByRole("navigation", { name: "Admin" });
  for (const [name, title] of [
    ["Set-ups", "Set-ups"],
    ["Sign-ups", "Sign-ups"],
    ["Affiliates", "Affiliate Management"],
    ["Forwarding", "Forwarding"],
    ["Operations", "Operations"],
    ["Email log", "Email log"],
    ["Audit log", "Audit log"],
    ["Settings", "Settings"],
    ["Security", "Security"],
    ["Clients", "Clients"],
  ] as const) {
    await nav.getByRole("link", { name }).click();
    await expect(heading(page, title)).toBeFocused();
    await expect(page).toHaveTitle(title);
  }
  await page.getByRole("link", { name: "Add Client" }).click();
  await expect(dialog(page, "New client")).toBeVisible();
  await page.keyboard.press("Escape");
  await button(page, "Logout").click();
  await expect(page).toHaveURL(loginPages.admin);
});
