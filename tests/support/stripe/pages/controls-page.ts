// The controls of the double: what a person cannot wait for, or Stripe would not do on order.
import type { Answer, Call } from "../../double-http.ts";
import { advance } from "../clock.ts";
import { StripeRefusal } from "../errors.ts";
import { addPeriods } from "../period.ts";
import { refundCharge } from "../refund.ts";
import type { Subscription } from "../subscription.ts";
import { endSubscription } from "../subscription-end.ts";
import type { World } from "../world.ts";
import { date, html, money, page, redirect, type Html } from "./html.ts";

const DAY = 86_400;

/** Shows the controls, and does what one of their buttons says. */
export function answerControls(world: World, call: Call): Answer {
  if (call.method !== "POST") return controlsPage(world, call.query.get("done"));
  const form = new URLSearchParams(call.body.toString());
  try {
    const done = act(world, form.get("action"), form.get("subscription"));
    return redirect(`/?done=${encodeURIComponent(done)}`);
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return controlsPage(world, null, error.message);
  }
}

function act(world: World, action: string | null, id: string | null): string {
  if (action === "day") {
    advance(world, world.now() + DAY);
    return "A day has passed.";
  }
  if (action === "month") {
    advance(world, addPeriods(world.now(), { interval: "month", interval_count: 1 }, 1));
    return "A month has passed.";
  }
  const subscription = world.store.get("subscription", id);
  if (action === "cancel") {
    endSubscription(world, subscription);
    return "The subscription has ended.";
  }
  if (action === "fail") {
    world.store.state.declines.push(subscription.customer);
    return "The next payment will fail.";
  }
  const [last] = world.store
    .all("charge")
    .filter(
      ({ customer, paid, amount, amount_refunded: back }) =>
        customer === subscription.customer && paid && back < amount,
    );
  if (action !== "refund" || !last) return "There is no payment to refund.";
  refundCharge(world, last);
  return "The last payment was refunded.";
}

function controlsPage(world: World, done: string | null, failure?: string): Answer {
  const subscriptions = world.store.all("subscription");
  const links = world.store.all("payment_link").filter(({ active }) => active);
  const body = html`<h1>Test controls</h1>
    <div role="status">${done && html`<p class="good">${done}</p>`}</div>
    ${failure && html`<p class="bad" role="alert">${failure}</p>`}
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>Here it is ${date(world.now())}.</p>
      <form method="post" action="/" class="row">
        <button name="action" value="month">Let a month pass</button>
        <button class="second" name="action" value="day">Let a day pass</button>
      </form>
    </section>
    <section aria-labelledby="subscriptions">
      <h2 id="subscriptions">Subscriptions</h2>
      ${subscriptions.length === 0 ? html`<p class="quiet">Nobody has subscribed yet.</p>` : null}
      <ul>
        ${subscriptions.map((one) => subscriptionEntry(world, one))}
      </ul>
    </section>
    <section aria-labelledby="links">
      <h2 id="links">Payment links</h2>
      ${links.length === 0 ? html`<p class="quiet">There are none yet.</p>` : null}
      <ul>
        ${links.map(({ id, line_items: items }) => {
          const { product } = world.store.get("price", items[0]?.price);
          return html`<li><a href="/pay/${id}">${world.store.get("product", product).name}</a></li>`;
        })}
      </ul>
    </section>`;
  return page("Test controls", body, { status: failure ? 400 : 200 });
}

function subscriptionEntry(world: World, subscription: Subscription): Html {
  const { id, status, customer: of, items, current_period_end: end, ended_at } = subscription;
  const customer = world.store.get("customer", of);
  const price = world.store.get("price", items[0]?.price);
  const { name } = world.store.get("product", price.product);
  return html`<li>
    <p>
      <strong>${customer.email ?? customer.id}</strong> ${name}, ${money(price.unit_amount, price.currency)}
      <span class="badge ${status === "active" || status === "trialing" ? "good" : "bad"}"
        >${status.replace("_", " ")}</span
      >
    </p>
    <p class="quiet">
      ${ended_at === null ? `Until ${date(end)}` : `Ended on ${date(ended_at)}`} <code>${id}</code>
    </p>
    <form method="post" action="/" class="row" aria-label="${customer.email ?? customer.id}">
      <input type="hidden" name="subscription" value="${id}" />
      ${
        ended_at === null &&
        html`<button class="second" name="action" value="fail">Make the next payment fail</button>
          <button class="second" name="action" value="cancel">Cancel now</button>`
      }
      <button class="second" name="action" value="refund">Refund the last payment</button>
    </form>
  </li>`;
}
