// The product with Stripe, for browsers: its own Worker, the double, and access to the double's pages.
import type { BrowserContext, Page, WorkerFixture } from "@playwright/test";
import { startPaymentWorld, type PaymentWorld } from "../support/people/owner/payments.ts";
import { CARDS } from "../support/doubles/stripe/node-client.ts";
import { settings } from "./public/home-page.ts";
import { test as base } from "./sayso.ts";

/** Host of payment links: the home page accepts https only. */
const PAYMENT_HOST = "https://buy.stripe.com";

/** A Worker for browsers with a Stripe double; each call starts its own. */
export const paymentsWith = (
  options: Parameters<typeof startPaymentWorld>[0] = {},
): [WorkerFixture<PaymentWorld, object>, { scope: "worker" }] => [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  async ({}, provide) => {
    const payments = await startPaymentWorld({ ownOrigin: true, ...options });
    await provide(payments);
    await payments.close();
  },
  { scope: "worker" },
];

export const test = base.extend<object, { payments: PaymentWorld }>({
  payments: paymentsWith(),

  sayso: [({ payments }, provide) => provide(payments.sayso), { scope: "worker" }],
});

/** Has `Get Started` lead to the double's pages, as it leads to Stripe's in production. */
export async function sellPlans({ sayso, links, stripe }: PaymentWorld, context: BrowserContext) {
  const address = (link: { url: string }) => PAYMENT_HOST + new URL(link.url).pathname;
  await settings(sayso, {
    payment_link_standard: address(links.standard),
    payment_link_no_setup: address(links.noSetup),
  });
  await context.route(`${PAYMENT_HOST}/**`, (route) => {
    const { pathname, search } = new URL(route.request().url());
    return route.fulfill({ status: 302, headers: { location: stripe.url + pathname + search } });
  });
}

/** When the month ends that a subscription has begun. */
export async function monthEnd({ api }: PaymentWorld, subscription: string): Promise<Date> {
  const { items } = await api.subscriptions.retrieve(subscription);
  return new Date((items.data[0]?.current_period_end ?? 0) * 1000);
}

/** Makes the code of a partner: £10 a month off. */
export async function addPromotion({ api }: PaymentWorld, code: string): Promise<void> {
  const coupon = await api.coupons.create({ amount_off: 1000, currency: "gbp", duration: "forever" });
  await api.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code });
}

/** Fills the payment page in, and pays. */
export async function payOnPage(page: Page, buyer: { email: string; name: string }, number = CARDS.works) {
  await page.getByLabel("Email").fill(buyer.email);
  await page.getByLabel("Name on card").fill(buyer.name);
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12 / 40");
  await page.getByLabel("CVC").fill("123");
  await page.getByRole("button", { name: /^(Subscribe and pay|Pay) £/ }).click();
}
