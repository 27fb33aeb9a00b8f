import { Buffer } from "node:buffer";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { forgetAttempts, heading } from "../login-pages.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, field, line, openLine, save, test, uniqueName } from "./admin.ts";

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
  await expect(page.getByText("Please enter a whole number from 0 to 1,000,000.")).toBeVisible();
  await field(page, "Credits remaining").fill("20");
  await field(page, "Manual credit adjustment").fill("+5");
  await expect(page.getByText("Set the remaining credits or adjust them, not both.")).toHaveCount(2);
  await axe(page, "edit, with errors");
  await page.setViewportSize({ width: 1280, height: 800 });
  await field(page, "Credits remaining").fill("10");
  await expect(page.getByText("10 becomes 15.")).toBeVisible();
  await field(page, "Manual credit adjustment").fill("-11");
  await save(page).click();
  await expect(page.getByText("There are not that many credits to take away.")).toBeVisible();
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
  await expect(form).toContainText("None yet.");
  await expect(form).toContainText("Currently the one we generate.");
  await file("Logo file").setInputFiles({
    name: "a.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture"),
  });
  await expect(form).toContainText("Invalid file type");
  await expect(save(page), "nothing to save").toBeDisabled();

  await file("Logo file").setInputFiles("tests/support/films/logo.png");
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
  for (const name of ["logo.png", "wide.png"]) await expect(form.getByText(name)).toBeVisible();
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

  await file("QR file").setInputFiles("tests/support/films/logo.png");
  await expect(form).toContainText("Uploaded when you save.");
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
  // What is typed a moment before a dialog opens belongs to the list beneath it.
  await page.getByRole("searchbox", { name: "Search" }).fill(`${name} 1`);
  await button(page, "Add New Client").click();
  await expect(dialog(page, "New client")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/q=Stepped\+\w+\+1$/);
  await page.goBack();
  await expect(heading(page, "Operations")).toBeVisible();
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
  const conflicts = page.getByRole("list", { name: "Changed by somebody else in the meantime" });
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
  const conflicts = page.getByRole("list", { name: "Changed by somebody else in the meantime" });
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

test("ADM19 what cannot be saved is said, and a client that is not there cannot be edited", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Offline") });
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  await field(page, "Contact name").fill("Never");
  await expect(page.locator(".toast-layer")).toBeAttached();
  await context.setOffline(true);
  await save(page).click();
  await expect(toast(page, "Error", "We cannot reach the server.")).toBeVisible();
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
  await expect(
    found.filter({ hasText: "A test file was put into the folder, read back and removed." }),
  ).toBeVisible();
  expect(await sayso.keys(`drive/${client.id}/`), "the test leaves nothing behind").toEqual([]);
  await field(page, "Drive link").fill("https://drive.example/gone");
  await expect(found.locator(".text-success"), "it was another link").toBeHidden();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(found.locator(".text-danger")).toBeVisible();
});
