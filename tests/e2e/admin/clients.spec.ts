import { Buffer } from "node:buffer";
import type { Page } from "@playwright/test";
import { addClient } from "../../support/clients.ts";
import { addUser, call, signIn } from "../../support/users.ts";
import { carrySession } from "../client/owner.ts";
import {
  doors,
  email,
  forgetAttempts,
  heading,
  linkOf,
  logIn,
  mailTo,
  newPassword,
  repeat,
} from "../doors.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { failForGood, line, openLine, test, uniqueName } from "./admin.ts";

const SCREENS = [
  "",
  "/setups",
  "/sign-ups",
  "/affiliates",
  "/automation",
  "/operations",
  "/emails",
  "/audit",
  "/settings",
  "/security",
];
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

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
  await page.goto(doors.admin);
  await expect(page, `${admin.email} goes on to the clients`).toHaveURL("/clients/admin");
  const nav = page.getByRole("navigation", { name: "Admin" });
  for (const [name, title] of [
    ["Set-ups", "Set-ups"],
    ["Sign-ups", "Sign-ups"],
    ["Affiliates", "Affiliates"],
    ["Automation", "Automation"],
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
  await expect(page).toHaveURL(doors.admin);
});

test("ADM01 ADM03 ADM04 ADM05 RTE11 the table says everything about a client, newest first", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  const name = uniqueName("Ledger");
  const old = await addClient(sayso, {
    company_name: `${name} old`,
    status: "suspended",
    credits_remaining: 0,
  });
  await sayso.change("UPDATE clients SET created_at = created_at - 86400000 WHERE id = ?", old.id);
  const client = await addClient(sayso, {
    company_name: `${name} new`,
    review_link_type: "Trustpilot",
    review_link_url: "https://review.example/x",
    watermark_enabled: 1,
  });
  await sayso.change(
    "UPDATE clients SET submissions_count = 12, storage_bytes = 3145728 WHERE id = ?",
    client.id,
  );
  await page.goto(`/clients/admin?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("note")).toContainText(
    "Storage usage has to be looked up in the hosting backend's own dashboard.",
  );
  const table = page.getByRole("table", { name: "Client Accounts" });
  for (const column of [
    "Company name",
    "Contact name",
    "Email",
    "Plan type",
    "Per month",
    "Remaining",
    "Watermark",
    "Drive link",
    "Custom slug",
    "Review link",
    "Submissions",
    "Status",
    "Actions",
  ]) {
    await expect(table.getByRole("columnheader").filter({ hasText: column })).toBeVisible();
  }
  await expect(table.getByRole("rowheader")).toHaveText([/new/, /old/]);
  for (const text of [
    client.email,
    "Owner",
    "standard",
    "50",
    "On",
    "12",
    "3.0 MB",
    "active",
    "No login yet",
  ]) {
    await expect(line(page, client)).toContainText(text);
  }
  await expect(line(page, client).getByRole("link", { name: /Trustpilot/ })).toHaveAttribute(
    "href",
    "https://review.example/x",
  );
  const view = line(page, client).getByRole("link", { name: /View/ });
  await expect(view).toHaveAttribute(
    "href",
    `/clients/dashboard?clientId=${client.id}&slug=${client.custom_slug}`,
  );
  const [opened] = await Promise.all([context.waitForEvent("page"), view.click()]);
  const banner = opened.getByRole("note").filter({ hasText: "Admin View" });
  await expect(banner, "CLI04").toContainText(client.company_name);
  await banner.getByRole("link", { name: "Back to the admin area" }).click();
  await expect(line(opened, client), `${admin.email} is back at the line`).toBeVisible();
  await expect(table.getByRole("rowheader")).toHaveCount(2);
});

test("ADM03 searching, filtering and sorting stand in the address, and the export has the same lines", async ({
  page,
  admin,
  sayso,
}) => {
  const name = uniqueName("Sorted");
  for (const [suffix, credits, status] of [
    ["b", 5, "active"],
    ["a", 9, "suspended"],
    ["c", 1, "active"],
  ] as const) {
    await addClient(sayso, { company_name: `${name} ${suffix}`, credits_remaining: credits, status });
  }
  const names = page.getByRole("table", { name: "Client Accounts" }).getByRole("rowheader");
  await page.goto("/clients/admin");
  await page.getByRole("searchbox", { name: "Search" }).fill(name);
  await expect(page).toHaveURL(/q=Sorted/);
  await expect(names).toHaveCount(3);
  await button(page, "Company name").click();
  await expect(names).toHaveText([/ a/, / b/, / c/]);
  await expect(page.getByRole("columnheader").filter({ hasText: "Company name" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Fewest credits");
  await expect(names).toHaveText([/ c/, / b/, / a/]);
  await page.getByRole("combobox", { name: "Status" }).selectOption("active");
  await expect(names).toHaveText([/ c/, / b/]);
  await page.reload();
  await expect(names, `${admin.email} finds the same after a reload`).toHaveText([/ c/, / b/]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const stream = await download.createReadStream();
  const csv = Buffer.concat(await stream.toArray()).toString();
  expect(csv.trim().split("\r\n")).toHaveLength(3);
  await page.getByRole("combobox", { name: "Plan" }).selectOption("no-setup");
  await expect(page.getByRole("heading", { name: "No client fits" })).toBeVisible();
  await button(page, "Show all").click();
  await expect(page).not.toHaveURL(/q=/);
});

test("ADM03 more than a page of clients is loaded on demand", async ({ page, admin, sayso }) => {
  const name = uniqueName("Many");
  for (let i = 0; i < 53; i += 1) await addClient(sayso, { company_name: `${name} ${i}` });
  await openLine(page, { company_name: name });
  const names = page.getByRole("table", { name: "Client Accounts" }).getByRole("rowheader");
  await expect(names).toHaveCount(50);
  await button(page, "Load more").click();
  await expect(names, admin.email).toHaveCount(53);
  await expect(button(page, "Load more")).toBeHidden();
});

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
  await chooser.setFiles("tests/support/logo.png");
  await button(page, "Create client").click();

  const created = dialog(page, "Client created");
  await expect(created).toContainText("valid for 72 hours");
  for (let i = 0; i < 2; i += 1) await page.keyboard.press("Escape");
  await expect(created, "what is shown once goes by its own button only").toBeVisible();
  const password = (await created.locator("code").innerText()).trim();
  await button(page, "Copy password").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
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

  const mail = await mailTo(sayso, address, "Your Sayso portal is ready");
  expect(mail.text + mail.html, "no mail carries the password").not.toContain(password);
  const own = await browser.newContext({ baseURL: sayso.url.origin });
  try {
    const theirs = await own.newPage();
    await theirs.goto(linkOf(mail));
    await newPassword(theirs).fill("a first password");
    await repeat(theirs).fill("a first password");
    await button(theirs, "Set password").click();
    await logIn(theirs, { email: address, password: "a first password" });
    await expect(heading(theirs, company), `made by ${admin.email}`).toBeVisible();
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

  await forgetAttempts(sayso);
  const own = await browser.newContext({ baseURL: sayso.url.origin });
  try {
    const theirs = await own.newPage();
    await theirs.goto(doors.client);
    const until = (ms: number) =>
      sayso.change("UPDATE users SET temporary_until = ? WHERE email = ?", Date.now() + ms, address);
    await until(-1000);
    await logIn(theirs, { email: address, password });
    await expect(toast(theirs, "Login failed").first()).toBeVisible();
    await expect(newPassword(theirs)).toBeHidden();
    await until(72 * 3_600_000);
    await logIn(theirs, { email: address, password });
    await newPassword(theirs).fill("my own password");
    await repeat(theirs).fill("my own password");
    await button(theirs, "Set password").click();
    await logIn(theirs, { email: address, password });
    await expect(theirs.getByRole("heading", { level: 1, name: company })).toBeHidden();
    await expect(email(theirs)).toBeVisible();
    await logIn(theirs, { email: address, password: "my own password" });
    await expect(heading(theirs, company)).toBeVisible();
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
    await expect(page.getByText("Please enter a whole number of at least 1.")).toBeVisible();
  }
  await field(page, "Credits per month").fill("75");
  for (const nowhere of ["drive.example", "https://drive.example/folder"]) {
    await field(page, "Drive link").fill(nowhere);
    await button(page, "Create client").click();
    await expect(field(page, "Drive link")).toHaveAccessibleDescription(
      "Sayso cannot deliver to this address yet. Leave it empty for the built-in drive.",
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
  await expect(page.getByText("This address signs in to another account already.")).toBeVisible();
  await expect(field(page, "Email")).toBeFocused();

  await context.setOffline(true);
  await button(page, "Create client").click();
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  await context.setOffline(false);
  await expect(field(page, "Company name")).toHaveValue(company);
  await page.reload();
  await expect(field(page, "Company name"), `${admin.email} finds what was typed`).toHaveValue(company);
  await expect(field(page, "Credits per month")).toHaveValue("75");
  await button(page, "Start over").click();
  await expect(field(page, "Company name")).toHaveValue("");
  expect(await sayso.row("SELECT 1 FROM clients WHERE company_name = ?", company)).toBeUndefined();
});

test("ADM16 ADM17 ADM18 ADM19 a client is edited: changed fields only, credits one way or the other", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Edited"), credits_remaining: 10 });
  await sayso.change("UPDATE clients SET last_reset_date = '2026-11-01' WHERE id = ?", client.id);
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  await expect(dialog(page, `Edit ${client.company_name}`)).toBeVisible();
  await expect(save(page), "nothing to save").toBeDisabled();
  await expect(page.getByRole("combobox", { name: "Status" }).last().getByRole("option")).toHaveText([
    "pending_onboarding",
    "pending_invite",
    "active",
    "suspended",
  ]);
  await expect(page.getByText("01 Nov 2026")).toBeVisible();
  await field(page, "Credits remaining").fill("");
  await save(page).click();
  await expect(page.getByText("Please enter a whole number of at least 0.")).toBeVisible();
  await field(page, "Credits remaining").fill("20");
  await field(page, "Manual credit adjustment").fill("+5");
  await expect(page.getByText("Set the credits remaining or adjust them, not both.")).toHaveCount(2);
  await axe(page, "edit, with errors");
  await page.setViewportSize({ width: 1280, height: 800 });
  await field(page, "Credits remaining").fill("10");
  await expect(page.getByText("10 becomes 15.")).toBeVisible();
  await field(page, "Manual credit adjustment").fill("-11");
  await save(page).click();
  await expect(page.getByText("There are not that many credits to take.")).toBeVisible();
  await field(page, "Manual credit adjustment").fill("-3");
  await field(page, "Contact name").fill("New Contact");
  await page.getByRole("switch", { name: "Watermark enabled" }).check();
  // Meanwhile a customer's video takes a credit: a difference does not mind.
  await sayso.change("UPDATE clients SET credits_remaining = 9 WHERE id = ?", client.id);
  await save(page).click();
  await expect(toast(page, "Client updated successfully")).toBeVisible();
  await expect(dialog(page, /Edit/)).toBeHidden();
  expect(await sayso.row("SELECT * FROM clients WHERE id = ?", client.id)).toMatchObject({
    company_name: client.company_name,
    contact_name: "New Contact",
    credits_remaining: 6,
    watermark_enabled: 1,
  });
  await expect(line(page, client)).toContainText("New Contact");
  const entry = await sayso.row("SELECT * FROM audit_log WHERE subject = ?", client.id);
  expect(entry?.actor).toBe(admin.email);
});

test("ADM16 AUT35 logo and QR image are shown and replaced where a client is edited; one that fails says so and the rest is saved", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Pictured") });
  const row = () => sayso.row("SELECT * FROM clients WHERE id = ?", client.id);
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  const form = dialog(page, `Edit ${client.company_name}`);
  const file = (name: string) => form.getByLabel(name, { exact: true });
  await expect(form).toContainText("There is none yet.");
  await expect(form).toContainText("Now it is made by us.");
  await file("Logo file").setInputFiles({
    name: "a.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture"),
  });
  await expect(form).toContainText("Invalid file type");
  await expect(save(page), "nothing to save").toBeDisabled();

  await file("Logo file").setInputFiles("tests/support/logo.png");
  const tooWide = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(8001, 1);
    canvas.getContext("2d");
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await file("QR file").setInputFiles({
    name: "wide.png",
    mimeType: "image/png",
    buffer: Buffer.from(tooWide),
  });
  await field(page, "Contact name").fill("With pictures");
  await field(page, "Manual credit adjustment").fill("+5");
  await save(page).click();
  await expect(toast(page, "Upload failed")).toBeVisible();
  await expect(form.getByText("A picture was not saved. Everything else is.")).toBeVisible();
  await expect(file("QR file")).toHaveAccessibleDescription(/Upload failed.*8000/);
  await expect(file("QR file")).toBeFocused();
  const logo = form.getByRole("img", { name: `Logo of ${client.company_name} now` });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await row()).toMatchObject({
    contact_name: "With pictures",
    credits_remaining: 55,
    qr_code_url: null,
  });
  expect((await row())?.logo_url).toContain(client.id);
  await axe(page, "edit, with a picture that failed");
  await page.setViewportSize({ width: 1280, height: 800 });

  await file("QR file").setInputFiles("tests/support/logo.png");
  await expect(form).toContainText("Sent when you save.");
  await save(page).click();
  await expect(toast(page, "Client updated successfully")).toBeVisible();
  await expect(form).toBeHidden();
  expect(await row(), "an adjustment counts once").toMatchObject({ credits_remaining: 55 });
  expect((await sayso.fetch((await row())?.qr_code_url)).status).toBe(200);
  const audited = await sayso.rows(
    "SELECT actor FROM audit_log WHERE subject = ? AND action = 'asset.replace'",
    client.id,
  );
  expect(audited).toEqual([{ actor: admin.email }, { actor: admin.email }]);
  await button(page, `Edit ${client.company_name}`).click();
  await expect(form.getByRole("img", { name: `QR code of ${client.company_name} now` })).toBeVisible();
  const stranger = await call(sayso, "POST", "/functions/v1/replace-asset", {});
  expect(stranger.status, "nobody else").toBe(401);
});

test("ADM02 RTE09 Back closes the dialog for a new client and stays on the clients; once closed by hand, Back goes on", async ({
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

test("ADM16 Back out of the edit dialog keeps the search and the place, and so do saving and Add Client", async ({
  page,
  admin,
  sayso,
}) => {
  const name = uniqueName("Stepped");
  for (let i = 0; i < 12; i += 1) await addClient(sayso, { company_name: `${name} ${i}` });
  await page.goto("/clients/admin/operations");
  await expect(heading(page, "Operations")).toBeVisible();
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Clients" }).click();
  await page.getByRole("searchbox", { name: "Search" }).fill(name);
  await expect(page).toHaveURL(/q=Stepped/);
  const found = page.url();
  const edit = button(page, `Edit ${name} 0`);
  await edit.scrollIntoViewIfNeeded();
  await edit.click();
  await expect(field(page, "Contact name")).toBeVisible();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await page.goBack();
  await expect(dialog(page, /^Edit/)).toBeHidden();
  await expect(page).toHaveURL(found);
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(name);
  await expect(edit).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(place);

  await edit.click();
  await field(page, "Contact name").fill("Stepped back");
  await save(page).click();
  await expect(toast(page, "Client updated successfully"), admin.email).toBeVisible();
  await expect(dialog(page, /^Edit/)).toBeHidden();
  await expect(page).toHaveURL(found);
  await page.getByRole("link", { name: "Add Client" }).click();
  await expect(dialog(page, "New client")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(found);
  // What is typed a moment before a dialog opens belongs to the list beneath it.
  await page.getByRole("searchbox", { name: "Search" }).fill(`${name} 1`);
  await button(page, "Add New Client").click();
  await expect(dialog(page, "New client")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/q=Stepped\+\w+\+1$/);
  await page.goBack();
  await expect(heading(page, "Operations")).toBeVisible();
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

test("ADM16 two admins edit the same client: nothing is overwritten, and both values are shown", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Shared"), credits_remaining: 10 });
  await forgetAttempts(sayso);
  const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  await field(page, "Contact name").fill("Mine");
  await field(page, "Credits remaining").fill("30");
  await field(page, "Credits per month").fill("60");
  const other = await call(sayso, "PATCH", `/api/admin/clients/${client.id}`, {
    cookie,
    body: {
      changed: { contact_name: "Theirs", credits_remaining: 7, plan_type: "no-setup" },
      loaded: { contact_name: "Owner", credits_remaining: 10, plan_type: "standard" },
    },
  });
  expect(other.status).toBe(200);
  await save(page).click();
  await expect(toast(page, "Error")).toBeVisible();
  const conflicts = page.getByRole("list", { name: "Changed by somebody else meanwhile" });
  await expect(conflicts.getByRole("listitem")).toHaveCount(2);
  for (const text of ["Theirs", "Mine", "30", "7"]) await expect(conflicts).toContainText(text);
  await axe(page, "conflict");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Take theirs for Contact name").click();
  await button(page, "Keep mine for Credits remaining").click();
  await expect(page.getByRole("combobox", { name: "Plan type" })).toHaveValue("no-setup");
  await save(page).click();
  await expect(toast(page, "Client updated successfully")).toBeVisible();
  expect(
    await sayso.row("SELECT * FROM clients WHERE id = ?", client.id),
    `${admin.email} has overwritten nothing`,
  ).toMatchObject({
    contact_name: "Theirs",
    credits_remaining: 30,
    credits_per_month: 60,
    plan_type: "no-setup",
  });
});

test("ADM16 a dialog that is opened again says what somebody else has saved since, and takes none of it along", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Reopened") });
  const cookie = await signIn(sayso, admin, "admin");
  const theirs = (changed: object, loaded: object) =>
    call(sayso, "PATCH", `/api/admin/clients/${client.id}`, { cookie, body: { changed, loaded } });
  const openEdit = async () => {
    await page.goto(`/clients/admin?edit=${client.id}`);
    await expect(field(page, "Contact name")).toBeVisible();
  };
  const conflicts = page.getByRole("list", { name: "Changed by somebody else meanwhile" });
  await openEdit();
  await field(page, "Contact name").fill("Mine");
  expect(
    (
      await theirs(
        { contact_name: "Theirs", credits_per_month: 77 },
        { contact_name: "Owner", credits_per_month: 50 },
      )
    ).status,
  ).toBe(200);
  await save(page).click();
  await expect(conflicts.getByRole("listitem")).toHaveCount(1);
  expect((await theirs({ credits_per_month: 99 }, { credits_per_month: 77 })).status).toBe(200);
  await openEdit();
  await expect(conflicts.getByRole("listitem"), "still to be chosen").toHaveCount(1);
  await button(page, "Keep mine for Contact name").click();
  await save(page).click();
  await expect(toast(page, "Client updated successfully")).toBeVisible();
  expect(await sayso.row("SELECT * FROM clients WHERE id = ?", client.id)).toMatchObject({
    contact_name: "Mine",
    credits_per_month: 99,
  });
});

test("INV47 script in a client's names is inert on the admins' screens", async ({ page, admin, sayso }) => {
  const script = `<img src=x onerror="window.struck=1">${crypto.randomUUID().slice(0, 6)}`;
  const { client } = await failForGood(sayso, script);
  const cookie = await signIn(sayso, admin, "admin");
  await call(sayso, "PATCH", `/api/admin/clients/${client.id}`, {
    cookie,
    body: { changed: { contact_name: script }, loaded: { contact_name: "Owner" } },
  });
  for (const path of ["/clients/admin", "/clients/admin/audit", `/clients/dashboard?clientId=${client.id}`]) {
    await page.goto(path);
    await expect(page.getByText(script).first()).toBeVisible();
    expect(await page.evaluate(() => "struck" in window), path).toBe(false);
  }
});

test("ADM19 what cannot be saved is said, and a client that is not there cannot be edited", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Offline") });
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  await field(page, "Contact name").fill("Never");
  await context.setOffline(true);
  await save(page).click();
  await expect(toast(page, "Error", "The server cannot be reached.")).toBeVisible();
  await context.setOffline(false);
  await expect(field(page, "Contact name")).toHaveValue("Never");
  await page.goto(`/clients/admin?edit=${crypto.randomUUID()}`);
  await expect(page.getByText("There is no such client.")).toBeVisible();
  await expect(save(page), admin.email).toBeHidden();
});

test("ADM16 a drive link is checked and tried before it is saved", async ({ page, admin, sayso }) => {
  const client = await addClient(sayso, { company_name: uniqueName("Driven") });
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  const found = dialog(page, /Edit/).getByRole("status");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(found.locator(".text-success"), admin.email).toBeVisible();
  await button(page, "Test upload").click();
  await expect(found.locator(".text-success")).toBeVisible();
  expect(await sayso.keys(`drive/${client.id}/`), "the test leaves nothing behind").toEqual([]);
  await field(page, "Drive link").fill("https://drive.example/gone");
  await expect(found.locator(".text-success"), "it was another link").toBeHidden();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(found.locator(".text-danger")).toBeVisible();
});

test("ADM06 ADM07 deactivating asks, and the record page blocks at once; reactivating opens it", async ({
  page,
  admin,
  sayso,
  browser,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Switched") });
  const visitor = await (await browser.newContext({ baseURL: sayso.url.origin })).newPage();
  await visitor.goto(`/record/${client.custom_slug}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText("Share your experience");
  await openLine(page, client);
  await button(page, `Deactivate ${client.company_name}`).click();
  const question = dialog(page, "Deactivate?");
  await expect(question).toContainText("takes no videos from this moment on");
  await axe(page, "deactivate");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Keep it active").click();
  await expect(line(page, client)).toContainText("active");
  await button(page, `Deactivate ${client.company_name}`).click();
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expect(toast(page, "Status updated")).toBeVisible();
  await expect(line(page, client)).toContainText("suspended");
  await visitor.reload();
  await expect(visitor.getByText("Share your experience")).toBeHidden();
  await button(page, `Reactivate ${client.company_name}`).click();
  await expect(line(page, client).getByText("active", { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("heading", { level: 1 }), admin.email).toContainText(
    "Share your experience",
  );
  await visitor.context().close();
});

test("ADM06 ADM07 a pending client is reactivated only when that is meant, and not over somebody else's change", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Pending"), status: "pending_invite" });
  await openLine(page, client);
  await button(page, `Reactivate ${client.company_name}`).click();
  await expect(dialog(page, "Reactivate?")).toContainText("Its record page opens at once");
  await button(page, "Leave it pending").click();
  expect((await sayso.row("SELECT status FROM clients WHERE id = ?", client.id))?.status).toBe(
    "pending_invite",
  );
  await button(page, `Reactivate ${client.company_name}`).click();
  await dialog(page, "Reactivate?").getByRole("button", { name: "Reactivate" }).click();
  await expect(toast(page, "Status updated")).toBeVisible();
  await expect(line(page, client).getByText("active", { exact: true })).toBeVisible();
  await sayso.change("UPDATE clients SET status = 'pending_onboarding' WHERE id = ?", client.id);
  await button(page, `Deactivate ${client.company_name}`).click();
  await dialog(page, "Deactivate?").getByRole("button", { name: "Deactivate" }).click();
  await expect(toast(page, "Failed to update status"), admin.email).toBeVisible();
  await expect(line(page, client)).toContainText("pending_onboarding");
});

test("ADM20 an invitation that cannot be sent is said", async ({ page, admin, sayso }) => {
  const taken = await addClient(sayso);
  await addUser(sayso, { clientId: taken.id, email: taken.email });
  const client = await addClient(sayso, { company_name: uniqueName("Twin"), email: taken.email });
  await (await openLine(page, client)).getByRole("button", { name: /^Invite / }).click();
  await expect(toast(page, "Failed to send invitation"), admin.email).toBeVisible();
});

test("ADM08 the support phone is shown, and where it is set when there is none", async ({
  page,
  admin,
  sayso,
}) => {
  await page.goto("/clients/admin");
  const card = page.getByRole("region", { name: "Support Info" });
  await expect(card).toContainText("No support phone is set yet.");
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

test("AUT20 an admin whose session has ended keeps what was typed", async ({ page, admin, sayso }) => {
  await page.goto("/clients/admin?add=1");
  await field(page, "Company name").fill("Half a name");
  await sayso.change("DELETE FROM sessions WHERE user_id = ?", admin.id);
  await expect(field(page, "Custom slug"), "nobody tells it anymore").toHaveValue("");
  await expect(toast(page, "Your session has ended")).toBeVisible();
  await forgetAttempts(sayso);
  await logIn(page, admin);
  await expect(field(page, "Company name")).toHaveValue("Half a name");
});

test("ADM03 a small laptop sees the table with long names too, and a tablet sees cards", async ({
  page,
  admin,
  sayso,
}) => {
  const name = uniqueName("Long");
  await addClient(sayso, {
    company_name: `${name} Featherstonehaugh, Thistlethwaite & Daughters Reupholstery Ltd`,
    email: `accounts.${crypto.randomUUID().slice(0, 8)}@featherstonehaugh-thistlethwaite.example`,
    status: "pending_onboarding",
    review_link_type: "Google Business Profile",
    review_link_url: "https://review.example/x",
  });
  await openLine(page, { company_name: name });
  const table = page.getByRole("table", { name: "Client Accounts" });
  for (const width of [1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(table, `${width} px for ${admin.email}`).toBeVisible();
    await expect(table.getByRole("button", { name: /^Reactivate/ })).toBeInViewport();
    // As on a machine whose scroll bars take room.
    const room = await page.evaluate(() => document.documentElement.clientWidth - 15 - 2 * 32);
    const least = await table.evaluate((element) => {
      element.style.width = "0";
      const { width: needed } = element.getBoundingClientRect();
      element.style.width = "";
      return needed;
    });
    expect(least, `${width} px`).toBeLessThanOrEqual(room);
  }
  await page.setViewportSize({ width: 1000, height: 768 });
  await expect(table).toBeHidden();
  await expect(page.getByRole("list", { name: "Client Accounts" })).toContainText(name);
});

test("ADM03 axe finds nothing on the clients, with lines and without", async ({ page, admin, sayso }) => {
  const client = await addClient(sayso, { company_name: uniqueName("Axe"), status: "pending_invite" });
  await openLine(page, client);
  await expect(line(page, client), admin.email).toBeVisible();
  await axe(page, "clients");
  await page.goto("/clients/admin?q=nobody-has-this");
  await expect(page.getByRole("heading", { name: "No client fits" })).toBeVisible();
  await axe(page, "no clients");
});
