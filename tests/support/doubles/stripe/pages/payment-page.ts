// The payment page: of a payment link, which opens a session for each visitor, and of a session.
import type { Answer, Call } from "../../double-http.ts";
import { finishCheckout, payCheckout } from "../checkout.ts";
import { openLink, pricedToday, type CheckoutSession } from "../checkout-session.ts";
import { priced } from "../line-items.ts";
import type { PaymentLink } from "../payment-link.ts";
import { typedMethod } from "../payment-method.ts";
import { redeemable } from "../promotion-code.ts";
import type { World } from "../world.ts";
import { bankPage } from "./authentication-page.ts";
import { cardFields, formError, testCards, typedCard, type FormError } from "./card-form.ts";
import { field, html, money, page, redirect, type Html } from "./html.ts";

/** Opens a session for a visitor of a payment link. */
export function visitLink(world: World, link: PaymentLink, call: Call): Answer {
  if (!link.active)
    return page(
      "Not available",
      html`<section>
        <h1>Not available</h1>
        <p>${link.inactive_message ?? "This link is no longer active. Nothing can be paid on it."}</p>
      </section>`,
      { status: 410 },
    );
  return redirect(`/pay/${openLink(world, link, call.query).id}`);
}

/** Serves a session's page and handles its forms. */
export function answerSession(world: World, session: CheckoutSession, call: Call): Answer {
  const form = new URLSearchParams(call.body.toString());
  const action = call.method === "POST" ? form.get("action") : undefined;
  if (session.status !== "open") return overPage(world, session);
  if (action === "apply") {
    const code = form.get("code")?.trim() ?? "";
    const promotion = session.allow_promotion_codes ? redeemable(world, code, session.customer) : undefined;
    if (!promotion)
      return sessionPage(world, session, form, { message: "This code is invalid.", field: "code" });
    session.redemptions = [{ coupon: promotion.coupon, promotion_code: promotion.id }];
  }
  if (action === "remove") session.redemptions = [];
  if (action === "authenticate" || action === "refuse")
    return after(world, session, form, () => {
      finishCheckout(world, session, action === "authenticate");
      return "complete";
    });
  return action === "pay" ? pay(world, session, form) : sessionPage(world, session, form);
}

function pay(world: World, session: CheckoutSession, form: URLSearchParams): Answer {
  const buyer = { email: (form.get("email") ?? "").trim(), name: (form.get("name") ?? "").trim() };
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(buyer.email))
    return sessionPage(world, session, form, { message: "Your email is incomplete.", field: "email" });
  if (buyer.name === "")
    return sessionPage(world, session, form, { message: "Please enter your name.", field: "name" });
  return after(world, session, form, () =>
    payCheckout(world, session, typedMethod(world, typedCard(form), buyer), buyer),
  );
}

/** Shows the outcome of an attempt to pay: the seller's page, the bank's question, or the reason of a refusal. */
function after(
  world: World,
  session: CheckoutSession,
  form: URLSearchParams,
  attempt: () => "complete" | "requires_action",
): Answer {
  try {
    if (attempt() === "requires_action") {
      const { total: amount, currency } = pricedToday(world, session);
      return bankPage({ amount, currency });
    }
  } catch (error) {
    return sessionPage(world, session, form, formError(error));
  }
  const { success_url: url } = session;
  return url === null
    ? overPage(world, session)
    : redirect(url.replaceAll("{CHECKOUT_SESSION_ID}", session.id));
}

function overPage(world: World, { status, payment_link }: CheckoutSession): Answer {
  const done = status === "complete";
  const sells = world.store.find("payment_link", payment_link)?.active;
  return page(
    done ? "Thank you" : "Expired",
    done
      ? html`<section>
          <h1>Thank you</h1>
          <p>Your payment was received.</p>
        </section>`
      : html`<section>
          <h1>This page has expired</h1>
          ${sells && html`<p><a href="/pay/${payment_link}">Start again</a></p>`}
        </section>`,
    { status: done ? 200 : 410 },
  );
}

function sessionPage(
  world: World,
  session: CheckoutSession,
  form: URLSearchParams,
  error?: FormError,
): Answer {
  const { total, currency } = pricedToday(world, session);
  const of = (name: string) => (error?.field === name ? error.message : undefined);
  const customer = session.customer ? world.store.get("customer", session.customer) : undefined;
  const subscribes = session.mode === "subscription";
  const body = html`<h1>${subscribes ? "Subscribe to Sayso" : "Pay Sayso"}</h1>
    ${summary(world, session, form, of("code"))}
    <section aria-labelledby="details">
      <h2 id="details">Your details</h2>
      <form method="post">
        ${field("Email", "email", {
          type: "email",
          value: form.get("email") ?? session.customer_email ?? customer?.email ?? "",
          error: of("email"),
          autocomplete: "email",
        })}
        ${field("Name on card", "name", {
          value: form.get("name") ?? "",
          error: of("name"),
          autocomplete: "cc-name",
        })}
        ${cardFields(form, error)}
        <button name="action" value="pay">
          ${subscribes ? "Subscribe and pay" : "Pay"} ${money(total, currency)}
        </button>
      </form>
      ${testCards()} ${session.cancel_url && html`<p><a href="${session.cancel_url}">Back</a></p>`}
    </section>`;
  return page(subscribes ? "Subscribe" : "Pay", body, { columns: 2, status: error ? 402 : 200 });
}

function summary(world: World, session: CheckoutSession, form: URLSearchParams, codeError?: string): Html {
  const { lines, subtotal, discount, added, total, currency } = pricedToday(world, session);
  const code = session.redemptions.map(
    ({ promotion_code: id }) => world.store.find("promotion_code", id)?.code,
  )[0];
  return html`<section aria-labelledby="order">
    <h2 id="order">Your order</h2>
    <dl>
      ${lines.map((line) => {
        const each = world.store.get("price", line.price).unit_amount;
        return html`<dt>
            ${line.product}${line.quantity > 1 && ` × ${line.quantity}`}
            ${line.recurring && html`<span class="quiet">per ${line.recurring.interval}</span>`}
          </dt>
          <dd>${money(each * line.quantity, currency)}</dd>`;
      })}
      ${
        discount > 0 &&
        html`<dt>Subtotal</dt>
          <dd>${money(subtotal, currency)}</dd>
          <dt>Discount ${code}</dt>
          <dd>−${money(discount, currency)}</dd>`
      }
      ${
        added > 0 &&
        html`<dt>Tax</dt>
          <dd>${money(added, currency)}</dd>`
      }
      <dt class="total">Total today</dt>
      <dd class="total">${money(total, currency)}</dd>
    </dl>
    ${later(world, session)} ${session.allow_promotion_codes && promotionForm(form, code, codeError)}
  </section>`;
}

/** Price of each later period, without coupons that apply once. */
function later(
  world: World,
  { line_items: items, redemptions, subscription_data: data }: CheckoutSession,
): Html | null {
  const recurring = items.filter(({ price }) => world.store.get("price", price).recurring);
  const lasting = redemptions.filter(({ coupon }) => world.store.get("coupon", coupon).duration !== "once");
  const { total, currency, lines } = priced(world, recurring, lasting, false, data.default_tax_rates);
  const interval = lines[0]?.recurring?.interval;
  if (!interval) return null;
  const days = data.trial_period_days;
  return html`<p class="quiet">
    ${days === null ? "Then" : `After ${days} days`} ${money(total, currency)} per ${interval}, until you
    cancel.
  </p>`;
}

const promotionForm = (form: URLSearchParams, code: string | undefined, error: string | undefined): Html =>
  code === undefined
    ? html`<form method="post" class="row">
        ${field("Promotion code", "code", { value: form.get("code") ?? "", error })}
        <button class="second" name="action" value="apply">Apply</button>
      </form>`
    : html`<form method="post" class="row">
        <p>Promotion code <strong>${code}</strong></p>
        <button class="second" name="action" value="remove">Remove</button>
      </form>`;
