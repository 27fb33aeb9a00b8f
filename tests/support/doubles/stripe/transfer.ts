// Transfers from the account's balance to connected accounts, and their reversals.
import { available } from "./balance.ts";
import { invalid, missing } from "./errors.ts";
import { mergeMetadata, readParameters, shape, type Metadata } from "./parameters.ts";
import type { Json } from "./render.ts";
import { equal, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { Base } from "./store.ts";
import type { World } from "./world.ts";

/** An amount transferred to a connected account; immediate. */
export type Transfer = Base<"transfer"> & {
  amount: number;
  amount_reversed: number;
  currency: string;
  description: string | null;
  destination: string;
  metadata: Metadata;
  transfer_group: string | null;
};

export type TransferReversal = Base<"transfer_reversal"> & {
  amount: number;
  currency: string;
  metadata: Metadata;
  transfer: string;
};

const CREATE = shape({
  amount: "integer",
  currency: "string",
  description: "string",
  destination: "string",
  metadata: "metadata",
  transfer_group: "string",
});

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE, ["amount", "currency", "destination"]);
  const { amount, currency } = { amount: values.amount ?? 0, currency: values.currency ?? "" };
  if (amount < 1)
    throw invalid("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  const destination = world.store.find("account", values.destination);
  if (!destination) throw missing("destination", values.destination ?? "", "destination", 400);
  if (destination.transfers !== "active")
    throw invalid(
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
      { code: "insufficient_capabilities_for_transfer" },
    );
  if (available(world, currency) < amount)
    throw invalid(
      "You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance",
      { code: "balance_insufficient" },
    );
  const transfer = world.create("transfer", {
    amount,
    amount_reversed: 0,
    currency,
    description: values.description ?? null,
    destination: destination.id,
    metadata: mergeMetadata({}, values.metadata),
    transfer_group: values.transfer_group ?? null,
  });
  world.emit("transfer.created", transfer);
  return transfer;
};

const reverse: Handler = (world, { parameters, ids }) => {
  const transfer = world.store.get("transfer", ids[0]);
  const values = readParameters(parameters, { amount: "integer", metadata: "metadata" });
  const left = transfer.amount - transfer.amount_reversed;
  const amount = values.amount ?? left;
  if (amount < 1 || amount > left)
    throw invalid(
      `Transfer reversal amount (${amount}) is greater than unreversed amount on transfer (${left})`,
      {
        param: "amount",
      },
    );
  const reversal = world.create("transfer_reversal", {
    amount,
    currency: transfer.currency,
    metadata: mergeMetadata({}, values.metadata),
    transfer: transfer.id,
  });
  world.change(transfer, { amount_reversed: transfer.amount_reversed + amount }, "transfer.reversed");
  return reversal;
};

const transactionOf = (id: string) => id.replace(/^[a-z]+_/, "txn_");

/** Both supported Stripe API versions render transfers identically. */
export function renderTransfer(world: World, transfer: Transfer): Json {
  const reversals = world.store.all("transfer_reversal").filter((one) => one.transfer === transfer.id);
  return {
    ...transfer,
    balance_transaction: transactionOf(transfer.id),
    destination_payment: transfer.id.replace("tr_", "py_"),
    livemode: world.settings.livemode,
    reversals: {
      object: "list",
      data: reversals.map((one) => renderTransferReversal(world, one)),
      has_more: false,
      total_count: reversals.length,
      url: `/v1/transfers/${transfer.id}/reversals`,
    },
    reversed: transfer.amount_reversed === transfer.amount,
    source_transaction: null,
    source_type: "card",
  };
}

export function renderTransferReversal(_world: World, reversal: TransferReversal): Json {
  return {
    ...reversal,
    balance_transaction: transactionOf(reversal.id),
    destination_payment_refund: null,
    source_refund: null,
  };
}

export const transferRoutes: Route[] = [
  ["POST", "/v1/transfers", create],
  [
    "GET",
    "/v1/transfers",
    list("transfer", { destination: equal("destination"), transfer_group: equal("transfer_group") }),
  ],
  ["GET", "/v1/transfers/:id", retrieve("transfer")],
  ["POST", "/v1/transfers/:id/reversals", reverse],
];
