// The search that every admin screen begins.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openAdmin } from "../../support/screens/admin.ts";
import { eventually, fill, isAt, look, textOf } from "../../support/screens/look.ts";
import { uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("answers 'his video never arrived' in two presses from any screen, by a link that shows the same", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Refusing") });
  const email = `${crypto.randomUUID()}@customers.example`;
  const fields = { ...goodFields(client.id), customerEmail: email, consentData: "false" };
  await submit(sayso, form(fields, await video()));
  const { page } = await openAdmin(t, sayso, "/clients/admin/settings");
  fill(await page.find("searchbox", "Find anything"), email);
  await page.user.keyboard("{Enter}");
  await isAt(page, /^\/clients\/admin\/search\?q=/);
  await page.click("button", /^Refused: the consent to store and process data was missing or wrong/);
  await page.waitForText("We refused it: the consent to store and process data was missing or wrong.");
  await page.waitForText(/The customer saw: “.+”/);
  await page.find("link", `Open ${client.company_name}`);
  await isAt(page, /open=attempt/);
  await page.goto(page.address);
  await page.waitForText("We refused it: the consent to store and process data was missing or wrong.");
  await page.click("button", /^Refused: the consent to store and process data was missing or wrong/);
  await eventually(() => assert.ok(page.lacks(/The customer saw/)));
});

test("groups what is found, goes on to the business, and says what it means that nothing is", async (t) => {
  const name = uniqueName("Grouped");
  const client = await addClient(sayso, { company_name: name });
  await addSubmission(sayso, client, { customer_name: `${name} Fan` });
  const { page } = await openAdmin(t, sayso, `/clients/admin/search?${new URLSearchParams({ q: name })}`);
  const group = async (title: string) =>
    look(await page.find("region", title))
      .all("button")
      .map(textOf);
  assert.match((await group("Videos"))[0] ?? "", new RegExp(`^${name} Fan`));
  assert.match((await group("Businesses"))[0] ?? "", new RegExp(`^${name}`));
  await look(page.get("region", "Businesses")).click("button", new RegExp(`^${name}`));
  await page.waitForText("Its page is accepting videos. 50 credits are left.");
  await page.click("link", `Open ${name}`);
  await isAt(page, /^\/clients\/admin\?q=/);
  await page.goto("/clients/admin/search");
  await page.find("heading", "What are you looking for?");
  fill(page.get("searchbox", "Find anything"), "nobody@customers.example");
  await page.user.keyboard("{Enter}");
  await page.find("heading", "Nothing found");
  await page.waitForText(/closed the page before submitting, or typed a different address/);
});
