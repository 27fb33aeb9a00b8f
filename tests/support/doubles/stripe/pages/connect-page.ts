// Onboarding page for the bank details of a connected account.
import type { Answer, Call } from "../../double-http.ts";
import type { AccountLink } from "../connected-account.ts";
import type { World } from "../world.ts";
import { html, page, redirect } from "./html.ts";

/** Serves the page once and handles its form: all details, or none yet. */
export function answerConnect(world: World, link: AccountLink, call: Call): Answer {
  const account = world.store.get("account", link.account);
  if (call.method !== "POST") {
    if (link.used || link.expires_at < world.now()) return redirect(link.refresh_url);
    link.used = true;
    return connectPage(account.email);
  }
  if (new URLSearchParams(call.body.toString()).get("action") === "finish")
    world.change(account, {
      details_submitted: true,
      payouts_enabled: true,
      transfers: account.transfers && "active",
    });
  return redirect(link.return_url);
}

const connectPage = (email: string | null): Answer =>
  page(
    "Get paid by Sayso",
    html`<section>
      <h1>Get paid by Sayso</h1>
      <p>Stripe would ask ${email ?? "you"} for a name, an address and a bank account here.</p>
      <form method="post" class="row">
        <button name="action" value="finish">Agree and submit</button>
        <button class="second" name="action" value="later">Save for later</button>
      </form>
    </section>`,
  );
