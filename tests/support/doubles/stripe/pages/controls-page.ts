// Controls of the double: events that are slow in reality, or that Stripe does not trigger on request.
import type { Answer, Call } from "../../double-http.ts";
import type { Charge } from "../charge.ts";
import { advance } from "../clock.ts";
import { closeDispute, openDispute, type Dispute } from "../dispute.ts";
import { StripeRefusal } from "../errors.ts";
import { addPeriods } from "../period.ts";
import { refundCharge } from "../refund.ts";
import type { Subscription } from "../subscription.ts";
import { endSubscription } from "../subscription-end.ts";
import type { World } from "../world.ts";
import { date, html, money, page, redirect, type Html } from "./html.ts";

const DAY = 86_400;
const PAYMENTS = 20;

/** Renders the controls and executes their buttons. */
export function answerControls(world: World, call: Call): Answer {
  if (call.method !== "POST") return controlsPage(world, call.query.get("done"));
  const form = new URLSearchParams(call.body.toString());
  try {
    const done = act(world, form);
    return redirect(`/?done=${encodeURIComponent(done)}`);
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return controlsPage(world, null, error.message);
  }
}

/** Executes a button and returns the message to show. */
function act(world: World, form: URLSearchParams): string {
  const { store } = world;
  const subscription = () => store.get("subscription", form.get("subscription"));
  const charge = () => store.get("charge", form.get("charge"));
  switch (form.get("action")) {
    case "day":
      advance(world, world.now() + DAY);
      return "A day has passed.";
    case "week":
      advance(world, world.now() + 7 * DAY);
      return "A week has passed.";
    case "month":
      advance(world, addPeriods(world.now(), { interval: "month", interval_count: 1 }, 1));
      return "A month has passed.";
    case "today":
      advance(world, Math.floor(Date.now() / 1000));
      return "It is today.";
    case "fail":
      store.state.declines.push(subscription().customer);
      return "The next payment will fail.";
    case "cancel":
      endSubscription(world, subscription());
      return "The subscription has ended.";
    case "refund":
      refundCharge(world, charge());
      return "The payment was refunded.";
    case "dispute":
      openDispute(world, charge());
      return "The buyer’s bank disputes the payment.";
    case "lost":
    case "won": {
      const outcome = form.get("action") === "lost" ? "lost" : "won";
      closeDispute(world, store.get("dispute", form.get("dispute")), outcome);
      return outcome === "lost" ? "The buyer has the money back." : "The payment stands.";
    }
    default:
      return "Nothing was done.";
  }
}

function controlsPage(world: World, done: string | null, failure?: string): Answer {
  const subscriptions = world.store.all("subscription");
  const payments = world.store.all("charge").slice(0, PAYMENTS);
  const links = world.store.all("payment_link").filter(({ active }) => active);
  const body = html`<h1>Test controls</h1>
    <div role="status">${done && html`<p class="good">${done}</p>`}</div>
    ${failure && html`<p class="bad" role="alert">${failure}</p>`}
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>Here it is ${date(world.now())}.</p>
      <p class="quiet">
        Renewals are paid, and failed payments tried again, as soon as their day has come here. The product’s
        own clock stays as it is: its days of grace, and the days after a cancellation, take as long as they
        take.
      </p>
      <form method="post" action="/" class="row">
        <button name="action" value="month">Let a month pass</button>
        <button class="second" name="action" value="week">Let a week pass</button>
        <button class="second" name="action" value="day">Let a day pass</button>
        ${world.store.state.ahead < 0 && html`<button class="second" name="action" value="today">Go on until today</button>`}
      </form>
    </section>
    ${list(
      "Subscriptions",
      "Nobody has subscribed yet.",
      subscriptions.map((one) => subscriptionEntry(world, one)),
    )}
    ${list(
      "Payments",
      "Nothing was paid yet.",
      payments.map((one) => paymentEntry(world, one)),
    )}
    ${list(
      "Payment links",
      "There are none yet.",
      links.map(({ id, line_items: items }) => {
        const { product } = world.store.get("price", items[0]?.price);
        return html`<li><a href="/pay/${id}">${world.store.get("product", product).name}</a></li>`;
      }),
    )}`;
  return page("Test controls", body, { status: failure ? 400 : 200 });
}

function list(title: string, none: string, entries: Html[]): Html {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${entries.length === 0 ? html`<p class="quiet">${none}</p>` : null}
    <ul>
      ${entries}
    </ul>
  </section>`;
}

/** A form with buttons for one object, labelled with its owner. */
const buttons = (
  formLabel: string,
  field: string,
  id: string,
  actions: [action: string, label: string][],
): Html | null =>
  actions.length === 0
    ? null
    : html`<form method="post" action="/" class="row" aria-label="${formLabel}">
        <input type="hidden" name="${field}" value="${id}" />
        ${actions.map(([action, label]) => html`<button class="second" name="action" value="${action}">${label}</button>`)}
      </form>`;

function subscriptionEntry(world: World, subscription: Subscription): Html {
  const { id, status, customer: of, items, current_period_end: end, ended_at } = subscription;
  const customer = world.store.get("customer", of);
  const price = world.store.get("price", items[0]?.price);
  const { name } = world.store.get("product", price.product);
  const label = customer.email ?? customer.id;
  const willFail = world.store.state.declines.includes(of);
  return html`<li>
    <p>
      <strong>${label}</strong> ${name}, ${money(price.unit_amount, price.currency)}
      <span class="badge ${status === "active" || status === "trialing" ? "good" : "bad"}"
        >${status.replace("_", " ")}</span
      >
      ${willFail && ended_at === null && html`<span class="badge bad">next payment fails</span>`}
    </p>
    <p class="quiet">
      ${ended_at === null ? `Until ${date(end)}` : `Ended on ${date(ended_at)}`} <code>${id}</code>
    </p>
    ${
      ended_at === null &&
      buttons(label, "subscription", id, [
        ...(willFail ? [] : ([["fail", "Make the next payment fail"]] as [string, string][])),
        ["cancel", "Cancel now"],
      ])
    }
  </li>`;
}

function paymentEntry(world: World, charge: Charge): Html {
  const {
    id,
    amount,
    amount_refunded: refunded,
    currency,
    customer,
    billing_details: by,
    created,
    paid,
  } = charge;
  const dispute = world.store.all("dispute").find((one) => one.charge === id);
  const customerRecord = customer === null ? undefined : world.store.find("customer", customer);
  const payer = customerRecord?.email ?? by.email ?? "Somebody";
  const { words, good } = stateOf(charge, dispute);
  return html`<li>
    <p>
      <strong>${payer}</strong> ${money(amount, currency)}
      <span class="badge ${good ? "good" : "bad"}">${words}</span>
    </p>
    <p class="quiet">On ${date(created)} <code>${id}</code></p>
    ${
      dispute?.status.endsWith("needs_response")
        ? buttons(payer, "dispute", dispute.id, [
            ["lost", "The bank gives the money back"],
            ["won", "The bank lets the payment stand"],
          ])
        : paid && !dispute && refunded < amount
          ? buttons(payer, "charge", id, [
              ["refund", "Refund"],
              ["dispute", "Have the bank dispute it"],
            ])
          : null
    }
  </li>`;
}

function stateOf(charge: Charge, dispute: Dispute | undefined): { words: string; good: boolean } {
  if (!charge.paid) return { words: "failed", good: false };
  if (dispute?.status.endsWith("needs_response")) return { words: "disputed", good: false };
  if (dispute?.status === "lost") return { words: "dispute lost", good: false };
  if (charge.amount_refunded > 0)
    return { words: charge.amount_refunded < charge.amount ? "refunded in part" : "refunded", good: false };
  return { words: dispute ? "dispute won" : "paid", good: true };
}
