// The link and the invitation that a business sends its customers.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, fill, look } from "../../support/screens/look.ts";
import { openAsOwner } from "../../support/screens/signed-in.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const SHARING = "/clients/sharing";
const MISSING = "Your link is missing from this text.";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("copies the link (CLI07)", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, SHARING);
  await page.click("button", "Copy link");
  await page.toast("Copied to clipboard");
  const copied = await page.window.navigator.clipboard.readText();
  assert.equal(copied, `${sayso.origin}/record/${client.custom_slug}`);
});

test("invites with business and link in words that are one's own to change, and keeps them while they are not sent (CLI08)", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, SHARING);
  const address = `${sayso.origin}/record/${client.custom_slug}`;
  const invitation = look(() => page.get("region", "Invitation by email"));
  const text = () => invitation.get("textbox", "Text") as HTMLTextAreaElement;
  const suggestsBoth = () =>
    eventually(() => assert.match(text().value, new RegExp(`Corner Shop[^]*${address}`)));
  const own = `Hello & welcome?\n${address}`;
  await page.find("region", "Invitation by email");
  await suggestsBoth();
  fill(text(), "Hello & welcome?");
  await invitation.findText(MISSING);
  fill(text(), own);
  fill(invitation.get("textbox", "Subject"), "50% of a minute");
  await eventually(() => assert.ok(invitation.lacks(MISSING)));
  await page.goto(SHARING);
  await page.find("region", "Invitation by email");
  await eventually(() => assert.equal(text().value, own));
  const link = invitation.get("link", "Open in your email app");
  const mail = new URL(link.getAttribute("href") ?? "");
  assert.equal(mail.protocol, "mailto:");
  assert.equal(mail.searchParams.get("subject"), "50% of a minute");
  assert.equal(mail.searchParams.get("body"), own.replace("\n", "\r\n"));
  await page.click("button", "Copy text");
  await page.toast("Copied to clipboard");
  assert.equal(await page.window.navigator.clipboard.readText(), own);
  await page.click("button", "Start over");
  await suggestsBoth();
});
