// Form fields of a card, and their values.
import { cardError, StripeRefusal } from "../errors.ts";
import type { TypedCard } from "../cards.ts";
import { field, html, type Html } from "./html.ts";

/** Error of a form: its text and field. */
export type FormError = { message: string; field: string };

const FIELDS: Record<string, string> = {
  number: "number",
  exp_month: "expiry",
  exp_year: "expiry",
  cvc: "cvc",
};

/** Maps a refusal to a form error, shown beside its field, else beside the card's number. */
export function formError(error: unknown): FormError {
  if (!(error instanceof StripeRefusal)) throw error;
  return { message: error.message, field: FIELDS[error.body.param ?? ""] ?? "number" };
}

/** The three fields of a card. Values survive an error, except the CVC. */
export function cardFields(form: URLSearchParams, error?: FormError): Html {
  const of = (name: string) => (error?.field === name ? error.message : undefined);
  return html`${field("Card number", "number", {
      value: form.get("number") ?? "",
      error: of("number"),
      hint: "4242 4242 4242 4242",
      autocomplete: "cc-number",
    })}
    <div class="row">
      ${field("Expiry", "expiry", {
        value: form.get("expiry") ?? "",
        error: of("expiry"),
        hint: "MM / YY",
        autocomplete: "cc-exp",
      })}
      ${field("CVC", "cvc", { error: of("cvc"), hint: "123", autocomplete: "cc-csc" })}
    </div>`;
}

/** Reads the three fields; spaces in the number and years of two digits are as people type them. */
export function typedCard(form: URLSearchParams): TypedCard {
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(\d{4}|\d{2})\s*$/.exec(form.get("expiry") ?? "") ?? [];
  if (month === undefined || year === undefined)
    throw cardError(
      { code: "invalid_expiry_month", message: "Your card's expiration date is incomplete." },
      { param: "exp_month" },
    );
  return {
    number: (form.get("number") ?? "").replaceAll(/\D/g, ""),
    exp_month: Number(month),
    exp_year: year.length === 2 ? 2000 + Number(year) : Number(year),
    cvc: (form.get("cvc") ?? "").trim(),
  };
}

/** Table of the test cards and their behaviour. */
export const testCards = (): Html =>
  html`<details>
    <summary>Test cards</summary>
    <p><code>4242 4242 4242 4242</code> is accepted.</p>
    <p><code>5555 5555 5555 4444</code> is accepted, a Mastercard.</p>
    <p><code>4000 0000 0000 0002</code> is declined.</p>
    <p><code>4000 0000 0000 9995</code> has insufficient funds.</p>
    <p><code>4000 0000 0000 0341</code> can be kept, and fails when it is charged.</p>
    <p><code>4000 0000 0000 0259</code> is accepted, and disputed afterwards.</p>
    <p><code>4000 0025 0000 3155</code> asks for authentication once, and renews by itself.</p>
    <p><code>4000 0027 6000 3184</code> asks for authentication at every payment.</p>
    <p class="quiet">Any date in the future and any three digits do.</p>
  </details>`;
