// Disputes: a buyer's bank reverses a charge, or opens an inquiry first.
import type { Charge } from "./charge.ts";
import { invalid } from "./errors.ts";
import { mergeMetadata, readParameters, type Metadata } from "./parameters.ts";
import type { Json } from "./render.ts";
import { equal, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** Statuses with `warning` belong to inquiries, which take no money. */
export type DisputeStatus =
  | "lost"
  | "needs_response"
  | "under_review"
  | "warning_closed"
  | "warning_needs_response"
  | "warning_under_review"
  | "won";

/** A charge that the buyer's bank doubts. */
export type Dispute = Base<"dispute"> & {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  status: DisputeStatus;
  closed_at: number | null;
  evidence: Record<string, string>;
  metadata: Metadata;
};

const WEEK = 7 * 86_400;

/** Opens a dispute of a charge. An inquiry takes no money yet. */
export function openDispute(world: World, charge: Charge, reason = "fraudulent", inquiry = false): Dispute {
  // A bank may ask again after it has decided for the seller.
  const before = world.store.all("dispute").filter((one) => one.charge === charge.id);
  if (!charge.paid || before.some(({ status }) => status !== "won" && status !== "warning_closed"))
    throw invalid(`Charge ${charge.id} cannot be disputed.`);
  world.change(charge, { disputed: true }, "charge.updated");
  const dispute = world.create("dispute", {
    amount: charge.amount - charge.amount_refunded,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason,
    status: inquiry ? "warning_needs_response" : "needs_response",
    closed_at: null,
    evidence: {},
    metadata: {},
  });
  world.emit("charge.dispute.created", dispute);
  if (!inquiry) world.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** The bank takes the money that it has asked about. */
export function escalateInquiry(world: World, inquiry: Dispute): Dispute {
  if (!inquiry.status.startsWith("warning_") || inquiry.closed_at !== null)
    throw invalid("This is no open inquiry.");
  const dispute = world.change(inquiry, { status: "needs_response" }, "charge.dispute.updated");
  world.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** The bank decides; an inquiry that is closed stays without consequences. */
export function closeDispute(world: World, dispute: Dispute, outcome: "lost" | "won"): Dispute {
  const status = dispute.status.startsWith("warning_") ? "warning_closed" : outcome;
  return world.change(dispute, { status, closed_at: world.now() }, "charge.dispute.closed");
}

const close: Handler = (world, { ids }) => {
  const dispute = world.store.get("dispute", ids[0]);
  if (!dispute.status.endsWith("needs_response")) throw invalid("This dispute is already closed.");
  return closeDispute(world, dispute, "lost");
};

/** Status of a dispute after its evidence was submitted. */
function answered({ status }: Dispute): DisputeStatus {
  if (status === "needs_response") return "under_review";
  return status === "warning_needs_response" ? "warning_under_review" : status;
}

const update: Handler = (world, { parameters, ids }) => {
  const dispute = world.store.get("dispute", ids[0]);
  const values = readParameters(parameters, {
    evidence: "metadata",
    metadata: "metadata",
    submit: "boolean",
  });
  const submits = values.submit !== false && values.evidence !== undefined;
  const changes = {
    evidence: mergeMetadata(dispute.evidence, values.evidence),
    metadata: mergeMetadata(dispute.metadata, values.metadata),
    ...(submits && { status: answered(dispute) }),
  };
  return world.change(dispute, changes, "charge.dispute.updated");
};

/** Renders a dispute; versions differ by fields added since. */
export function renderDispute(world: World, dispute: Dispute, version: Version): Json {
  const { closed_at: _, ...rest } = dispute;
  return {
    ...rest,
    balance_transactions: [],
    ...(version !== EARLIER && { enhanced_eligibility_types: [], intended_submission_method: null }),
    evidence_details: {
      due_by: dispute.created + WEEK,
      has_evidence: Object.keys(dispute.evidence).length > 0,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: dispute.status.startsWith("warning_"),
    livemode: world.settings.livemode,
    network_reason_code: "10.4",
    payment_method_details: {
      card: { brand: "visa", case_type: "chargeback", network_reason_code: "10.4" },
      type: "card",
    },
  };
}

export const disputeRoutes: Route[] = [
  [
    "GET",
    "/v1/disputes",
    list("dispute", { charge: equal("charge"), payment_intent: equal("payment_intent") }),
  ],
  ["GET", "/v1/disputes/:id", retrieve("dispute")],
  ["POST", "/v1/disputes/:id", update],
  ["POST", "/v1/disputes/:id/close", close],
];
