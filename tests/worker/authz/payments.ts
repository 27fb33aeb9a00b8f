// Preconditions of calls about payments.
import { Stripe } from "stripe";
import { subscribe, WEBHOOK_SECRETS } from "../../support/people/owner/payments.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { nodeClient, pay } from "../../support/doubles/stripe/node-client.ts";
import type { Call, Context } from "./roles.ts";

/** Client A is paid by a subscription. */
export async function paying({ sayso, stripe, client }: Context) {
  const subscription = await sayso.row(
    "SELECT id, customer FROM subscriptions WHERE client_id = ?",
    client.id,
  );
  if (!subscription) return subscribe(sayso, stripe, client.id);
  await sayso.change("UPDATE clients SET subscription_id = ? WHERE id = ?", subscription.id, client.id);
  return { id: String(subscription.id), customer: String(subscription.customer) };
}

export async function paidInvoice(c: Context): Promise<string> {
  const { id, customer } = await paying(c);
  const api = nodeClient(c.stripe);
  await api.invoiceItems.create({ customer, amount: 2900, currency: "gbp" });
  const invoice = await api.invoices.create({ customer });
  const invoiceId = String((await api.invoices.finalizeInvoice(String(invoice.id))).id);
  await c.sayso.change(
    "INSERT INTO payments (id, subscription_id, amount_pence, paid_at, period_start, period_end) VALUES (?, ?, 2900, 1, 1, 2)",
    invoiceId,
    id,
  );
  return invoiceId;
}

/** A subscription that could not be matched to a client. */
export async function unownedSubscription({ sayso, stripe }: Context): Promise<string> {
  const { id } = await nodeClient(stripe).customers.create({ email: "nobody@payers.example" });
  await sayso.change(
    "INSERT INTO subscriptions (id, customer, email, plan_type, problem, created_at, read_at) VALUES (?, ?, '', 'standard', 'Whose?', 1, 1)",
    `sub_${id}`,
    id,
  );
  return `sub_${id}`;
}

/** A purchase whose payer has the email of an existing business. */
export async function questionedPurchase(c: Context): Promise<string> {
  const [id, { email }] = await Promise.all([unownedSubscription(c), addClient(c.sayso)]);
  const checkout = `cs_test_${id}`;
  await c.sayso.change(
    "UPDATE subscriptions SET email = ?, checkout_id = ? WHERE id = ?",
    email,
    checkout,
    id,
  );
  return checkout;
}

/** A paid product that is not mapped to a plan. */
export async function unknownProduct(c: Context): Promise<string> {
  const id = await unownedSubscription(c);
  const product = id.replace("sub_cus_", "prod_");
  await c.sayso.change(
    "UPDATE subscriptions SET plan_type = NULL, product = ?, by_product = 1 WHERE id = ?",
    product,
    id,
  );
  return product;
}

/** A top-up that could not be matched to a client. */
export async function unownedTopUp({ sayso }: Context): Promise<string> {
  const id = `cs_test_${crypto.randomUUID()}`;
  await sayso.change(
    "INSERT INTO top_ups (id, email, amount_pence, credits, problem, paid_at) VALUES (?, '', 1500, 25, 'Whose?', 1)",
    id,
  );
  return id;
}

/** The same that was paid at Stripe. */
export async function paidTopUp({ sayso, stripe }: Context): Promise<string> {
  const api = nodeClient(stripe);
  const product_data = { name: "25 credits" };
  const price = await api.prices.create({ currency: "gbp", unit_amount: 1500, product_data });
  const link = await api.paymentLinks.create({ line_items: [{ price: price.id, quantity: 1 }] });
  await pay(link.url);
  const [session] = (await api.checkout.sessions.list({ limit: 1 })).data;
  await sayso.change(
    "INSERT INTO top_ups (id, email, amount_pence, credits, problem, paid_at) VALUES (?, '', 1500, 25, 'Whose?', 1)",
    session?.id,
  );
  return String(session?.id);
}

/** An event as Stripe signs it. */
export function signedEvent(): Call {
  const body = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: "event",
    type: "product.created",
    created: 1,
    livemode: false,
    api_version: null,
    data: { object: {} },
  });
  const secret = WEBHOOK_SECRETS.present;
  return {
    path: "/webhooks/stripe",
    headers: {
      "content-type": "application/json",
      "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload: body, secret }),
    },
    body,
  };
}
