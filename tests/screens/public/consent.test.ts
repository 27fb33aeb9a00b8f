// A consent, as customers and strangers see it: the private link after sending, the record, and `/verify`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addClient, form, goodFields, submit as send, video } from "../../support/people/owner/clients.ts";
import { own } from "../../support/people/owner/testimonials.ts";
import { eventually, look } from "../../support/screens/look.ts";
import { openPage } from "../../support/screens/page.ts";
import { makeReady, openVideoPage, submit, thanks } from "../../support/screens/record-page.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("the form says below both labels what software may do, and records that version (CNS01); the thanks view offers the private link to copy, as QR code and by mail (CNS02)", async (t) => {
  const client = await addClient(sayso);
  const page = await openVideoPage(t, sayso, client.custom_slug);
  await makeReady(page);
  await page.waitForText(
    "This includes that software may transcribe, caption, translate and shorten my video",
  );
  await submit(page);
  const dialog = look(await thanks(page));
  const row = await sayso.row(
    "SELECT s.id, k.text_version FROM submissions s JOIN consents k ON k.submission_id = s.id WHERE s.client_id = ?",
    client.id,
  );
  const id = row?.id as string;
  assert.equal(row?.text_version, "2026-12");
  await dialog.click("button", "Copy link");
  await eventually(async () =>
    assert.equal(await page.window.navigator.clipboard.readText(), sayso.origin + own(id)),
  );
  assert.equal(dialog.all("img", "QR code of your private link").length, 0);
  await dialog.click("button", "QR code");
  await dialog.find("img", "QR code of your private link");
  await dialog.click("button", "Email me this link");
  await dialog.waitForText("Sent to your email address.");
  const mails = await sayso.rows("SELECT recipient FROM emails WHERE template = 'own_page'");
  assert.deepEqual(mails, [{ recipient: "ann@example.com" }]);
});

test("a customer reads the own consent record, and an incomplete link says so (CNS07)", async (t) => {
  const client = await addClient(sayso, { company_name: "Corner" });
  await send(sayso, form({ ...goodFields(client.id), consentVersion: "2026-12" }, await video()));
  const { id } = (await sayso.row("SELECT id FROM submissions WHERE client_id = ?", client.id)) ?? {};
  const page = await openPage(t, sayso, `/consent-record#${own(id as string, "/consent.json")}`);
  await page.find("heading", "Consent record");
  await page.waitForText("I agree that Corner may use my testimonial in its marketing materials");
  await page.waitForText("No, the consent stands");
  await page.find("button", "Record as PDF");
  await page.goto("/consent-record#/yours/nothing");
  await page.find("heading", "Not found");
});

test("a file is recognised without leaving the device; a changed one is not (CNS07)", async (t) => {
  const client = await addClient(sayso, { company_name: "Verified Corner" });
  const bytes = await video();
  await send(sayso, form(goodFields(client.id), bytes));
  const page = await openPage(t, sayso, "/verify");
  const choose = async (content: Uint8Array) =>
    page.user.upload(await page.findField("Choose a video"), new File([content as BlobPart], "film.webm"));
  await choose(bytes);
  const result = look(await page.find("region", "Result"));
  await result.waitForText("The consent stands");
  await result.waitForText("that Verified Corner may use it in its marketing");
  assert.doesNotMatch(result.text(), /Ann/);
  await choose(Uint8Array.from([...bytes, 0]));
  await page.find("heading", "Unknown");
  assert.deepEqual(
    page.calls.filter((call) => !call.startsWith("GET")),
    ["POST /api/public/films", "POST /api/public/films"],
  );
});
