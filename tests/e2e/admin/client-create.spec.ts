import { button, expect } from "../sayso.ts";
import { axe } from "../axe.ts";
import { heading } from "../login-pages.ts";
import { dialog, field, line, test, uniqueName } from "./admin.ts";

test("Back closes the dialog for a new client and stays on the clients; after a manual close it navigates (ADM02 RTE09)", async ({
  page,
  admin,
}) => {
  await page.goto("/clients/admin/operations");
  await expect(heading(page, "Operations")).toBeVisible();
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Clients" }).click();
  await button(page, "Add New Client").click();
  const form = dialog(page, "New client");
  await field(page, "Company name").fill("Kept over a step back");
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL("/clients/admin");
  await expect(button(page, "Add New Client"), admin.email).toBeFocused();
  await page.goForward();
  await expect(field(page, "Company name")).toHaveValue("Kept over a step back");
  await button(page, "Start over").click();
  await button(page, "Create client").click();
  await expect(field(page, "Company name")).toBeFocused();
  await axe(page, "new client, with errors");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(page).toHaveURL("/clients/admin");
  await page.goBack();
  await expect(heading(page, "Operations")).toBeVisible();

  await page.getByRole("link", { name: "Add Client" }).click();
  await expect(form).toBeVisible();
  await page.goBack();
  await expect(heading(page, "Operations"), "it came from here").toBeVisible();
  await page.goto("/clients/admin?add=1");
  await button(page, "Close").click();
  await expect(page, "opened by its own address").toHaveURL("/clients/admin");
});

test("neither Escape nor Back leads away from a password that is shown once, and it can be copied (ADM14)", async ({
  page,
  admin,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const company = uniqueName("Firm");
  await page.goto("/clients/admin");
  await button(page, "Add New Client").click();
  const form = dialog(page, "New client");
  await field(page, "Company name").fill(company);
  await field(page, "Contact name").fill("Fay");
  await field(page, "Email").fill(`firm-${crypto.randomUUID().slice(0, 8)}@post.example`);
  await expect(field(page, "Custom slug")).toHaveValue(/^firm-/);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    form.getByText("Choose an image").first().click(),
  ]);
  await chooser.setFiles("tests/support/films/logo.png");
  await expect(form.getByText("logo.png")).toBeVisible();
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/functions/v1/create-client", async (route) => {
    await gate;
    await route.continue();
  });
  await button(page, "Create client").click();
  await expect(button(page, "Creating")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  release();
  const created = dialog(page, "Client created");
  const password = (await created.locator("code").innerText()).trim();
  for (let i = 0; i < 2; i += 1) await page.keyboard.press("Escape");
  await page.evaluate(() => {
    document.documentElement.dataset.steps = "";
    // The page hands no `popstate` on.
    navigation.addEventListener("currententrychange", () => (document.documentElement.dataset.steps += "."));
    history.back();
  });
  // One step back, and the step that undoes it.
  await expect(page.locator("html")).toHaveAttribute("data-steps", "..");
  await expect(created.getByText(password), admin.email).toBeVisible();
  await expect(page).toHaveURL(/add=1/);
  await button(page, "Copy password").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  await axe(page, "created");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Done").click();
  await expect(created).toBeHidden();
  await expect(page).toHaveURL("/clients/admin");
  await expect(line(page, { company_name: company })).toBeVisible();
});
