// Steps of a life. Each returns a description of what it did, or nothing if it is impossible now.
import assert from "node:assert/strict";
import type { Charge } from "../../../support/doubles/stripe/charge.ts";
import type { Subscription } from "../../../support/doubles/stripe/subscription.ts";
import { CARDS } from "../../../support/doubles/stripe/node-client.ts";
import { booksOf } from "./books.ts";
import type { Client, Life } from "./life.ts";

type Step = (life: Life) => Promise<string | undefined>;

const inPounds = (pence: number) => `£${(pence / 100).toFixed(2)}`;

/** Clients that the product knows of. */
const knownClients = (life: Life): (Client & { id: string })[] =>
  life.clients.filter((client): client is Client & { id: string } => client.id !== null);
const anyOf = (life: Life, fits: (client: Client & { id: string }) => boolean = () => true) =>
  life.chance.oneOf(knownClients(life).filter(fits));
const living = (life: Life, client: Client) => booksOf(life).living(client);
const renews = ({ cancel_at: at, status }: Subscription) => at === null && status !== "incomplete";

/** Runs `work`, and records the owner of the subscriptions that it created. */
async function buying(life: Life, client: Client | null, work: () => Promise<unknown>): Promise<string[]> {
  const ids = () => life.stripe.store.all("subscription").map(({ id }) => id);
  const before = new Set(ids());
  await work();
  const began = ids().filter((id) => !before.has(id));
  for (const id of began) if (client) life.owners.set(id, client);
  if (client && began.length > 0) client.cancelledAt = null;
  return began;
}

const PLANS = ["standard", "noSetup"] as const;

const buy: Step = async (life) => {
  const { chance, clients, partners, world } = life;
  if (clients.length >= life.size.clients) return undefined;
  const plan = chance.oneOf(PLANS) ?? "standard";
  // The first partners have most of the clients: a payout takes £25.
  const partner = chance.percent(80)
    ? (partners[chance.below(1 + chance.below(partners.length))] ?? null)
    : null;
  // Two partners cannot buy: the double has two working cards, and a card identifies a person.
  const isPartner = clients.every(({ is }) => is === null) && chance.percent(15);
  const is = isPartner ? (chance.oneOf(partners) ?? null) : null;
  const counts = partner !== null && partner.leftAt === null;
  const name = `client ${clients.length}`;
  const client: Client = {
    name,
    email: is?.email ?? `client-${clients.length}@lives.example`,
    partner: counts ? partner : null,
    is,
    id: null,
    cancelledAt: null,
  };
  clients.push(client);
  const byCode = counts && chance.percent(60);
  const query = new URLSearchParams(partner ? { client_reference_id: partner.code } : {});
  if (byCode) query.set("prefilled_promo_code", partner.code);
  const page = `${world.links[plan].url}?${query}`;
  const fields = { email: client.email, ...(is && { number: CARDS.mastercard }) };
  await buying(life, client, () => world.pay(page, fields));
  const by = partner ? ` by ${partner.name}'s ${byCode ? "code" : "link"}` : "";
  return `${name}${is ? `, who is ${is.name},` : ""} buys ${plan}${by}`;
};

/** Opens the page on which a client subscribes; whenever subscribing is possible there is one. */
async function openPage(life: Life, client: Client & { id: string }): Promise<string> {
  const { status, json } = await life.ask("POST", `client/${client.id}/subscription`);
  assert.equal(status, 200, `${client.name} opens a page to subscribe: ${JSON.stringify(json)}`);
  return json.url;
}

const subscribeAgain: Step = async (life) => {
  const client = anyOf(life, (one) => living(life, one).length === 0);
  if (!client) return undefined;
  const { json } = await life.ask("GET", `client/${client.id}/billing`);
  // An event was lost: it does not know yet that the plan has ended.
  if (!json.can_subscribe) return undefined;
  const pages = [await openPage(life, client)];
  if (life.chance.percent(40)) pages.push(await openPage(life, client));
  const fields = { email: client.email, ...(client.is && { number: CARDS.mastercard }) };
  // A decline meant for a renewal that never happened must not apply to this payment.
  const customers = new Set(
    booksOf(life)
      .subscriptionsOf(client)
      .map(({ customer }) => customer),
  );
  const { state } = life.stripe.store;
  state.declines = state.declines.filter((customer) => !customers.has(customer));
  let paid = 0;
  await buying(life, client, async () => {
    for (const page of pages)
      await life.world.pay(page, fields).then(
        () => (paid += 1),
        () => undefined,
      );
  });
  assert.equal(paid, 1, `of ${pages.length} pages one takes money`);
  return `${client.name} subscribes again${pages.length > 1 ? ", in two tabs" : ""}`;
};

const subscribeBeside: Step = async (life) => {
  // It is paid with the card that most clients have: a partner's own purchases have another.
  const client = anyOf(life, (one) => one.is === null && living(life, one).some(renews));
  const [stays] = client ? living(life, client).filter(renews) : [];
  if (!client || !stays) return undefined;
  await buying(life, client, () => life.world.subscribeToo(stays.customer, client.id));
  return `${client.name} pays for a second subscription on a page that was open`;
};

/** A purchase with a known email is unmatched until an admin assigns it. */
const buyAgainOnHomePage: Step = async (life) => {
  const client = anyOf(life, ({ is }) => is === null);
  if (!client) return undefined;
  await life.moveTo(life.now() + 2);
  const [id = ""] = await buying(life, null, () => life.world.buy("noSetup", { email: client.email }));
  await life.deliver();
  await life.settle();
  const text = `${client.name} buys a plan once more on the home page`;
  const waits = await life.sayso.row("SELECT 1 FROM subscriptions WHERE id = ? AND client_id IS NULL", id);
  if (!waits || life.chance.percent(30)) return text;
  // It belongs to the client as soon as an admin has said so.
  life.owners.set(id, client);
  client.cancelledAt = null;
  const { status, json } = await life.ask("POST", `admin/subscriptions/${id}/client`, {
    client_id: client.id,
  });
  assert.equal(status, 200, `${text}, and an admin gives it to the client: ${JSON.stringify(json)}`);
  return `${text}, and an admin gives it to the client`;
};

const topUp: Step = async (life) => {
  const client = anyOf(life);
  if (!client) return undefined;
  const { json } = await life.ask("GET", `client/${client.id}/billing`);
  if (!json.top_up) return undefined;
  let page = String(json.top_up.url);
  const isGuest = life.chance.percent(40);
  if (isGuest) page = (await guestPage(life)) + new URL(page).search;
  const fields = { email: client.email, ...(client.is && { number: CARDS.mastercard }) };
  await life.world.pay(page, fields);
  return `${client.name} buys 25 credits${isGuest ? " as a guest" : ""}`;
};

/** A page without invoices, as accounts had it before: its buyers have no customer at Stripe. */
async function guestPage(life: Life): Promise<string> {
  const price = life.stripe.store.all("price").find(({ unit_amount: pence }) => pence === 1500);
  const link = await life.api.paymentLinks.create({
    line_items: [{ price: String(price?.id), quantity: 1 }],
  });
  return link.url;
}

/** Credits are spent: a row as a submission writes it. */
const spend: Step = async (life) => {
  const client = anyOf(life);
  const row = client && (await life.world.client(client.email));
  const count = life.chance.below(45) + 1;
  if (!client || !row || row.credits_remaining < count) return undefined;
  const left = row.credits_remaining - count;
  await life.sayso.change(
    "UPDATE clients SET credits_remaining = ?, credit_changes = credit_changes + 1 WHERE id = ?",
    left,
    client.id,
  );
  await life.sayso.change(
    `INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
     VALUES (?, ?, ?, 'submission', ?, ?, ?)`,
    client.id,
    row.credit_changes + 1,
    life.now() * 1000,
    -count,
    left,
    crypto.randomUUID(),
  );
  return `${client.name} spends ${count} credits`;
};

const PRORATIONS = ["always_invoice", "create_prorations", "none"] as const;

const changePrice: Step = async (life) => {
  const client = anyOf(life, (one) => living(life, one).some(renews));
  const [subscription] = client ? living(life, client).filter(renews) : [];
  const [item] = subscription?.items ?? [];
  if (!client || !subscription || !item) return undefined;
  const prices = life.stripe.store
    .all("price")
    .filter(({ recurring, id }) => recurring !== null && id !== item.price);
  const price = life.chance.oneOf(prices);
  const how = life.chance.oneOf(PRORATIONS) ?? "none";
  await life.api.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: String(price?.id) }],
    proration_behavior: how,
  });
  return `the price of ${client.name} becomes ${inPounds(price?.unit_amount ?? 0)} (${how})`;
};

const undisputed = ({ disputed, amount, amount_refunded: back }: Charge) => !disputed && back < amount;

/** An undisputed charge of a client with an amount left; prefers newer ones. */
function aCharge(life: Life) {
  const client = anyOf(life);
  const charges = client ? booksOf(life).allCharges(client).filter(undisputed) : [];
  const charge = life.chance.percent(60) ? charges[0] : life.chance.oneOf(charges);
  return client && charge ? { client, charge } : undefined;
}

const refund: Step = async (life) => {
  const found = aCharge(life);
  if (!found) return undefined;
  const { client, charge } = found;
  const left = charge.amount - charge.amount_refunded;
  const amount = life.chance.percent(50) ? left : 1 + life.chance.below(left);
  await life.api.refunds.create({ charge: charge.id, amount });
  return `${inPounds(amount)} of ${client.name}'s ${inPounds(charge.amount)} goes back`;
};

const creditNote: Step = async (life) => {
  const found = aCharge(life);
  const invoice = life.stripe.store.find("invoice", found?.charge.invoice);
  // A partial refund without a line, or a change within a month, has no line.
  if (!found || !invoice || found.charge.amount_refunded > 0) return undefined;
  const line = life.chance.oneOf(invoice.lines.filter(({ amount }) => amount > 0));
  const off = line?.discount_amounts.reduce((all, { amount }) => all + amount, 0) ?? 0;
  if (!line || invoice.lines.some(({ amount }) => amount < 0)) return undefined;
  const isFull = off > 0 || life.chance.percent(60);
  const amount = isFull ? line.amount : 1 + life.chance.below(line.amount);
  await life.api.creditNotes.create({
    invoice: invoice.id,
    lines: [{ type: "invoice_line_item", invoice_line_item: line.id, amount }],
    refund_amount: amount - off,
  });
  return `a credit note gives ${found.client.name} ${inPounds(amount - off)} of “${line.description}” back`;
};

const dispute: Step = async (life) => {
  const found = aCharge(life);
  if (!found) return undefined;
  const inquiry = life.chance.percent(20);
  life.stripe.dispute(found.charge.id, "fraudulent", { inquiry });
  return `${found.client.name}'s bank ${inquiry ? "asks about" : "disputes"} ${inPounds(found.charge.amount)}`;
};

const decideDispute: Step = async (life) => {
  const open = life.stripe.store.all("dispute").filter(({ closed_at: at }) => at === null);
  const one = life.chance.oneOf(open);
  const outcome = life.chance.percent(50) ? "won" : "lost";
  if (!one) return undefined;
  life.stripe.closeDispute(one.id, outcome);
  return `a dispute about ${inPounds(one.amount)} is ${outcome}`;
};

const decline: Step = async (life) => {
  const client = anyOf(life, (one) => living(life, one).length > 0);
  const [subscription] = client ? living(life, client) : [];
  if (!client || !subscription) return undefined;
  const times = life.chance.oneOf([1, 1, 2, 5]) ?? 1;
  for (let time = 0; time < times; time += 1) life.stripe.declineNext(subscription.customer);
  return `the next ${times} charges of ${client.name} will be declined`;
};

const payOpen: Step = async (life) => {
  const open = life.stripe.store
    .all("invoice")
    .filter(({ status, subscription }) => status === "open" && subscription !== null);
  const invoice = life.chance.oneOf(open);
  if (!invoice) return undefined;
  const isPaid = await life.api.invoices.pay(invoice.id).then(
    () => true,
    () => false,
  );
  return `an open invoice is ${isPaid ? "paid" : "tried once more"}`;
};

const cancelInPortal: Step = async (life) => {
  const client = anyOf(life, (one) => living(life, one).some(renews));
  if (!client) return undefined;
  const { status, json } = await life.ask("POST", `client/${client.id}/cancellation`);
  assert.equal(status, 200, `${client.name} cancels: ${JSON.stringify(json)}`);
  const left = living(life, client).filter(renews);
  assert.deepEqual(left, [], `${client.name} was told that the plan is cancelled`);
  client.cancelledAt = life.now();
  return `${client.name} cancels in the portal`;
};

const withdrawCancellation: Step = async (life) => {
  const client = anyOf(life, (one) => living(life, one).some(({ cancel_at: at }) => at !== null));
  if (!client) return undefined;
  const { status } = await life.ask("DELETE", `client/${client.id}/cancellation`);
  if (status !== 200 && status !== 204) return undefined;
  client.cancelledAt = null;
  return `${client.name} keeps the plan after all`;
};

const cancelAtStripe: Step = async (life) => {
  const client = anyOf(life, (one) => living(life, one).length > 0);
  const [subscription] = client ? living(life, client) : [];
  if (!client || !subscription) return undefined;
  const isAtOnce = life.chance.percent(50);
  if (isAtOnce) await life.api.subscriptions.cancel(subscription.id);
  else await life.api.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  return `${client.name}'s subscription ends ${isAtOnce ? "now" : "with its month"}, by Stripe's dashboard`;
};

const deleteCustomer: Step = async (life) => {
  const client = anyOf(life, (one) => living(life, one).length > 0);
  const [subscription] = client ? living(life, client) : [];
  if (!client || !subscription) return undefined;
  await life.api.customers.del(subscription.customer);
  return `${client.name}'s customer is deleted at Stripe`;
};

const partnerLeaves: Step = async (life) => {
  const stay = life.partners.filter(({ leftAt }) => leftAt === null);
  const partner = life.chance.oneOf(stay);
  if (!partner || stay.length < 3) return undefined;
  // A purchase in the same second is still the partner's.
  await life.moveTo(life.now() + 2);
  const { status, json } = await life.ask("POST", `affiliate/departure?affiliateId=${partner.id}`, {
    reason: "a life",
  });
  assert.equal(status, 200, JSON.stringify(json));
  const row = await life.sayso.row("SELECT left_at FROM affiliates WHERE id = ?", partner.id);
  partner.leftAt = Number(row?.left_at) / 1000;
  // Stripe counts in seconds: who buys in the second in which a partner leaves has bought before.
  await life.moveTo(life.now() + 1);
  return `${partner.name} leaves`;
};

const monthBefore = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1)).toISOString().slice(0, 10);
};

const payOut: Step = async (life) => {
  const method = life.chance.percent(60) ? "transfer" : "manual";
  const month = monthBefore(life.now());
  let refused = "";
  for (const partner of life.chance.shuffled(life.partners)) {
    const { status, json } = await life.ask("POST", `admin/affiliates/${partner.id}/payouts`, {
      month,
      method,
    });
    assert.ok([200, 400, 409].includes(status), `a payout answers ${status}: ${JSON.stringify(json)}`);
    if (status === 200) {
      partner.paidOut.set(json.id, json.amount_pence);
      if (method === "manual") partner.byHand.push(json.amount_pence);
      return `${partner.name} is paid ${inPounds(json.amount_pence)} (${method})`;
    }
    refused = String(json.code);
  }
  return `nobody is paid: ${refused}`;
};

const reverseTransfer: Step = async (life) => {
  const transfers = life.stripe.store
    .all("transfer")
    .filter(({ amount, amount_reversed: back }) => amount > back);
  const transfer = life.chance.oneOf(transfers);
  if (!transfer) return undefined;
  const left = transfer.amount - transfer.amount_reversed;
  const amount = life.chance.percent(50) ? left : 1 + life.chance.below(left);
  await life.api.transfers.createReversal(transfer.id, { amount });
  return `${inPounds(amount)} of a transfer of ${inPounds(transfer.amount)} is taken back`;
};

const settlePayout: Step = async (life) => {
  const failed = await life.sayso.rows(
    "SELECT id, amount_pence FROM payouts WHERE status = 'failed' ORDER BY paid_at, amount_pence",
  );
  const payout = life.chance.oneOf(failed);
  const method = life.chance.percent(50) ? "transfer" : "manual";
  if (!payout) return undefined;
  const { status, json } = await life.ask("POST", `admin/payouts/${payout.id}/settlement`, {
    method,
    reference: "by hand",
  });
  assert.ok(status === 200 || status === 409, `a settlement answers ${status}: ${JSON.stringify(json)}`);
  if (status === 200 && json.status === "recorded")
    life.partners.find(({ id }) => id === json.affiliate_id)?.byHand.push(json.amount_pence);
  return `a failed payout of ${inPounds(payout.amount_pence)} is settled (${method}): ${json.code ?? status}`;
};

const STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [16, buy],
  [6, subscribeAgain],
  [3, subscribeBeside],
  [2, buyAgainOnHomePage],
  [8, topUp],
  [10, spend],
  [5, changePrice],
  [6, refund],
  [4, creditNote],
  [4, dispute],
  [5, decideDispute],
  [6, decline],
  [5, payOpen],
  [5, cancelInPortal],
  [3, withdrawCancellation],
  [4, cancelAtStripe],
  [1, deleteCustomer],
  [1, partnerLeaves],
  [7, payOut],
  [4, reverseTransfer],
  [3, settlePayout],
];

/** Performs a random step; returns its description. */
export async function step(life: Life): Promise<string> {
  const isYoung = life.clients.length < life.size.clients / 2;
  if (isYoung && life.chance.percent(40)) return (await buy(life)) ?? "nothing happens";
  for (let tries = 0; tries < 20; tries += 1) {
    const chosen = life.chance.weighted(STEPS);
    const done = await chosen?.(life);
    if (done !== undefined) return done;
  }
  return "nothing happens";
}
