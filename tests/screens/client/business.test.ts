// The business screen, and the first steps that lead there.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { eventually, fill, hasFocus, isAt } from "../../support/screens/look.ts";
import { openPage } from "../../support/screens/page.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

async function openAs(
  t: Parameters<typeof openPage>[0],
  overrides: Parameters<typeof addClient>[1],
  path: string,
) {
  const client = await addClient(sayso, overrides);
  const user = await addUser(sayso, { clientId: client.id });
  const page = await openPage(t, sayso, path, { cookie: await signIn(sayso, user) });
  return { client, page };
}

test("an owner gives her page a review button that leads somewhere, and another link (CLI07 SUB09)", async (t) => {
  const saved = { company_name: "Blue Door", review_link_type: "None" };
  const { client, page } = await openAs(t, saved, "/clients/business");
  await page.find("heading", "Your business");
  const platform = page.get("combobox", "Platform") as HTMLSelectElement;
  assert.ok(page.lacks("Address of your review page"));
  await page.user.selectOptions(platform, "Trustpilot");
  await page.waitForText("For example https://uk.trustpilot.com/evaluate/your-site.example");
  fill(page.field("Address of your review page"), "https://www.facebook.com/blue-door");
  await page.waitForText("This leads to www.facebook.com, not to Trustpilot. Is that right?");
  const address = "https://uk.trustpilot.com/evaluate/blue.example";
  fill(page.field("Address of your review page"), address);
  const check = page.get("link", /^Check that it opens/) as HTMLAnchorElement;
  assert.deepEqual([check.href, check.target], [address, "_blank"]);
  const slug = `${client.custom_slug}-now`;
  fill(page.field(/^End of your recording link/), slug);
  await page.waitForText(/Your old link, .*, will still lead to your page/);
  await page.click("button", "Save");
  await page.toast("Business details saved");
  await page.waitForText(`/record/${slug}`);
  const row = await sayso.row("SELECT * FROM clients WHERE id = ?", client.id);
  assert.deepEqual(
    [row?.review_link_type, row?.review_link_url, row?.custom_slug],
    ["Trustpilot", address, slug],
  );
});

test("an owner asks her customers questions, of the suggested ones and of her own (CLI03)", async (t) => {
  const { client, page } = await openAs(t, {}, "/clients/business");
  await page.find("heading", "Your business");
  const typed = () => (page.field("Your questions") as HTMLTextAreaElement).value;
  await page.click("button", "What surprised you?");
  assert.equal(typed(), "What surprised you?");
  assert.deepEqual(page.all("button", "What surprised you?"), []);
  fill(page.field("Your questions"), `${typed()}\n${"x".repeat(81)}`);
  await page.click("button", "Save");
  await page.waitForText("Please keep each question to 80 characters.");
  fill(page.field("Your questions"), "What surprised you?\n\nWhich bread do you take home?\n");
  await page.click("button", "Who would you send to us?");
  assert.deepEqual(page.all("list", "Suggestions"), []);
  await page.click("button", "Save");
  await page.toast("Business details saved");
  const asked = "What surprised you?\nWhich bread do you take home?\nWho would you send to us?";
  const row = await sayso.row("SELECT questions FROM clients WHERE id = ?", client.id);
  assert.equal(row?.questions, asked);
  assert.equal(typed(), asked);
});

test("refuses invalid input beside its field and keeps it (CLI07 INV49)", async (t) => {
  const other = await addClient(sayso);
  const { client, page } = await openAs(t, {}, "/clients/business");
  await page.find("heading", "Your business");
  fill(page.field(/^End of your recording link/), other.custom_slug);
  await page.click("button", "Save");
  await page.waitForText("Another business has this address already.");
  await page.toast("Not saved", "Please check your input");
  await hasFocus(() => page.field(/^End of your recording link/));
  fill(page.field(/^Contact name/), " ");
  await page.click("button", "Save");
  await page.waitForText("Please enter a contact name.");
  await sayso.change("UPDATE clients SET contact_name = 'Theirs' WHERE id = ?", client.id);
  await page.click("button", "Discard changes");
  fill(page.field(/^Contact name/), "Mine");
  await page.click("button", "Save");
  await page.waitForText("Somebody else changed the same details while you were typing.");
  const contact = page.field(/^Contact name/) as HTMLInputElement;
  assert.equal(contact.value, "Mine");
  // By now their change has been loaded.
  await eventually(async () => {
    await page.click("button", "Save");
    const row = await sayso.row("SELECT contact_name FROM clients WHERE id = ?", client.id);
    assert.equal(row?.contact_name, "Mine");
  });
});

test("a new business finds its first steps on the dashboard, until they are done or hidden (CLI03)", async (t) => {
  const { client, page } = await openAs(t, {}, "/clients/dashboard");
  await page.find("region", "First steps");
  assert.equal(
    page.get("link", /^Record one yourself/).getAttribute("href"),
    `https://sayso.test/record/${client.custom_slug}`,
  );
  await page.click("link", "Add your review page");
  await isAt(page, "/clients/business");
  await sayso.change("UPDATE clients SET submissions_count = 1 WHERE id = ?", client.id);
  await page.goto("/clients/dashboard");
  await page.waitForText("Record one yourself (done)");
  await page.click("button", "Hide");
  assert.ok(page.lacks("First steps"));
  await page.goto("/clients/dashboard");
  await page.find("heading", client.company_name);
  assert.ok(page.lacks("First steps"));
});
