// Refunds of charges, in full or in part.
import { invalid } from "./errors.ts";
import { mergeMetadata, readParameters, shape, type Metadata } from "./parameters.ts";
import type { Charge } from "./charge.ts";
import type { Json } from "./render.ts";
import { equal, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"] as const;

/** A refunded amount; immediate and final. */
export type Refund = Base<"refund"> & {
  amount: number;
  currency: string;
  charge: string;
  customer: string | null;
  payment_intent: string;
  reason: (typeof REASONS)[number] | null;
  status: "succeeded";
  metadata: Metadata;
};

const CREATE = shape({
  charge: "string",
  payment_intent: "string",
  amount: "integer",
  reason: REASONS,
  metadata: "metadata",
});

/** Refunds a charge; by default all that is left of it. */
export function refundCharge(
  world: World,
  charge: Charge,
  {
    amount,
    reason = null,
    metadata = {},
  }: { amount?: number | null; reason?: Refund["reason"]; metadata?: Metadata } = {},
): Refund {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid)
    throw invalid(`The charge you're attempting to refund was not paid.`, { param: "charge" });
  // An inquiry may be answered by a refund, and a won dispute can be refunded.
  const disputes = world.store.all("dispute").filter((one) => one.charge === charge.id);
  if (disputes.some(({ status }) => !status.startsWith("warning_") && status !== "won"))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  const wanted = amount ?? left;
  if (wanted < 1)
    throw invalid("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  if (wanted > left)
    throw invalid(
      `Refund amount (${money(wanted, charge.currency)}) is greater than unrefunded amount on charge (${money(left, charge.currency)})`,
      { code: "amount_too_large", param: "amount" },
    );
  const refund = world.create("refund", {
    amount: wanted,
    currency: charge.currency,
    charge: charge.id,
    customer: charge.customer,
    payment_intent: charge.payment_intent,
    reason,
    status: "succeeded",
    metadata,
  });
  world.emit("refund.created", refund);
  world.change(charge, { amount_refunded: charge.amount_refunded + wanted }, "charge.refunded");
  return refund;
}

const money = (amount: number, currency: string) =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / 100);

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE);
  const { charge: id, payment_intent: of, ...rest } = values;
  if (!id && !of)
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
      {
        code: "parameter_missing",
      },
    );
  const intent = of ? world.store.get("payment_intent", of, "payment_intent") : undefined;
  if (intent && intent.status !== "succeeded")
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: "payment_intent_unexpected_state",
    });
  const charge = world.store.get("charge", id ?? intent?.latest_charge, "charge");
  return refundCharge(world, charge, {
    amount: rest.amount ?? null,
    reason: rest.reason ?? null,
    metadata: mergeMetadata({}, rest.metadata),
  });
};

const update: Handler = (world, { parameters, ids }) => {
  const refund = world.store.get("refund", ids[0]);
  const { metadata } = readParameters(parameters, { metadata: "metadata" });
  world.change(refund, { metadata: mergeMetadata(refund.metadata, metadata) }, "refund.updated");
  // The older name of the same event, which Stripe still sends for refunds of charges.
  world.emit("charge.refund.updated", refund);
  return refund;
};

/** Refunds name the customer only in the present version, and have no mode in any. */
export function renderRefund(_world: World, refund: Refund, version: Version): Json {
  const { customer, ...rest } = refund;
  return {
    ...rest,
    balance_transaction: refund.id.replace("re_", "txn_"),
    ...(version !== EARLIER && { customer, customer_account: null, payment_method: null }),
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
  };
}

export const refundRoutes: Route[] = [
  ["POST", "/v1/refunds", create],
  [
    "GET",
    "/v1/refunds",
    list("refund", { charge: equal("charge"), payment_intent: equal("payment_intent") }),
  ],
  ["GET", "/v1/refunds/:id", retrieve("refund")],
  ["POST", "/v1/refunds/:id", update],
];
