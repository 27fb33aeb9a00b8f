import { Buffer } from "node:buffer";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser } from "../../support/people/owner/users.ts";
import * as login from "../login-pages.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, field, line, test, uniqueName } from "./admin.ts";

test("ADM02 ADM10 ADM11 ADM13 ADM14 ADM20 AUT14 a client is created, invited, and sets its first password by the mail", async ({
  page,
  admin,
  sayso,
  browser,
  context,
}) => {
  const company = uniqueName("Café Crème");
  const address = `cafe-${crypto.randomUUID().slice(0, 8)}@post.example`;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/clients/admin");
  await button(page, "Add New Client").click();
  const form = dialog(page, "New client");
  await expect(form.getByRole("combobox", { name: "Plan type" })).toHaveValue("standard");
  await expect(form.getByRole("combobox", { name: "Status" })).toHaveValue("pending_invite");
  await expect(form.getByRole("combobox", { name: "Status" }).getByRole("option")).toHaveText([
    "pending_invite",
    "active",
    "suspended",
  ]);
  await expect(field(page, "Credits per month")).toHaveValue("50");
  await field(page, "Company name").fill(`  ${company}  `);
  await field(page, "Contact name").fill("Zoé");
  await field(page, "Email").fill(address);
  await expect(field(page, "Custom slug")).toHaveValue(/^cafe-creme-/);
  await form.getByLabel("Next reset date").fill("2027-01-31");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    form.getByText("Choose an image").first().click(),
  ]);
  await chooser.setFiles("tests/support/films/logo.png");
  await expect(form.getByText("logo.png")).toBeVisible();
  await button(page, "Create client").click();

  const created = dialog(page, "Client created");
  await expect(created).toContainText("It works for 72 hours");
  for (let i = 0; i < 2; i += 1) await page.keyboard.press("Escape");
  await expect(created, "what is shown once goes by its own button only").toBeVisible();
  const password = (await created.locator("code").innerText()).trim();
  await button(page, "Copy password").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  await axe(page, "created");
  await page.setViewportSize({ width: 1280, height: 800 });
  const row = await sayso.row("SELECT * FROM clients WHERE email = ?", address);
  expect(row).toMatchObject({
    company_name: company,
    status: "pending_invite",
    credits_per_month: 50,
    credits_remaining: 50,
    next_reset_date: "2027-01-31",
    watermark_enabled: 1,
    drive_link: `/drive/folder/${row?.id}`,
  });
  expect(row?.logo_url).toContain(row?.id);
  await button(page, "Send invitation").click();
  await expect(toast(page, "Invitation sent!")).toBeVisible();
  await button(page, "Done").click();
  await expect(page.getByText(password), "it is never shown again").toBeHidden();
  await expect(line(page, { company_name: company })).toBeVisible();

  const mail = await login.mailTo(sayso, address, "Your Sayso portal is ready");
  expect(mail.text + mail.html, "no mail carries the password").not.toContain(password);
  const own = await browser.newContext({ baseURL: sayso.url.origin });
  try {
    const theirs = await own.newPage();
    await theirs.goto(login.linkOf(mail));
    await login.newPassword(theirs).fill("a first password");
    await login.repeat(theirs).fill("a first password");
    await button(theirs, "Set password").click();
    await login.logIn(theirs, { email: address, password: "a first password" });
    await expect(login.heading(theirs, company), `made by ${admin.email}`).toBeVisible();
  } finally {
    await own.close();
  }
});

test("ADM14 the temporary password opens the portal once it is changed, and after 72 hours no more", async ({
  page,
  admin,
  sayso,
  browser,
}) => {
  const company = uniqueName("Temp");
  const address = `temp-${crypto.randomUUID().slice(0, 8)}@post.example`;
  await page.goto("/clients/admin?add=1");
  await field(page, "Company name").fill(company);
  await field(page, "Contact name").fill("Tom");
  await field(page, "Email").fill(address);
  await expect(field(page, "Custom slug")).toHaveValue(/^temp-/);
  await button(page, "Create client").click();
  const password = (await dialog(page, "Client created").locator("code").innerText()).trim();
  await page.reload();
  await expect(page.getByText(password), `${admin.email} cannot read it again`).toBeHidden();

  await login.forgetAttempts(sayso);
  const own = await browser.newContext({ baseURL: sayso.url.origin });
  try {
    const theirs = await own.newPage();
    await theirs.goto(login.pages.client);
    const until = (ms: number) =>
      sayso.change("UPDATE users SET temporary_until = ? WHERE email = ?", Date.now() + ms, address);
    await until(-1000);
    await login.logIn(theirs, { email: address, password });
    await expect(toast(theirs, "Login failed").first()).toBeVisible();
    await expect(login.newPassword(theirs)).toBeHidden();
    await until(72 * 3_600_000);
    await login.logIn(theirs, { email: address, password });
    await login.newPassword(theirs).fill("my own password");
    await login.repeat(theirs).fill("my own password");
    await button(theirs, "Set password").click();
    await login.logIn(theirs, { email: address, password });
    await expect(theirs.getByRole("heading", { level: 1, name: company })).toBeHidden();
    await expect(login.email(theirs)).toBeVisible();
    await login.logIn(theirs, { email: address, password: "my own password" });
    await expect(login.heading(theirs, company)).toBeVisible();
  } finally {
    await own.close();
  }
});

test("ADM12 ADM15 what cannot be is said at its field, what was typed stays, and nothing is created", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  const other = await addClient(sayso, { company_name: uniqueName("Other") });
  const user = await addUser(sayso);
  const company = uniqueName("Typed");
  await page.goto("/clients/admin?add=1");
  await button(page, "Create client").click();
  await expect(page.getByText("Please enter the company's name.")).toBeVisible();
  await expect(page.getByText("Please enter a contact.")).toBeVisible();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await expect(field(page, "Company name")).toBeFocused();
  await field(page, "Company name").fill(company);
  await field(page, "Contact name").fill("Ty");
  await field(page, "Email").fill(user.email);
  for (const bad of ["", "0", "1.5", "-3"]) {
    await field(page, "Credits per month").fill(bad);
    await button(page, "Create client").click();
    await expect(page.getByText("Please enter a whole number from 1 to 1,000,000.")).toBeVisible();
  }
  await field(page, "Credits per month").fill("75");
  for (const nowhere of ["drive.example", "https://drive.example/folder"]) {
    await field(page, "Drive link").fill(nowhere);
    await button(page, "Create client").click();
    await expect(field(page, "Drive link")).toHaveAccessibleDescription(
      "Sayso cannot deliver to this address. Leave it empty for the built-in drive, or connect the drive in the client's portal first.",
    );
    await expect(field(page, "Drive link")).toBeFocused();
  }
  await field(page, "Drive link").fill("");
  await field(page, "Custom slug").fill(other.custom_slug);
  await expect(page.getByText("Another client has this address already.")).toBeVisible();
  await field(page, "Custom slug").fill(`typed-${crypto.randomUUID().slice(0, 8)}`);
  for (const [file, text] of [
    [{ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") }, "Invalid file type"],
    [{ name: "a.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1_048_576 + 1) }, "File too large"],
    [{ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") }, "Invalid file type"],
  ] as const) {
    await page.getByLabel("Logo file").setInputFiles(file);
    await expect(page.getByText(text)).toBeVisible();
  }
  await axe(page, "new client, with errors");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Create client").click();
  await expect(toast(page, "Error", "Failed to create client").first()).toBeVisible();
  await expect(page.getByText("This address already belongs to another account.")).toBeVisible();
  await expect(field(page, "Email")).toBeFocused();

  await context.setOffline(true);
  await button(page, "Create client").click();
  await expect(page.getByText("We cannot reach the server.")).toBeVisible();
  await context.setOffline(false);
  await expect(field(page, "Company name")).toHaveValue(company);
  await page.reload();
  await expect(field(page, "Company name"), `${admin.email} finds what was typed`).toHaveValue(company);
  await expect(field(page, "Credits per month")).toHaveValue("75");
  await button(page, "Start over").click();
  await expect(field(page, "Company name")).toHaveValue("");
  expect(await sayso.row("SELECT 1 FROM clients WHERE company_name = ?", company)).toBeUndefined();
});

test("ADM02 RTE09 Back closes the dialog for a new client and stays on the clients; once closed by hand, Back goes on", async ({
  page,
  admin,
}) => {
  await page.goto("/clients/admin/operations");
  await expect(login.heading(page, "Operations")).toBeVisible();
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
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(page).toHaveURL("/clients/admin");
  await page.goBack();
  await expect(login.heading(page, "Operations")).toBeVisible();

  await page.getByRole("link", { name: "Add Client" }).click();
  await expect(form).toBeVisible();
  await page.goBack();
  await expect(login.heading(page, "Operations"), "it came from here").toBeVisible();
  await page.goto("/clients/admin?add=1");
  await button(page, "Close").click();
  await expect(page, "opened by its own address").toHaveURL("/clients/admin");
});

test("ADM14 neither Escape nor Back leads away from a password that is shown once", async ({
  page,
  admin,
}) => {
  const company = uniqueName("Firm");
  await page.goto("/clients/admin");
  await button(page, "Add New Client").click();
  await field(page, "Company name").fill(company);
  await field(page, "Contact name").fill("Fay");
  await field(page, "Email").fill(`firm-${crypto.randomUUID().slice(0, 8)}@post.example`);
  await expect(field(page, "Custom slug")).toHaveValue(/^firm-/);
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/functions/v1/create-client", async (route) => {
    await gate;
    await route.continue();
  });
  await button(page, "Create client").click();
  await expect(button(page, "Creating")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page, "New client")).toBeHidden();
  letGo();
  const created = dialog(page, "Client created");
  const password = await created.locator("code").innerText();
  await page.evaluate(async () => {
    history.back();
    // Long enough for the step and the one that takes it back.
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  await expect(created.getByText(password), admin.email).toBeVisible();
  await expect(page).toHaveURL(/add=1/);
  await button(page, "Done").click();
  await expect(created).toBeHidden();
  await expect(page).toHaveURL("/clients/admin");
  await expect(line(page, { company_name: company })).toBeVisible();
});

test("AUT20 an admin whose session has ended keeps what was typed", async ({ page, admin, sayso }) => {
  const first = login.firstScreen(page);
  await page.goto("/clients/admin?add=1");
  await first;
  await sayso.change("DELETE FROM sessions WHERE user_id = ?", admin.id);
  // What stands there asks for a slug.
  await field(page, "Company name").fill("Half a name");
  await expect(toast(page, "Your session has ended")).toBeVisible();
  await login.forgetAttempts(sayso);
  await login.logIn(page, admin);
  await expect(field(page, "Company name")).toHaveValue("Half a name");
});
