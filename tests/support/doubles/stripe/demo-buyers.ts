// Creates demo businesses that bought a plan by a partner's link and have paid until today. Idempotent. Usage:
//   node tests/support/doubles/stripe/demo-buyers.ts --stripe http://… --key sk_test_… --product http://… --code PAT10
import { parseArgs } from "node:util";
import { logoFile, setupForm } from "../../people/admin/site.ts";
import { nodeClient, pay } from "./node-client.ts";

const BUYERS = [
  { name: "Imogen Shaw", company: "Lantern Books", email: "imogen@lanternbooks.example" },
  { name: "Tomasz Nowak", company: "Nowak Upholstery", email: "tomasz@nowak.example" },
  { name: "Grace Okafor", company: "Okafor Physio", email: "grace@okaforphysio.example" },
];

const { values } = parseArgs({
  options: {
    /** URL of the double, and its secret key. */
    stripe: { type: "string" },
    key: { type: "string" },
    /** URL of the product whose payment pages the double serves. */
    product: { type: "string" },
    code: { type: "string" },
  },
});
const { stripe: url = "", key: secretKey = "", product = "", code = "" } = values;
const stripe = nodeClient({ url, secretKey });

/** Finds the object that the product created for an item. */
const demoObject = <T extends { metadata: Record<string, string> | null }>(
  of: { data: T[] },
  item: string,
): T => {
  const found = of.data.find(({ metadata }) => metadata?.sayso === item);
  if (!found) throw new Error(`the account has no ${item}`);
  return found;
};

const coupon = demoObject(await stripe.coupons.list(), "referral-coupon");
if ((await stripe.promotionCodes.list({ code })).data.length === 0)
  await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code });

const link = demoObject(await stripe.paymentLinks.list(), "no-setup-link");
const logo = await logoFile();
for (const { name, company, email } of BUYERS) {
  if ((await stripe.customers.list({ email })).data.length > 0) continue;
  const paid = await pay(`${link.url}?client_reference_id=${code}&prefilled_promo_code=${code}`, {
    email,
    name,
  });
  const checkout = new URL(paid.headers.get("location") ?? link.url).searchParams.get("checkout") ?? "";
  const body = setupForm({ name, company, email, checkout }, logo);
  const setUp = await fetch(`${product}/functions/v1/client-onboarding`, { method: "POST", body });
  if (!setUp.ok) throw new Error(`${company} could not be set up: ${setUp.status} ${await setUp.text()}`);
}
await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ action: "today" }) });
