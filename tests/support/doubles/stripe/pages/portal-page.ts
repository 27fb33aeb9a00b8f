// The customer portal: subscriptions, cards and payments.
import type { Answer, Call } from "../../double-http.ts";
import type { PortalConfiguration, PortalSession } from "../billing-portal.ts";
import { payInvoice } from "../invoice-calls.ts";
import { totals, type Invoice } from "../invoice.ts";
import { attach, testCard, typedMethod } from "../payment-method.ts";
import type { Subscription } from "../subscription.ts";
import { leaving } from "../subscription-end.ts";
import type { World } from "../world.ts";
import { toBank } from "./invoice-page.ts";
import { cardFields, formError, testCards, typedCard, type FormError } from "./card-form.ts";
import { date, html, money, page, redirect, type Html } from "./html.ts";

const DONE: Record<string, string> = {
  card: "Your card was changed.",
  pay: "The invoice was paid.",
  cancel: "Your subscription will end with its period.",
  resume: "Your subscription goes on.",
};

/** Serves the portal and handles its forms. */
export function answerPortal(world: World, session: PortalSession, call: Call): Answer {
  if (call.method !== "POST") return portalPage(world, session, { done: call.query.get("done") });
  const form = new URLSearchParams(call.body.toString());
  const action = form.get("action") ?? "";
  try {
    act(world, session, action, form);
    return redirect(`/portal/${session.secret}?done=${action}`);
  } catch (error) {
    const invoice = world.store.find("invoice", form.get("invoice"));
    const bank = invoice && toBank(world, invoice, error, `${world.origin}/portal/${session.secret}`);
    if (bank) return bank;
    return portalPage(world, session, { form, action, error: formError(error) });
  }
}

const live = (world: World, customer: string): Subscription[] =>
  world.store
    .all("subscription")
    .filter(({ customer: of, ended_at }) => of === customer && ended_at === null);

const featuresOf = (world: World, { configuration }: PortalSession): PortalConfiguration["features"] =>
  world.store.get("billing_portal.configuration", configuration).features;

function act(world: World, session: PortalSession, action: string, form: URLSearchParams): void {
  const features = featuresOf(world, session);
  if (action === "card" && features.payment_method_update) return changeCard(world, session.customer, form);
  if (action === "pay") {
    const invoice = world.store.get("invoice", form.get("invoice"));
    if (invoice.customer === session.customer) payInvoice(world, invoice, null, "on_session");
    return;
  }
  const chosen = live(world, session.customer).find(({ id }) => id === form.get("subscription"));
  if (chosen && features.subscription_cancel && (action === "cancel" || action === "resume"))
    world.change(chosen, leaving(world, chosen, action === "cancel"), "customer.subscription.updated");
}

/** Replaces the previous card everywhere, as Stripe's portal does. */
function changeCard(world: World, id: string, form: URLSearchParams): void {
  const customer = world.store.get("customer", id);
  const { email, name } = customer;
  const method = attach(world, typedMethod(world, typedCard(form), { email, name }), customer).id;
  world.change(customer, { default_payment_method: method }, "customer.updated");
  for (const subscription of live(world, id))
    if (subscription.default_payment_method !== null)
      world.change(subscription, { default_payment_method: method }, "customer.subscription.updated");
}

type Shown = { done?: string | null; form?: URLSearchParams; action?: string; error?: FormError };

function portalPage(world: World, session: PortalSession, { done, form, action, error }: Shown): Answer {
  const features = featuresOf(world, session);
  const subscriptions = live(world, session.customer);
  const typed = action === "card" ? form : undefined;
  const body = html`<h1>Your billing</h1>
    <div role="status">${done && html`<p class="good">${DONE[done]}</p>`}</div>
    ${error && action !== "card" && html`<p class="bad" role="alert">${error.message}</p>`}
    <section aria-labelledby="plan">
      <h2 id="plan">Subscription</h2>
      ${subscriptions.length === 0 ? html`<p class="quiet">You have no subscription.</p>` : null}
      <ul>
        ${subscriptions.map((one) => subscriptionEntry(world, one, features.subscription_cancel))}
      </ul>
    </section>
    ${cardSection(world, session, features.payment_method_update, typed, error)}
    ${features.invoice_history && invoiceSection(world, session.customer)}
    ${session.return_url && html`<p><a class="button" href="${session.return_url}">Back to Sayso</a></p>`}`;
  return page("Your billing", body, { status: error ? 402 : 200 });
}

function subscriptionEntry(world: World, subscription: Subscription, cancels: boolean): Html {
  const { items, status, cancel_at_period_end: leaves, current_period_end: end } = subscription;
  const owes = status === "past_due" || status === "unpaid";
  return html`<li>
    ${items.map(({ price: id, quantity }) => {
      const price = world.store.get("price", id);
      const { name } = world.store.get("product", price.product);
      return html`<p>
        <strong>${name}</strong> ${money(price.unit_amount * quantity, price.currency)} per
        ${price.recurring?.interval}
      </p>`;
    })}
    <p class="${owes ? "bad" : "quiet"}">
      ${owes ? "The last payment failed." : leaves ? `Ends on ${date(end)}.` : `Renews on ${date(end)}.`}
    </p>
    ${
      cancels &&
      html`<form method="post">
        <input type="hidden" name="subscription" value="${subscription.id}" />
        <div>
          ${
            leaves
              ? html`<button name="action" value="resume">Do not cancel</button>`
              : html`<button class="second" name="action" value="cancel">
                  Cancel at the end of the period
                </button>`
          }
        </div>
      </form>`
    }
  </li>`;
}

function cardSection(
  world: World,
  { customer }: PortalSession,
  changes: boolean,
  form = new URLSearchParams(),
  error?: FormError,
): Html {
  const [subscription] = live(world, customer);
  const keepsPlan =
    subscription?.default_payment_method ?? world.store.get("customer", customer).default_payment_method;
  const method = world.store.find("payment_method", keepsPlan);
  const shown = form.has("number");
  return html`<section aria-labelledby="card">
    <h2 id="card">Card</h2>
    <p>
      ${
        method
          ? `${testCard(method).brand === "visa" ? "Visa" : "Mastercard"} ending in ${method.number.slice(-4)}, expires ${method.exp_month}/${method.exp_year}`
          : "No card is kept."
      }
    </p>
    ${
      changes &&
      html`<details ${shown && html`open`}>
        <summary>Change card</summary>
        <form method="post">
          ${cardFields(form, shown ? error : undefined)}
          <button name="action" value="card">Save card</button>
        </form>
        ${testCards()}
      </details>`
    }
  </section>`;
}

function invoiceSection(world: World, customer: string): Html {
  const invoices = world.store
    .all("invoice")
    .filter(({ customer: of, status }) => of === customer && status !== "draft");
  return html`<section aria-labelledby="invoices">
    <h2 id="invoices">Invoices</h2>
    ${invoices.length === 0 ? html`<p class="quiet">There are none yet.</p>` : null}
    <ul>
      ${invoices.map(invoiceEntry)}
    </ul>
  </section>`;
}

const invoiceEntry = (invoice: Invoice): Html =>
  html`<li>
    <p>
      <a href="/invoice/${invoice.id}">${invoice.number}</a> ${date(invoice.created)}
      <strong>${money(totals(invoice).due, invoice.currency)}</strong>
      <span class="badge ${invoice.status === "paid" ? "good" : "bad"}">${invoice.status}</span>
    </p>
    ${
      invoice.status === "open" &&
      html`<form method="post">
        <input type="hidden" name="invoice" value="${invoice.id}" />
        <div><button name="action" value="pay">Pay now</button></div>
      </form>`
    }
  </li>`;
