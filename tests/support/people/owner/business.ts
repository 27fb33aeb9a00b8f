// A business that has bought a plan by card.
import type { Billing, PaymentPage } from "#api/generated/billing.ts";
import type { PaymentWorld } from "./payments.ts";
import { call } from "./users.ts";

/** A business that has bought a plan, and is set up. */
export async function business(
  world: PaymentWorld,
  plan: "noSetup" | "standard" = "standard",
  card: Record<string, string> = {},
) {
  const email = await world.buy(plan, card);
  await world.eventsApplied();
  const id = String((await world.client(email))?.id);
  const cookie = await world.owner(id);
  const ask = (method: string, path: string) =>
    call(world.sayso, method, `/api/client/${id}/${path}`, { cookie });
  const [customer] = (await world.api.customers.list({ email })).data;
  return {
    id,
    email,
    cookie,
    ask,
    customer: String(customer?.id),
    row: async () => (await world.client(email)) ?? {},
    billing: async () => (await (await ask("GET", "billing")).json()) as Billing,
    payments: async () => ((await (await ask("GET", "payments")).json()) as PaymentPage).entries,
    subscription: async () => {
      const found = await world.api.subscriptions.list({ customer: String(customer?.id), status: "all" });
      return found.data[0];
    },
    mails: async () =>
      (
        await world.sayso.rows("SELECT template FROM emails WHERE recipient = ? ORDER BY created_at", email)
      ).map(({ template }) => template),
    states: async () =>
      (await world.sayso.rows("SELECT state FROM plan_changes WHERE client_id = ? ORDER BY seq", id)).map(
        ({ state }) => state,
      ),
  };
}
