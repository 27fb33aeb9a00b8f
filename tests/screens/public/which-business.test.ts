// A buyer whose email belongs to an existing business chooses the business of the purchase.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import type { Payments } from "#api/generated/billing.ts";
import { business } from "../../support/people/owner/business.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { addUser, call } from "../../support/people/owner/users.ts";
import { eventually, fill, look } from "../../support/screens/look.ts";
import { openPage } from "../../support/screens/page.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

/** Opens the question from the payment page, or from the email to the business. */
async function openQuestion(t: TestContext, by: "mail" | "payment") {
  const shop = await business(world, "noSetup");
  const { checkout } = await world.purchase("noSetup", { email: shop.email });
  await world.eventsApplied();
  const link = /\/onboarding\?\S+/.exec((await world.questionTo(shop.email)).text)?.[0];
  const page = await openPage(t, world.sayso, (by === "mail" && link) || `/onboarding?checkout=${checkout}`);
  await page.find("region", "Which business is it for?");
  return { shop, page };
}

test("gives the money back where the business pays already, and says so (BIL11)", async (t) => {
  const { page } = await openQuestion(t, "mail");
  assert.equal(page.all("button", "Complete setup").length, 0, "nothing else is asked");
  await page.click("button", /^For Bea/);
  const thanks = await page.find("region", "Thank you");
  await look(thanks).waitForText("we have ended this second one");
  assert.ok(look(thanks).get("link", "Open your portal"));
});

test("asks the business to confirm it by its mail, and changes nothing until then (BIL11)", async (t) => {
  const { page } = await openQuestion(t, "payment");
  await page.click("button", /^For Bea/);
  await look(await page.find("region", "Please confirm it by email")).waitForText("Open its link");
});

test("asks another business for an address of its own, then for its set-up (BIL11)", async (t) => {
  const { shop, page } = await openQuestion(t, "payment");
  await page.click("button", "For another business");
  const address = await page.findField("Email address of the other business");
  fill(address, shop.email);
  await page.click("button", "Set up the other business");
  await look(await page.find("alert")).waitForText("an email address that no other business here has");
  fill(address, `second-${shop.email}`);
  await page.click("button", "Set up the other business");
  assert.equal(((await page.findField("Email")) as HTMLInputElement).value, `second-${shop.email}`);
});

test("asks the buyer with a partner's address for one of the business, then for its set-up (BIL11)", async (t) => {
  const { email } = await addUser(world.sayso, { roles: ["affiliate"] });
  const { checkout } = await world.purchase("noSetup", { email });
  await world.eventsApplied();
  const page = await openPage(t, world.sayso, `/onboarding?checkout=${checkout}`);
  await look(await page.find("region", "Which address does the business have?")).waitForText(
    "we can refund you",
  );
  assert.equal(page.all("button", "Complete setup").length, 0, "nothing else is asked");
  fill(await page.findField("Email address of the business"), `business-${email}`);
  await page.click("button", "Set up the business");
  assert.equal(((await page.findField("Email")) as HTMLInputElement).value, `business-${email}`);
});

test("says of a payment that was given back that it was, and offers no set-up (BIL11)", async (t) => {
  const shop = await business(world, "noSetup");
  const { checkout } = await world.purchase("noSetup", { email: shop.email });
  await world.eventsApplied();
  const cookie = await world.admin();
  const desk = await call(world.sayso, "GET", "/api/admin/payments", { cookie });
  const waits = ((await desk.json()) as Payments).subscriptions.find(({ email }) => email === shop.email);
  assert.equal(
    (await call(world.sayso, "POST", `/api/admin/subscriptions/${waits?.id}/refund`, { cookie })).status,
    200,
  );
  const page = await openPage(t, world.sayso, `/onboarding?checkout=${checkout}`);
  await look(await page.find("region", "Nothing to set up")).waitForText("We have refunded this payment");
  await eventually(() => assert.match(page.text(), /We returned £39 to the card that paid/));
  assert.equal(page.all("button", "Complete setup").length, 0);
  assert.doesNotMatch(page.text(), /Payment received/);
});
