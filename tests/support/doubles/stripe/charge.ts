// Charges: money that a card gave, or did not.
import type { Decline } from "./cards.ts";
import { given, mergeMetadata, readParameters, type Metadata } from "./parameters.ts";
import { cardFields, type BillingDetails } from "./payment-method.ts";
import type { Json } from "./render.ts";
import { equal, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** One attempt to take money from a card; amounts are in the currency's smallest unit. */
export type Charge = Base<"charge"> & {
  amount: number;
  currency: string;
  amount_refunded: number;
  /** Whether the bank has authenticated the buyer. */
  authenticated?: true;
  billing_details: BillingDetails;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  /** Why it failed; `null` if it succeeded. */
  decline: Decline | null;
  invoice: string | null;
  metadata: Metadata;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  receipt_email: string | null;
};

const update: Handler = (world, { parameters, ids }) => {
  const charge = world.store.get("charge", ids[0]);
  const values = readParameters(parameters, {
    description: "string",
    metadata: "metadata",
    receipt_email: "string",
  });
  return world.change(
    charge,
    {
      description: given(values.description, charge.description),
      metadata: mergeMetadata(charge.metadata, values.metadata),
      receipt_email: given(values.receipt_email, charge.receipt_email),
    },
    "charge.updated",
  );
};

/** How a bank has authenticated a buyer: by a challenge. */
const AUTHENTICATED = {
  authentication_flow: "challenge",
  electronic_commerce_indicator: "05",
  exemption_indicator: null,
  result: "authenticated",
  result_reason: null,
  transaction_id: "9c5a9b8e-2f7e-4e0f-9d53-6a3f1b0c8d21",
  version: "2.2.0",
};

/** Earlier versions name the invoice; the present one leaves that to `invoice_payments`. */
export function renderCharge(world: World, charge: Charge, version: Version): Json {
  const { authenticated, decline, invoice, ...rest } = charge;
  const method = world.store.get("payment_method", charge.payment_method);
  return {
    ...rest,
    amount_captured: charge.paid ? charge.amount : 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: charge.paid ? charge.id.replace("ch_", "txn_") : null,
    billing_details: { ...charge.billing_details, tax_id: null },
    calculated_statement_descriptor: "SAYSO",
    captured: charge.paid,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    ...(version === EARLIER && { invoice, destination: null, dispute: null, order: null }),
    livemode: world.settings.livemode,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? "declined_by_network" : "approved_by_network",
      reason: decline?.decline_code ?? null,
      risk_level: "normal",
      risk_score: 20,
      seller_message: decline
        ? "The bank did not return any further details with this decline."
        : "Payment complete.",
      type: decline ? "issuer_declined" : "authorized",
    },
    payment_method_details: {
      card: {
        ...cardFields(method),
        mandate: null,
        network: "visa",
        three_d_secure: authenticated ? AUTHENTICATED : null,
      },
      type: "card",
    },
    radar_options: {},
    receipt_number: null,
    receipt_url: charge.paid ? `${world.origin}/receipt/${charge.id}` : null,
    refunded: charge.paid && charge.amount_refunded === charge.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.paid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
}

export const chargeRoutes: Route[] = [
  [
    "GET",
    "/v1/charges",
    list("charge", { customer: equal("customer"), payment_intent: equal("payment_intent") }),
  ],
  ["GET", "/v1/charges/:id", retrieve("charge")],
  ["POST", "/v1/charges/:id", update],
];
