// Purchases as the events of Stripe leave them.
import { addClient, type ClientRow } from "./clients.ts";
import type { Sayso } from "../../runtime/worker.ts";

/** A purchase of the Standard Plan, and the client that it made, which waits for its set-up. */
export async function plantPurchase(sayso: Sayso, overrides: Partial<ClientRow> = {}) {
  const client = await addClient(sayso, { status: "pending_onboarding", ...overrides });
  return { client, ...(await plantSubscription(sayso, client)) };
}

/** A subscription to the Standard Plan that pays for a client. */
export async function plantSubscription(sayso: Sayso, client: ClientRow) {
  const id = crypto.randomUUID().replaceAll("-", "");
  const checkout = `cs_test_${id}`;
  await sayso.change(
    `INSERT INTO subscriptions (id, customer, checkout_id, client_id, email, plan_type, created_at, read_at)
     VALUES (?, ?, ?, ?, ?, 'standard', ?, ?)`,
    `sub_${id}`,
    `cus_${id}`,
    checkout,
    client.id,
    client.email,
    Date.now(),
    Date.now(),
  );
  await sayso.change("UPDATE clients SET subscription_id = ? WHERE id = ?", `sub_${id}`, client.id);
  return { checkout };
}
