// Stripe, and a Worker that sells by it.
import { setTimeout as pause } from "node:timers/promises";
import type { Stripe } from "stripe";
import { adminCookie } from "../admin/admin-calls.ts";
import { authenticate, CARDS, nodeClient, pay } from "../../doubles/stripe/node-client.ts";
import { newState } from "../../doubles/stripe/store.ts";
import { addUser, signIn } from "./users.ts";
import { startStripe, type StripeDouble } from "../../doubles/stripe/stripe.ts";
import { HELD_CLOCK } from "../../doubles/workers/held-clock.ts";
import { runJobs, startWorker, until, type Sayso } from "../../runtime/worker.ts";

export const WEBHOOK_SECRETS = { present: "whsec_present", earlier: "whsec_earlier" };

/** Cards whose bank asks for authentication, which succeeds. */
const ASKING = new Set<string>([CARDS.authenticatesOnce, CARDS.authenticatesAlways]);

/** Secrets of a Worker that sells through this account. */
export const paymentSecrets = (stripe: StripeDouble, connects = false) => ({
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_CONNECT_KEY: connects ? stripe.secretKey : "",
  STRIPE_WEBHOOK_SECRETS: `${WEBHOOK_SECRETS.present} ${WEBHOOK_SECRETS.earlier}`,
});

/** Gives an existing client a subscription at Stripe; returns its id and customer. */
export async function subscribe(sayso: Sayso, stripe: StripeDouble, clientId: string) {
  const customer = await nodeClient(stripe).customers.create({ email: `${clientId}@payers.example` });
  const id = `sub_${clientId.replaceAll("-", "")}`;
  await sayso.change(
    "INSERT INTO subscriptions (id, customer, client_id, email, created_at, read_at) VALUES (?, ?, ?, ?, ?, ?)",
    id,
    customer.id,
    clientId,
    customer.email,
    Date.now(),
    Date.now(),
  );
  await sayso.change("UPDATE clients SET subscription_id = ? WHERE id = ?", id, clientId);
  return { id, customer: customer.id };
}

export type PaymentWorld = Awaited<ReturnType<typeof startPaymentWorld>>;

/**
 * Starts both; the account sells the two plans by payment links. `ownOrigin`: links redirect to this Worker, for
 * browsers. `daysAgo`: start of Stripe's clock. `connects`: partners can be paid by transfers. `unpaid`: a subscription
 * stays unpaid after its last retry. `heldClock`: the Worker's clock can be moved too.
 */
export async function startPaymentWorld({
  ownOrigin = false,
  daysAgo = 0,
  unpaid = false,
  connects = false,
  heldClock = false,
} = {}) {
  const stripe = await startStripe({
    store: { ...newState(), ahead: -Math.round(daysAgo * 86_400) },
    ...(unpaid && { afterRetries: "unpaid" as const }),
  });
  stripe.interceptFetch();
  const sayso = await startWorker({
    ownOrigin,
    secrets: paymentSecrets(stripe, connects),
    ...(heldClock && { main: HELD_CLOCK }),
  });
  const api = nodeClient(stripe);
  const link = async (name: string, monthly: number, setUp: number) => {
    const plan = await api.prices.create({
      currency: "gbp",
      unit_amount: monthly,
      recurring: { interval: "month" },
      product_data: { name },
    });
    const items: Stripe.PaymentLinkCreateParams.LineItem[] = [{ price: plan.id, quantity: 1 }];
    if (setUp > 0) {
      const once = await api.prices.create({
        currency: "gbp",
        unit_amount: setUp,
        product_data: { name: "Set-up" },
      });
      items.push({ price: once.id, quantity: 1 });
    }
    return api.paymentLinks.create({
      line_items: items,
      allow_promotion_codes: true,
      after_completion: {
        type: "redirect",
        redirect: { url: `${sayso.origin}/onboarding?checkout={CHECKOUT_SESSION_ID}` },
      },
    });
  };
  const topUp = await api.prices.create({
    currency: "gbp",
    unit_amount: 1500,
    product_data: { name: "25 credits" },
  });
  const topUpLink = await api.paymentLinks.create({
    line_items: [{ price: topUp.id, quantity: 1 }],
    invoice_creation: { enabled: true },
  });
  await sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('payment_link_top_up', ?)",
    topUpLink.url,
  );
  const links = {
    standard: await link("Standard Plan", 2900, 19_900),
    noSetup: await link("No Setup Plan", 3900, 0),
  };
  let admin: Promise<string> | undefined;
  /** Pays on a page; returns the buyer's email and the purchase's id from the redirect. */
  const payOn = async (page: string, fields: Record<string, string> = {}) => {
    const email = fields.email ?? `${crypto.randomUUID().slice(0, 8)}@buyers.example`;
    const paid = await pay(page, { ...fields, email });
    const asks = ASKING.has(fields.number ?? "") && paid.status === 200;
    const answer = asks ? await authenticate(paid.url) : paid;
    if (answer.status !== 303 && answer.status !== 200) throw new Error(`paying answered ${answer.status}`);
    const back = new URL(answer.headers.get("location") ?? page);
    return { email, checkout: back.searchParams.get("checkout") ?? "" };
  };
  stripe.listen(new URL("/webhooks/stripe", sayso.url).href, { secret: WEBHOOK_SECRETS.present });

  const purchase = (plan: keyof typeof links = "standard", fields?: Record<string, string>) =>
    payOn(links[plan].url, fields);

  return {
    sayso,
    stripe,
    api,
    links,
    /** Pays on a page; returns the buyer's email. */
    pay: async (page: string, fields?: Record<string, string>) => (await payOn(page, fields)).email,
    purchase,
    /** Buys a plan; returns the buyer's email. */
    buy: async (plan?: keyof typeof links, fields?: Record<string, string>) =>
      (await purchase(plan, fields)).email,
    /** Adds a subscription like the customer's newest one, as bought in the portal; returns its id. */
    subscribeToo: async (customer: string, clientId: string) => {
      const [newest] = (await api.subscriptions.list({ customer, status: "all" })).data;
      const card = await api.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
      await api.paymentMethods.attach(card.id, { customer });
      const made = await api.subscriptions.create({
        customer,
        default_payment_method: card.id,
        items: [{ price: newest?.items.data[0]?.price.id ?? "" }],
        metadata: { sayso_client: clientId },
      });
      return made.id;
    },
    /** The email that asks a business about a purchase with its address. */
    questionTo: (email: string) =>
      until("the question is mailed", async () => {
        await runJobs(sayso, { mailsTo: email });
        const mails = await sayso.mails();
        return mails.find(({ to, subject }) => [to].flat().includes(email) && /which business/.test(subject));
      }),
    /** The session of a client's new user. */
    owner: async (clientId: string) => {
      const user = await addUser(sayso);
      await sayso.change("UPDATE clients SET user_id = ?, status = 'active' WHERE id = ?", user.id, clientId);
      return signIn(sayso, user, "client");
    },
    /** The session of an admin. */
    admin: () => (admin ??= adminCookie(sayso)),
    /** Waits until every event that was sent has been applied. */
    eventsApplied: async () => {
      await stripe.deliveries.idle();
      // Thousands of events may wait, so that only a standstill is a failure.
      const open = async (fewerThan: number) => {
        const row = await sayso.row("SELECT count(*) AS n FROM payment_events WHERE outcome IS NULL");
        return Number(row?.n) < fewerThan ? { left: Number(row?.n) } : undefined;
      };
      let left = Infinity;
      while (left > 0) ({ left } = await until(`fewer than ${left} events wait`, () => open(left)));
      await pause(0);
    },
    client: (email: string) => sayso.row("SELECT * FROM clients WHERE email = ?", email),
    close: async () => {
      await sayso.close();
      await stripe.close();
    },
  };
}
