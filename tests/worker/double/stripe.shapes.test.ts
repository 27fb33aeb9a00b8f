// The shapes of the Stripe double's answers, compared with the types of Stripe's client for Node, field by field.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { Stripe } from "stripe";
import { authenticate, nodeClient, pay } from "../../support/doubles/stripe/node-client.ts";
import { startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

type Answer = Record<string, any>;

const TYPES = new URL("../../../node_modules/stripe/esm/resources/", import.meta.url);

/** Fields of an interface in the Node client's types, and whether each is required. */
function declaredFields(file: string, name: string): Map<string, boolean> {
  const source = readFileSync(new URL(`${file}.d.ts`, TYPES), "utf8");
  const body = new RegExp(`^( *)(?:export )?interface ${name} \\{\\n([\\s\\S]*?)^\\1\\}`, "m").exec(source);
  if (!body) throw new Error(`no interface ${name} in ${file}`);
  const [, indent = "", text = ""] = body;
  const fields = text.matchAll(new RegExp(`^${indent}    (\\w+)(\\??):(?! void;)`, "gm"));
  return new Map([...fields].map(([, field = "", optional]) => [field, optional === ""]));
}

/** Paths that return objects, and the client's types that describe them. */
const SHAPES: [kind: string, file: string, type: string, path: string][] = [
  ["product", "Products", "Product", "/v1/products"],
  ["price", "Prices", "Price", "/v1/prices"],
  ["coupon", "Coupons", "Coupon", "/v1/coupons"],
  ["promotion_code", "PromotionCodes", "PromotionCode", "/v1/promotion_codes"],
  ["customer", "Customers", "Customer", "/v1/customers"],
  ["payment_method", "PaymentMethods", "PaymentMethod", "/v1/payment_methods"],
  ["payment_link", "PaymentLinks", "PaymentLink", "/v1/payment_links"],
  ["checkout.session", "Checkout/Sessions", "Session", "/v1/checkout/sessions"],
  ["subscription", "Subscriptions", "Subscription", "/v1/subscriptions"],
  ["invoice", "Invoices", "Invoice", "/v1/invoices"],
  ["invoiceitem", "InvoiceItems", "InvoiceItem", "/v1/invoiceitems"],
  ["invoice_payment", "InvoicePayments", "InvoicePayment", "/v1/invoice_payments"],
  ["payment_intent", "PaymentIntents", "PaymentIntent", "/v1/payment_intents"],
  ["charge", "Charges", "Charge", "/v1/charges"],
  ["refund", "Refunds", "Refund", "/v1/refunds"],
  ["credit_note", "CreditNotes", "CreditNote", "/v1/credit_notes"],
  ["dispute", "Disputes", "Dispute", "/v1/disputes"],
  ["balance_transaction", "BalanceTransactions", "BalanceTransaction", "/v1/balance_transactions"],
  ["account", "Accounts", "Account", "/v1/accounts"],
  ["transfer", "Transfers", "Transfer", "/v1/transfers"],
  ["tax_rate", "TaxRates", "TaxRate", "/v1/tax_rates"],
  ["webhook_endpoint", "WebhookEndpoints", "WebhookEndpoint", "/v1/webhook_endpoints"],
  [
    "billing_portal.configuration",
    "BillingPortal/Configurations",
    "Configuration",
    "/v1/billing_portal/configurations",
  ],
];

/** The same for nested objects. */
const INNER: [name: string, file: string, type: string, path: string, pick: (answer: Answer) => Answer][] = [
  [
    "a subscription's item",
    "SubscriptionItems",
    "SubscriptionItem",
    "/v1/subscriptions",
    ({ items }) => items.data[0],
  ],
  [
    "a credit note's line",
    "CreditNoteLineItems",
    "CreditNoteLineItem",
    "/v1/credit_notes",
    ({ lines }) => lines.data[0],
  ],
  ["an invoice's line", "InvoiceLineItems", "InvoiceLineItem", "/v1/invoices", ({ lines }) => lines.data[0]],
  [
    "a session's item",
    "LineItems",
    "LineItem",
    "/v1/checkout/sessions?expand[]=data.line_items",
    (answer) => answer["line_items"].data[0],
  ],
  [
    "a discount",
    "Discounts",
    "Discount",
    "/v1/subscriptions?expand[]=data.discounts",
    ({ discounts }) => discounts[0],
  ],
  [
    "a transfer's reversal",
    "TransferReversals",
    "TransferReversal",
    "/v1/transfers",
    ({ reversals }) => reversals.data[0],
  ],
  ["a tax of an invoice", "Invoices", "TotalTax", "/v1/invoices", (answer) => answer["total_taxes"][0]],
  [
    "a tax of an invoice's line",
    "InvoiceLineItems",
    "Tax",
    "/v1/invoices",
    ({ lines }) => lines.data[0].taxes[0],
  ],
  [
    "a buyer's authentication",
    "Charges",
    "ThreeDSecure",
    "/v1/charges",
    (answer) => answer["payment_method_details"].card.three_d_secure,
  ],
  ["a card", "PaymentMethods", "Card", "/v1/payment_methods", ({ card }) => card],
  ["a charge's outcome", "Charges", "Outcome", "/v1/charges", ({ outcome }) => outcome],
];

describe("the shapes of the Stripe double", () => {
  let double: StripeDouble;
  let stripe: Stripe;

  before(async () => {
    double = await startStripe();
    stripe = nodeClient(double);
    double.listen("http://127.0.0.1:9/", { events: ["customer.deleted"] });
    const price = await stripe.prices.create({
      currency: "gbp",
      unit_amount: 2900,
      recurring: { interval: "month" },
      product_data: { name: "Standard" },
    });
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: "forever" });
    await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code: "TEN" });
    const link = await stripe.paymentLinks.create({
      line_items: [{ price: price.id, quantity: 1 }],
      allow_promotion_codes: true,
    });
    await pay(`${link.url}?prefilled_promo_code=TEN`);
    const [first] = (await stripe.charges.list()).data;
    assert.ok(first);
    await stripe.refunds.create({ charge: first.id, amount: 100 });
    const [invoice] = (await stripe.invoices.list()).data;
    const [line] = invoice?.lines.data ?? [];
    assert.ok(invoice && line);
    await stripe.creditNotes.create({
      invoice: invoice.id,
      lines: [{ type: "invoice_line_item", invoice_line_item: line.id, amount: 1000 }],
      refund_amount: 900,
    });
    const customer = first.customer as string;
    await stripe.invoiceItems.create({ customer, amount: 100, currency: "gbp" });
    await stripe.billingPortal.sessions.create({ customer });
    const vat = await stripe.taxRates.create({ display_name: "VAT", percentage: 20, inclusive: false });
    const taxed = await stripe.subscriptions.create({
      customer,
      default_payment_method: "pm_card_authenticationRequired",
      default_tax_rates: [vat.id],
      discounts: [{ coupon: coupon.id }],
      items: [{ price: price.id }],
      expand: ["latest_invoice.payments"],
    });
    const { payments } = taxed.latest_invoice as Stripe.Invoice;
    const intent = await stripe.paymentIntents.confirm(String(payments?.data[0]?.payment.payment_intent), {
      return_url: "http://127.0.0.1:9/back",
    });
    await authenticate(intent.next_action?.redirect_to_url?.url ?? "");
    const { id } = await stripe.accounts.create({
      type: "express",
      capabilities: { transfers: { requested: true } },
    });
    const { url } = await stripe.accountLinks.create({
      account: id,
      type: "account_onboarding",
      return_url: "http://127.0.0.1:9/back",
      refresh_url: "http://127.0.0.1:9/again",
    });
    await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ action: "finish" }) });
    const transfer = await stripe.transfers.create({ amount: 100, currency: "gbp", destination: id });
    await stripe.transfers.createReversal(transfer.id, { amount: 10 });
    double.dispute(first.id);
  });
  after(() => double.close());

  const newest = async (path: string): Promise<Answer> =>
    ((await stripe.rawRequest("GET", path)) as unknown as { data: Answer[] }).data[0] ?? {};

  const compare = (answer: Answer, file: string, type: string): void => {
    const declared = declaredFields(file, type);
    const always = [...declared].filter(([, comes]) => comes).map(([field]) => field);
    assert.deepEqual(
      always.filter((field) => !(field in answer)),
      [],
      "fields that should be there",
    );
    assert.deepEqual(
      Object.keys(answer).filter((field) => !declared.has(field)),
      [],
      "fields that the type does not know",
    );
  };

  for (const [kind, file, type, path] of SHAPES)
    it(`has all fields of a ${kind}, and no others`, async () => {
      const answer = await newest(path);
      assert.equal(answer["object"], kind);
      compare(answer, file, type);
    });

  for (const [name, file, type, path, pick] of INNER)
    it(`has all fields of ${name}, and no others`, async () => compare(pick(await newest(path)), file, type));
});
