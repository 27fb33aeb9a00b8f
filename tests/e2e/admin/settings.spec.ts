import { heading } from "../login-pages.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { test } from "./admin.ts";

test("ADM09 a setting is checked at its field, saved, and set back to its default", async ({
  page,
  admin,
  sayso,
}) => {
  await page.goto("/clients/admin/settings");
  await expect(heading(page, "Settings")).toBeVisible();
  const phone = page.getByRole("textbox", { name: "support_phone" });
  const stored = () => sayso.row("SELECT * FROM admin_settings WHERE setting_key = 'support_phone'");
  await phone.fill("call me");
  await button(page, "Save support_phone").click();
  await expect(page.getByText("Please enter a phone number.")).toBeVisible();
  await axe(page, "settings, with an error");
  expect(await stored()).toBeUndefined();
  await phone.fill("+44 20 7946 0001");
  await button(page, "Save support_phone").click();
  await expect(toast(page, "Setting saved")).toBeVisible();
  expect((await stored())?.setting_value).toBe("+44 20 7946 0001");
  await button(page, "Use default support_phone").click();
  await expect(phone, admin.email).toHaveValue("");
  await expect.poll(stored).toBeUndefined();
});

test("ADM09 what is typed into a setting and not saved is still there later, beside what holds", async ({
  page,
  admin,
  sayso,
}) => {
  const stored = () =>
    sayso.row("SELECT setting_value FROM admin_settings WHERE setting_key = 'support_phone'");
  const phone = page.getByRole("textbox", { name: "support_phone" });
  const nav = page.getByRole("navigation", { name: "Admin" });
  await page.goto("/clients/admin/settings");
  const toDefault = button(page, "Use default support_phone");
  await expect(toDefault).toBeDisabled();
  await expect(toDefault, "it looks so too").toHaveCSS("text-decoration-line", "none");
  await phone.fill("+44 20 7946 0002");
  await expect(phone).toHaveAccessibleDescription("Not saved. Currently empty.");
  await nav.getByRole("link", { name: "Operations" }).click();
  await expect(heading(page, "Operations")).toBeVisible();
  await nav.getByRole("link", { name: "Settings" }).click();
  await expect(phone).toHaveValue("+44 20 7946 0002");
  expect(await stored(), `${admin.email} has saved nothing`).toBeUndefined();
  await sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('support_phone', '+44 20 7946 0003')",
  );
  await page.reload();
  await expect(phone).toHaveValue("+44 20 7946 0002");
  await expect(phone, "what somebody else has set").toHaveAccessibleDescription(
    "Not saved. Currently: +44 20 7946 0003",
  );
  await axe(page, "settings, with a draft");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Discard support_phone").click();
  await expect(phone).toHaveValue("+44 20 7946 0003");
  await phone.fill(" +44 20 7946 0004 ");
  await button(page, "Save support_phone").click();
  await expect(toast(page, "Setting saved")).toBeVisible();
  await expect(phone).toHaveValue("+44 20 7946 0004");
  expect(await page.evaluate(() => Object.keys(sessionStorage)), "no draft stays").toEqual([]);
  await page.reload();
  await expect(phone).toHaveValue("+44 20 7946 0004");
  await expect(toDefault).toHaveCSS("text-decoration-line", "underline");
  await toDefault.click();
  await expect(phone).toHaveValue("");
  await expect.poll(stored).toBeUndefined();
});

test("ADM09 a setting that somebody else has changed meanwhile is not overwritten silently", async ({
  page,
  admin,
  sayso,
}) => {
  await page.goto("/clients/admin/settings");
  const field = page.getByRole("textbox", { name: "campaign_id" });
  await field.fill("mine");
  await sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('campaign_id', 'theirs')",
  );
  await button(page, "Save campaign_id").click();
  await expect(
    page.getByText("Somebody else has set this to “theirs” in the meantime."),
    admin.email,
  ).toBeVisible();
  await expect(field).toHaveValue("mine");
  await button(page, "Save campaign_id").click();
  await expect(toast(page, "Setting saved")).toBeVisible();
  expect(
    await sayso.row("SELECT setting_value FROM admin_settings WHERE setting_key = 'campaign_id'"),
  ).toEqual({
    setting_value: "mine",
  });
  await sayso.change("DELETE FROM admin_settings WHERE setting_key = 'campaign_id'");
});

test("ADM09 RTE14 a network that knows GET and POST only saves a setting all the same", async ({
  page,
  admin,
  sayso,
}) => {
  const stored = async () =>
    (await sayso.row("SELECT setting_value FROM admin_settings WHERE setting_key = 'support_phone'"))
      ?.setting_value;
  const sent: string[] = [];
  await page.route("**/api/admin/settings/*", (route) => {
    const request = route.request();
    sent.push(request.headers()["x-http-method-override"] ?? request.method());
    if (request.method() === "POST") return route.continue();
    return route.fulfill({ status: 405, contentType: "text/html", body: "<h1>Method not allowed</h1>" });
  });
  await page.goto("/clients/admin/settings");
  await page.getByRole("textbox", { name: "support_phone" }).fill("+44 20 7946 0004");
  await button(page, "Save support_phone").click();
  await expect(toast(page, "Setting saved")).toBeVisible();
  expect(await stored(), admin.email).toBe("+44 20 7946 0004");
  expect(sent).toEqual(["PUT", "PUT"]);
});
