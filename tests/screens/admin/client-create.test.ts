// The form of a new client: fields, validation, drafts, and the created client.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { findDialog, holds, noDialog, openAdmin, valueOf } from "../../support/screens/admin.ts";
import { clearAttempts, logIn, logins } from "../../support/screens/login.ts";
import { descriptionOf, eventually, fill, hasFocus, isAt, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, linkIn } from "../../support/people/owner/users.ts";
import { mailTo, startWorker, type Sayso } from "../../support/runtime/worker.ts";

const NEW = "/clients/admin?add=1";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const someone = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@post.example`;
const field = (page: Page, name: string) => page.get("textbox", name);

/** Fills in the required fields, once the form is open. */
async function type(page: Page, fields: { company: string; contact: string; email: string }): Promise<void> {
  fill(await page.find("textbox", "Company name"), fields.company);
  fill(field(page, "Contact name"), fields.contact);
  fill(field(page, "Email"), fields.email);
}

async function setFirstPassword(page: Page, password: string): Promise<void> {
  fill(await page.findField("New password"), password);
  fill(page.field("Repeat password"), password);
  await page.click("button", "Set password");
}

test("creates and invites a client, who sets its first password by the mail (ADM02 ADM10 ADM11 ADM13 ADM14 ADM20 AUT14)", async (t) => {
  const company = uniqueName("Café Crème");
  const email = someone("cafe");
  const { page } = await openAdmin(t, sayso, "/clients/admin");
  await page.click("button", "Add New Client");
  const form = await findDialog(page, "New client");
  const status = form.get("combobox", "Status") as HTMLSelectElement;
  assert.equal((form.get("combobox", "Plan type") as HTMLSelectElement).value, "standard");
  assert.equal(status.value, "pending_invite");
  assert.deepEqual([...status.options].map(textOf), ["Not activated yet", "Active", "Suspended"]);
  assert.equal(valueOf(page, "Credits per month"), "50");
  await type(page, { company: `  ${company}  `, contact: "Zoé", email });
  await holds(page, "Custom slug", /^cafe-creme-/);
  fill(form.field("Next reset date"), "2027-01-31");
  const logo = await readFile("tests/support/films/logo.png");
  await page.user.upload(form.field("Logo file"), new File([logo], "logo.png", { type: "image/png" }));
  await form.findText("logo.png");
  await page.click("button", "Create client");

  const created = await findDialog(page, "Client created");
  assert.ok(created.text().includes("It works for 72 hours"));
  for (let i = 0; i < 2; i += 1) await page.user.keyboard("{Escape}");
  page.get("dialog", "Client created");
  const password = textOf(page.get("dialog").querySelector("code"));
  assert.ok(password.length > 0);
  await page.click("button", "Copy password");
  await eventually(async () => assert.equal(await page.window.navigator.clipboard.readText(), password));
  const row = await sayso.row("SELECT * FROM clients WHERE email = ?", email);
  assert.partialDeepStrictEqual(row, {
    company_name: company,
    status: "pending_invite",
    credits_per_month: 50,
    credits_remaining: 50,
    next_reset_date: "2027-01-31",
    watermark_enabled: 1,
    drive_link: `/drive/folder/${row?.id}`,
  });
  assert.ok(row?.logo_url.includes(row?.id));
  await page.click("button", "Send invitation");
  await page.toast("Invitation sent!");
  await page.click("button", "Done");
  await noDialog(page);
  assert.ok(!page.text().includes(password), "it is never shown again");
  await page.find("rowheader", new RegExp(company));

  const mail = await mailTo(sayso, email);
  assert.equal(mail.subject, "Your Sayso portal is ready");
  assert.ok(!(mail.text + mail.html).includes(password), "no mail carries the password");
  const { url } = linkIn(mail);
  const otherPage = await openPage(t, sayso, url.pathname + url.hash);
  await setFirstPassword(otherPage, "a first password");
  await logIn(otherPage, { email, password: "a first password" });
  await otherPage.find("heading", company, { level: 1 });
});

test("opens the portal by the temporary password once it is changed, and after 72 hours no more (ADM14)", async (t) => {
  const company = uniqueName("Temp");
  const email = someone("temp");
  const { page } = await openAdmin(t, sayso, NEW);
  await type(page, { company, contact: "Tom", email });
  await holds(page, "Custom slug", /^temp-/);
  await page.click("button", "Create client");
  await findDialog(page, "Client created");
  const password = textOf(page.get("dialog").querySelector("code"));
  await page.goto(page.address);
  await page.find("button", "Add New Client");
  assert.ok(!page.text().includes(password), "it cannot be read again");

  await clearAttempts(sayso);
  const clientPage = await openPage(t, sayso, logins.client);
  const until = (ms: number) =>
    sayso.change("UPDATE users SET temporary_until = ? WHERE email = ?", Date.now() + ms, email);
  await until(-1000);
  await logIn(clientPage, { email, password });
  await clientPage.toast("Login failed");
  assert.ok(clientPage.lacks(/^New password/));
  await until(72 * 3_600_000);
  await logIn(clientPage, { email, password });
  await setFirstPassword(clientPage, "my own password");
  await clientPage.find("textbox", "Email");
  const tried = clientPage.calls.filter((call) => call === "POST /api/auth/login").length;
  await logIn(clientPage, { email, password });
  await eventually(() => {
    assert.equal(clientPage.calls.filter((call) => call === "POST /api/auth/login").length, tried + 1);
    assert.ok(!clientPage.get("button", "Login").hasAttribute("disabled"));
  });
  assert.equal(clientPage.all("heading", company, { level: 1 }).length, 0);
  await logIn(clientPage, { email, password: "my own password" });
  await clientPage.find("heading", company, { level: 1 });
});

test("says what cannot be at its field, keeps what was typed, and creates nothing (ADM12 ADM15 ERR01)", async (t) => {
  const other = await addClient(sayso, { company_name: uniqueName("Other") });
  const taken = await addUser(sayso);
  const company = uniqueName("Typed");
  const { page, line } = await openAdmin(t, sayso, NEW);
  await page.click("button", "Create client");
  await page.toast("Error");
  await page.waitForText("Please enter the company's name.");
  await page.waitForText("Please enter a slug.");
  await page.waitForText("Please enter a contact name.");
  await page.waitForText("Please enter a valid email address.");
  await hasFocus(() => field(page, "Company name"));
  await type(page, { company, contact: "Ty", email: taken.email });
  const number = "Please enter a whole number from 1 to 1,000,000.";
  for (const bad of ["", "0", "1.5", "-3"]) {
    fill(field(page, "Credits per month"), "75");
    await eventually(() => assert.ok(page.lacks(number)));
    fill(field(page, "Credits per month"), bad);
    await page.click("button", "Create client");
    await page.findText(number);
  }
  fill(field(page, "Credits per month"), "75");
  await holds(page, "Custom slug", /^typed-/);
  assert.ok(page.lacks("Please enter a slug."), "one was suggested since");
  for (const nowhere of ["drive.example", "https://drive.example/folder"]) {
    fill(field(page, "Drive link"), nowhere);
    await page.click("button", "Create client");
    await eventually(() =>
      assert.equal(
        descriptionOf(field(page, "Drive link")),
        "Sayso cannot deliver to this address. Leave it empty for the built-in drive, or connect the drive in the client's portal first.",
      ),
    );
    await hasFocus(() => field(page, "Drive link"));
  }
  fill(field(page, "Drive link"), "");
  fill(field(page, "Custom slug"), other.custom_slug);
  await page.waitForText("Another business has this address already.");
  fill(field(page, "Custom slug"), `typed-${crypto.randomUUID().slice(0, 8)}`);
  const user = page.user.setup({ applyAccept: false });
  for (const [file, text] of [
    [new File(["x"], "a.txt", { type: "text/plain" }), "Invalid file type"],
    [new File([new Uint8Array(5 * 1_048_576 + 1)], "a.png", { type: "image/png" }), "File too large"],
    [new File(["no picture"], "a.png", { type: "image/png" }), "Invalid file type"],
  ] as const) {
    await user.upload(page.field("Logo file"), file);
    await page.waitForText(text);
  }
  await page.click("button", "Create client");
  await page.toast("Error", "Failed to create client");
  await page.waitForText("This address already belongs to another account.");
  await hasFocus(() => field(page, "Email"));

  line.isCut = true;
  await page.click("button", "Create client");
  await page.waitForText("We cannot reach the server.");
  line.isCut = false;
  assert.equal(valueOf(page, "Company name"), company);
  await page.goto(NEW);
  await page.find("textbox", "Company name");
  assert.equal(valueOf(page, "Company name"), company);
  assert.equal(valueOf(page, "Credits per month"), "75");
  await page.click("button", "Start over");
  await holds(page, "Company name", "");
  assert.equal(await sayso.row("SELECT 1 FROM clients WHERE company_name = ?", company), undefined);
});

test("keeps what an admin typed whose session has ended (AUT20)", async (t) => {
  const { page, admin } = await openAdmin(t, sayso, NEW);
  await page.find("textbox", "Company name");
  await sayso.change("DELETE FROM sessions WHERE user_id = ?", admin.id);
  // The company name triggers a suggested slug.
  fill(field(page, "Company name"), "Half a name");
  await page.toast("Your session has ended");
  await clearAttempts(sayso);
  await logIn(page, admin);
  await page.find("textbox", "Company name");
  await holds(page, "Company name", "Half a name");
  await isAt(page, NEW);
});
