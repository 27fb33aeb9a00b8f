// A buyer whose address a business has already says which business the purchase is for.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { business } from "../../support/people/owner/business.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { fill, look } from "../../support/screens/look.ts";
import { openPage } from "../../support/screens/page.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

/** Opens the question as the payment page leads there, or as the mail to the business does. */
async function openQuestion(t: TestContext, by: "mail" | "payment") {
  const shop = await business(world, "noSetup");
  const { checkout } = await world.purchase("noSetup", { email: shop.email });
  await world.settled();
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
  await look(thanks).says("this second one was ended");
  assert.ok(look(thanks).get("link", "Open your portal"));
});

test("asks the business to confirm it by its mail, and changes nothing until then (BIL11)", async (t) => {
  const { page } = await openQuestion(t, "payment");
  await page.click("button", /^For Bea/);
  await look(await page.find("region", "Please confirm it by email")).says("Open the link in it");
});

test("asks another business for an address of its own, then for its set-up (BIL11)", async (t) => {
  const { shop, page } = await openQuestion(t, "payment");
  await page.click("button", "For another business");
  const address = await page.findField("Email address of the other business");
  fill(address, shop.email);
  await page.click("button", "Set up the other business");
  await look(await page.find("alert")).says("an email address that no other business here has");
  fill(address, `second-${shop.email}`);
  await page.click("button", "Set up the other business");
  assert.equal(((await page.findField("Email")) as HTMLInputElement).value, `second-${shop.email}`);
});
