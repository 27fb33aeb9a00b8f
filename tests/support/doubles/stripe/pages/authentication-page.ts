// The page of the buyer's bank: it authenticates the buyer, or fails to.
import type { Answer, Call } from "../../double-http.ts";
import { finishAuthentication } from "../collection.ts";
import type { PaymentIntent } from "../payment-intent.ts";
import type { World } from "../world.ts";
import { html, money, notFound, page, redirect } from "./html.ts";

/** Shows the page of an intent that requires it, and takes the answer. */
export function answerAuthentication(world: World, intent: PaymentIntent, call: Call): Answer {
  if (call.query.get("client_secret") !== intent.client_secret) return notFound();
  const { invoice, return_url: back } = intent;
  const after = back ?? (invoice === null ? "/" : `/invoice/${invoice}`);
  if (intent.status !== "requires_action") return redirect(after);
  if (call.method !== "POST") return bankPage(intent);
  const action = new URLSearchParams(call.body.toString()).get("action");
  finishAuthentication(world, intent, action === "authenticate");
  return redirect(after);
}

/** The bank's authentication page; its form posts to its own URL. */
export const bankPage = ({ amount, currency }: { amount: number; currency: string }): Answer =>
  page(
    "Authenticate the payment",
    html`<section>
      <h1>Authenticate the payment</h1>
      <p>Your bank would ask whether you want to pay ${money(amount, currency)} to Sayso.</p>
      <form method="post" class="row">
        <button name="action" value="authenticate">Complete authentication</button>
        <button class="second" name="action" value="refuse">Fail authentication</button>
      </form>
    </section>`,
  );
