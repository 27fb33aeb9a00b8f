// Taxes on the Stripe double: tax rates of subscriptions, invoices and purchases, by Stripe's client for Node.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Stripe } from "stripe";
import { earlier, nodeClient, pay, refusal } from "../../support/doubles/stripe/node-client.ts";
import { startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

describe("taxes of the Stripe double", () => {
  let double: StripeDouble;
  let stripe: Stripe;
  let plan: Stripe.Price;
  let setUp: Stripe.Price;
  let vat: Stripe.TaxRate;
  let contained: Stripe.TaxRate;

  before(async () => {
    double = await startStripe();
    stripe = nodeClient(double);
    const priced = (unit_amount: number, name: string, recurring?: Stripe.PriceCreateParams.Recurring) =>
      stripe.prices.create({
        currency: "gbp",
        unit_amount,
        product_data: { name },
        ...(recurring && { recurring }),
      });
    plan = await priced(2900, "Standard", { interval: "month" });
    setUp = await priced(19_900, "Set-up");
    vat = await stripe.taxRates.create({
      display_name: "VAT",
      percentage: 20,
      inclusive: false,
      country: "GB",
    });
    contained = await stripe.taxRates.create({ display_name: "VAT", percentage: 20, inclusive: true });
  });
  after(() => double.close());

  const customerWithCard = () =>
    stripe.customers.create({
      payment_method: "pm_card_visa",
      invoice_settings: { default_payment_method: "pm_card_visa" },
    });
  const subscribe = async (more: Partial<Stripe.SubscriptionCreateParams> = {}) => {
    const { id } = await customerWithCard();
    return stripe.subscriptions.create({
      customer: id,
      items: [{ price: plan.id }],
      expand: ["latest_invoice"],
      ...more,
    });
  };
  const firstOf = ({ latest_invoice: invoice }: Stripe.Subscription) => invoice as Stripe.Invoice;
  const amountsOf = ({ subtotal, total, amount_due, amount_paid, total_taxes }: Stripe.Invoice) => ({
    subtotal,
    total,
    amount_due,
    amount_paid,
    taxes: (total_taxes ?? []).map(({ amount }) => amount),
  });

  it("keeps tax rates, and refuses an inactive one for anything new (BIL12)", async () => {
    assert.deepEqual([vat.percentage, vat.inclusive, vat.active, vat.country], [20, false, true, "GB"]);
    const old = await stripe.taxRates.create({ display_name: "Old", percentage: 17.5, inclusive: false });
    const holder = await subscribe({ default_tax_rates: [old.id] });
    await stripe.taxRates.update(old.id, { active: false });
    const inactive = await stripe.taxRates.list({ active: false });
    assert.deepEqual(
      inactive.data.map(({ id }) => id),
      [old.id],
    );
    const refused = await refusal(subscribe({ default_tax_rates: [old.id] }));
    assert.deepEqual([refused.statusCode, refused.param], [400, "default_tax_rates[0]"]);
    const next = await stripe.invoices.createPreview({ subscription: holder.id });
    assert.equal(next.total, 2900 + 508, "a subscription that has it keeps it");
    assert.equal((await refusal(stripe.taxRates.retrieve("txr_none"))).code, "resource_missing");
  });

  it("adds an exclusive tax to a subscription's invoices, discounts taken off first (BIL12)", async () => {
    const coupon = await stripe.coupons.create({ amount_off: 1000, currency: "gbp", duration: "once" });
    const made = await subscribe({ default_tax_rates: [vat.id], discounts: [{ coupon: coupon.id }] });
    assert.deepEqual(
      made.default_tax_rates?.map(({ id }) => id),
      [vat.id],
    );
    const invoice = firstOf(made);
    assert.deepEqual(amountsOf(invoice), {
      subtotal: 2900,
      total: 2280,
      amount_due: 2280,
      amount_paid: 2280,
      taxes: [380],
    });
    assert.equal(invoice.total_excluding_tax, 1900);
    assert.deepEqual(invoice.total_taxes, [
      {
        amount: 380,
        tax_behavior: "exclusive",
        tax_rate_details: { tax_rate: vat.id },
        taxability_reason: "not_available",
        taxable_amount: 1900,
        type: "tax_rate_details",
      },
    ]);
    assert.deepEqual(invoice.lines.data[0]?.taxes, invoice.total_taxes);
    const [charge] = (await stripe.charges.list({ customer: String(made.customer) })).data;
    assert.equal(charge?.amount, 2280);
    const old = await earlier(stripe, `/v1/invoices/${invoice.id}`);
    assert.deepEqual(
      [old.tax, old.total_tax_amounts[0].amount, old.total_tax_amounts[0].inclusive],
      [380, 380, false],
    );
    assert.match(await (await fetch(invoice.hosted_invoice_url ?? "")).text(), /Tax<\/dt>\s*<dd>£3.80/);

    double.advanceTo(new Date((made.items.data[0]?.current_period_end ?? 0) * 1000));
    const [second] = (await stripe.invoices.list({ subscription: made.id })).data;
    assert.ok(second);
    assert.deepEqual(amountsOf(second), {
      subtotal: 2900,
      total: 3480,
      amount_due: 3480,
      amount_paid: 3480,
      taxes: [580],
    });
    await stripe.subscriptions.update(made.id, { default_tax_rates: "" });
    const next = await stripe.invoices.createPreview({ subscription: made.id });
    assert.deepEqual([next.total, next.total_taxes], [2900, []]);
  });

  it("finds an inclusive tax within the price, and lets an item have rates of its own (BIL12)", async () => {
    const made = await subscribe({
      default_tax_rates: [vat.id],
      items: [{ price: plan.id, tax_rates: [contained.id] }],
      add_invoice_items: [{ price: setUp.id }],
    });
    const invoice = firstOf(made);
    assert.deepEqual(
      invoice.lines.data.map(({ amount, taxes }) => [amount, taxes?.[0]?.tax_behavior, taxes?.[0]?.amount]),
      [
        [19_900, "exclusive", 3980],
        [2900, "inclusive", 483],
      ],
    );
    assert.deepEqual([invoice.subtotal, invoice.total, invoice.amount_paid], [22_800, 26_780, 26_780]);
    assert.equal(invoice.total_excluding_tax, 26_780 - 3980 - 483);
    assert.equal(made.items.data[0]?.tax_rates?.[0]?.id, contained.id);
  });

  it("taxes invoice items and invoices without a subscription (BIL12)", async () => {
    const { id: customer } = await customerWithCard();
    await stripe.invoiceItems.create({ customer, amount: 1000, currency: "gbp", tax_rates: [contained.id] });
    await stripe.invoiceItems.create({ customer, amount: 500, currency: "gbp" });
    const draft = await stripe.invoices.create({
      customer,
      default_tax_rates: [vat.id],
      pending_invoice_items_behavior: "include",
    });
    const paid = await stripe.invoices.pay(draft.id ?? "");
    assert.deepEqual(amountsOf(paid), {
      subtotal: 1500,
      total: 1600,
      amount_due: 1600,
      amount_paid: 1600,
      taxes: [167, 100],
    });
    assert.equal(paid.default_tax_rates[0]?.id, vat.id);
  });

  it("shows taxes on the payment page, and takes them with a subscription and a single payment (BIL12)", async () => {
    const success_url = "https://sayso.example/welcome";
    const open = await stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [
        { price: plan.id, quantity: 1 },
        { price: setUp.id, quantity: 1 },
      ],
      subscription_data: { default_tax_rates: [vat.id] },
      success_url,
    });
    assert.deepEqual(
      [open.amount_subtotal, open.amount_total, open.total_details?.amount_tax],
      [22_800, 27_360, 4560],
    );
    const text = await (await fetch(open.url ?? "")).text();
    for (const words of ["£45.60", "£273.60", "£34.80 per month"])
      assert.ok(text.replaceAll(/\s+/g, " ").includes(words), words);
    assert.equal((await pay(open.url ?? "")).status, 303);
    const done = await stripe.checkout.sessions.retrieve(open.id, { expand: ["invoice", "line_items"] });
    assert.equal((done.invoice as Stripe.Invoice).amount_paid, 27_360);
    assert.deepEqual(
      done.line_items?.data.map(({ amount_tax, amount_total }) => [amount_tax, amount_total]),
      [
        [580, 3480],
        [3980, 23_880],
      ],
    );
    const subscription = await stripe.subscriptions.retrieve(String(done.subscription));
    assert.equal(subscription.default_tax_rates?.[0]?.id, vat.id);

    const single = await stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [{ price: setUp.id, quantity: 1, tax_rates: [vat.id] }],
      invoice_creation: { enabled: true },
      success_url,
    });
    await pay(single.url ?? "");
    const bought = await stripe.checkout.sessions.retrieve(single.id, {
      expand: ["invoice", "payment_intent"],
    });
    assert.equal((bought.payment_intent as Stripe.PaymentIntent).amount, 23_880);
    const invoice = bought.invoice as Stripe.Invoice;
    assert.deepEqual([invoice.amount_paid, invoice.total_taxes?.[0]?.amount], [23_880, 3980]);
  });

  it("keeps a note's credit with its customer, and refunds neither that nor what was given outside of Stripe (BIL12)", async () => {
    const invoice = firstOf(await subscribe({}));
    const line = { type: "invoice_line_item", invoice_line_item: invoice.lines.data[0]?.id ?? "" } as const;
    const customer = String(invoice.customer);
    const balance = async () => {
      const found = await stripe.customers.retrieve(customer);
      return found.deleted ? undefined : found.balance;
    };
    const held = await balance();
    const credit = await stripe.creditNotes.create({
      invoice: invoice.id ?? "",
      lines: [{ ...line, amount: 1000 }],
      credit_amount: 1000,
    });
    assert.deepEqual([credit.post_payment_amount, credit.refunds], [1000, []]);
    assert.match(String(credit.customer_balance_transaction), /^cbtxn_/);
    assert.equal(await balance(), Number(held) - 1000);
    const outside = await stripe.creditNotes.create({
      invoice: invoice.id ?? "",
      lines: [{ ...line, amount: 500 }],
      out_of_band_amount: 500,
    });
    assert.deepEqual([outside.out_of_band_amount, outside.refunds], [500, []]);
    await assert.rejects(
      stripe.creditNotes.create({
        invoice: invoice.id ?? "",
        lines: [{ ...line, amount: 500 }],
        credit_amount: 400,
      }),
      /must equal the credit note total/,
    );
  });

  it("gives the tax of a credited part back with it (BIL12)", async () => {
    const invoice = firstOf(await subscribe({ default_tax_rates: [vat.id] }));
    const note = await stripe.creditNotes.create({
      invoice: invoice.id ?? "",
      lines: [
        { type: "invoice_line_item", invoice_line_item: invoice.lines.data[0]?.id ?? "", amount: 1000 },
      ],
      refund_amount: 1200,
    });
    assert.deepEqual(
      [note.total, note.total_excluding_tax, note.total_taxes?.[0]?.amount],
      [1200, 1000, 200],
    );
  });
});
