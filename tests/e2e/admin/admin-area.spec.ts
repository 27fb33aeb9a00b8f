import { addClient } from "../../support/people/owner/clients.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { carrySession } from "../client/owner.ts";
import { pages as loginPages, forgetAttempts, heading } from "../login-pages.ts";
import { button, expect, toast } from "../sayso.ts";
import { dialog, test, uniqueName } from "./admin.ts";

const SCREENS = [
  "",
  "/setups",
  "/sign-ups",
  "/affiliates",
  "/forwarding",
  "/operations",
  "/emails",
  "/audit",
  "/settings",
  "/security",
];

test("AUT20 AUT21 AUT30 RTE03 who is no admin is told so and sees nothing of the admin area", async ({
  page,
  context,
  sayso,
}) => {
  await forgetAttempts(sayso);
  const client = await addClient(sayso, { company_name: uniqueName("Secret Shop") });
  for (const path of SCREENS) {
    await page.goto(`/clients/admin${path}`);
    await expect(page).toHaveURL(/\/clients\/admin\/login\?next=/);
  }
  for (const [area, user] of [
    ["client", await addUser(sayso, { clientId: client.id })],
    ["affiliate", await addUser(sayso, { roles: ["affiliate"] })],
  ] as const) {
    await context.clearCookies();
    await carrySession(context, sayso, user, area);
    for (const path of SCREENS) {
      await page.goto(`/clients/admin${path}`);
      await expect(toast(page, "Access denied", "You don't have admin privileges.")).toBeVisible();
      await expect(heading(page, "Admin login")).toBeVisible();
      await expect(page.getByText(client.company_name)).toBeHidden();
    }
  }
});

test("RTE09 AUT20 the navigation holds Clients, Affiliates and Add Client, and logging out lands on the admin's login", async ({
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

test("ADM08 the support phone is shown, and where it is set when there is none", async ({
  page,
  admin,
  sayso,
}) => {
  await page.goto("/clients/admin");
  const card = page.getByRole("region", { name: "Support Info" });
  await expect(card).toContainText("No support number yet.");
  await sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('support_phone', '+44 20 7946 0000')",
  );
  await page.reload();
  await expect(card.getByRole("link", { name: "+44 20 7946 0000" }), admin.email).toHaveAttribute(
    "href",
    "tel:+442079460000",
  );
  await sayso.change("DELETE FROM admin_settings WHERE setting_key = 'support_phone'");
});
