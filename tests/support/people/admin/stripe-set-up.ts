// A Stripe account and a deployment whose set-up an admin views and completes.
import assert from "node:assert/strict";
import type { SetupRow, StripeSetup, StripeSetupDone } from "#api/generated/operations.ts";
import { adminCalls } from "./admin-calls.ts";
import { startStripe } from "../../doubles/stripe/stripe.ts";
import { startWorker } from "../../runtime/worker.ts";

export const SET_UP_PATH = "/api/admin/stripe-setup";

/** How many objects of each kind a whole set-up has. */
export const COMPLETE = {
  product: 4,
  price: 4,
  coupon: 1,
  payment_link: 3,
  webhook_endpoint: 1,
  "billing_portal.configuration": 1,
};
const KINDS = Object.keys(COMPLETE) as (keyof typeof COMPLETE)[];

export const states = ({ rows }: StripeSetup) =>
  Object.fromEntries(rows.map(({ item, state }) => [item, state]));
export const rowOf = ({ rows }: StripeSetup, item: SetupRow["item"]) => rows.find((row) => row.item === item);

export type SetUpWorld = Awaited<ReturnType<typeof startSetUpWorld>>;

/** Starts both, empty. */
export async function startSetUpWorld() {
  const stripe = await startStripe();
  stripe.interceptFetch();
  // Events of objects that are deleted between the tests.
  stripe.deliveries.hold();
  const sayso = await startWorker({ secrets: { STRIPE_SECRET_KEY: stripe.secretKey } });
  const { get, post } = adminCalls(() => sayso);

  return {
    stripe,
    sayso,
    look: () => get<StripeSetup>(SET_UP_PATH),
    create: async () => {
      const { status, body } = await post<StripeSetupDone>(SET_UP_PATH);
      assert.equal(status, 200);
      return body;
    },
    /** Except the limits that all tests raise. */
    settings: () =>
      // Without the limits, which the tests raise.
      sayso.rows(
        "SELECT * FROM admin_settings WHERE setting_value <> '100000' AND setting_key <> 'address_credit_share' ORDER BY setting_key",
      ),
    /** Number of objects of each kind. */
    counts: () => Object.fromEntries(KINDS.map((kind) => [kind, stripe.store.all(kind).length])),
    /** Makes it an account and a deployment without anything. */
    reset: async () => {
      stripe.clearFaults();
      stripe.store.state.tables = {};
      stripe.store.state.answers = {};
      await sayso.change("DELETE FROM admin_settings");
      await sayso.change("DELETE FROM audit_log");
    },
    close: async () => {
      await sayso.close();
      await stripe.close();
    },
  };
}
