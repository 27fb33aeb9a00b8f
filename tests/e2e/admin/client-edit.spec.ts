import { addClient } from "../../support/people/owner/clients.ts";
import { call, signIn } from "../../support/people/owner/users.ts";
import { heading } from "../login-pages.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, field, openLine, save, test, uniqueName } from "./admin.ts";

test("the form of a client shows its logo, former slugs and both values of a conflict (ADM16)", async ({
  page,
  admin,
  sayso,
}) => {
  const old = `old-door-${crypto.randomUUID().slice(0, 8)}`;
  const client = await addClient(sayso, { company_name: uniqueName("Looked At"), custom_slug: old });
  const cookie = await signIn(sayso, admin, "admin");
  const changed = { custom_slug: `${old}-now`, contact_name: "Theirs" };
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  const form = dialog(page, `Edit ${client.company_name}`);
  await field(page, "Contact name").fill("Mine");
  const concurrentEdit = await call(sayso, "PATCH", `/api/admin/clients/${client.id}`, {
    cookie,
    body: { changed, loaded: { custom_slug: old, contact_name: "Owner" } },
  });
  expect(concurrentEdit.status).toBe(200);
  await save(page).click();
  await expect(page.getByRole("list", { name: "Changed by somebody else in the meantime" })).toBeVisible();
  await axe(page, "edit, with a conflict");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Keep mine for Contact name").click();
  await form.getByLabel("Logo file", { exact: true }).setInputFiles("tests/support/films/logo.png");
  await save(page).click();
  await expect(toast(page, "Client updated successfully")).toBeVisible();
  await expect(form).toBeHidden();

  await button(page, `Edit ${client.company_name}`).click();
  const logo = form.getByRole("img", { name: `Logo of ${client.company_name} now` });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await field(page, "Credits remaining").fill("");
  await save(page).click();
  await expect(page.getByText("Please enter a whole number from 0 to 1,000,000.")).toBeVisible();
  const former = page.getByRole("list", { name: "Former slugs" });
  await former.getByRole("button", { name: `Use again ${old}` }).click();
  await expect(former.getByRole("button", { name: "Yes, use it" })).toBeFocused();
  await axe(page, "edit, with a logo, an error and a former slug");
  await page.setViewportSize({ width: 1280, height: 800 });
  await former.getByRole("button", { name: "No" }).click();
  await expect(former.getByRole("button", { name: `Use again ${old}` })).toBeFocused();
});

test("Back out of the edit dialog keeps the search and the place, and so do saving and Add Client (ADM16)", async ({
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
  const rows = page.getByRole("table", { name: "Client Accounts" }).getByRole("rowheader");
  await expect(rows).toHaveCount(12);
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
  // Text typed just before a dialog opens belongs to the list's history entry, below the dialog's.
  await page.getByRole("searchbox", { name: "Search" }).fill(`${name} 1`);
  await button(page, "Add New Client").click();
  await expect(dialog(page, "New client")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/q=Stepped\+\w+\+1$/);
  await page.goBack();
  await expect(heading(page, "Operations")).toBeVisible();
});
