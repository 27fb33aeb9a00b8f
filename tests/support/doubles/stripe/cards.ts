// Stripe's documented test cards, by number and by the ids that calls may name them with.
import { cardError } from "./errors.ts";
import { createHash } from "node:crypto";

/** Why a bank refuses, in Stripe's codes. */
export type Decline = { code: string; decline_code?: string; message: string };

/** The generic decline. */
export const DECLINED: Decline = {
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
};
const NO_FUNDS: Decline = {
  code: "card_declined",
  decline_code: "insufficient_funds",
  message: "Your card has insufficient funds.",
};

export type TestCard = {
  number: string;
  brand: "mastercard" | "visa";
  /** The refusal of every charge. */
  decline?: Decline;
  /** It can be kept with a customer all the same. */
  attaches?: true;
  /** The bank authenticates the buyer: at every charge, or only until the card is set up for charges without the buyer. */
  authenticates?: "always" | "until_set_up";
  /** Charges succeed and are disputed at once: as fraud, or first by an inquiry. */
  disputed?: "fraudulent" | "inquiry";
  ids: string[];
};

const CARDS: TestCard[] = [
  {
    number: "4242424242424242",
    brand: "visa",
    ids: ["pm_card_visa", "tok_visa", "pm_card_bypassPending", "tok_bypassPending"],
  },
  { number: "5555555555554444", brand: "mastercard", ids: ["pm_card_mastercard", "tok_mastercard"] },
  {
    number: "4000000000000002",
    brand: "visa",
    decline: DECLINED,
    ids: [
      "pm_card_chargeDeclined",
      "pm_card_visa_chargeDeclined",
      "tok_chargeDeclined",
      "tok_visa_chargeDeclined",
    ],
  },
  {
    number: "4000000000000341",
    brand: "visa",
    decline: DECLINED,
    attaches: true,
    ids: ["pm_card_chargeCustomerFail", "tok_chargeCustomerFail"],
  },
  {
    number: "4000000000009995",
    brand: "visa",
    decline: NO_FUNDS,
    ids: [
      "pm_card_chargeDeclinedInsufficientFunds",
      "pm_card_visa_chargeDeclinedInsufficientFunds",
      "tok_chargeDeclinedInsufficientFunds",
      "tok_visa_chargeDeclinedInsufficientFunds",
    ],
  },
  {
    number: "4000000000000259",
    brand: "visa",
    disputed: "fraudulent",
    ids: ["pm_card_createDispute", "tok_createDispute"],
  },
  {
    number: "4000000000001976",
    brand: "visa",
    disputed: "inquiry",
    ids: ["pm_card_createDisputeInquiry", "tok_createDisputeInquiry"],
  },
  {
    number: "4000002500003155",
    brand: "visa",
    authenticates: "until_set_up",
    ids: ["pm_card_authenticationRequiredOnSetup", "tok_authenticationRequiredOnSetup"],
  },
  {
    number: "4000002760003184",
    brand: "visa",
    authenticates: "always",
    ids: ["pm_card_authenticationRequired", "tok_authenticationRequired"],
  },
];

export const cardOf = (number: string): TestCard | undefined => CARDS.find((card) => card.number === number);
/** The card behind `pm_card_…` and `tok_…`. */
export const cardById = (id: string): TestCard | undefined => CARDS.find(({ ids }) => ids.includes(id));

/** The same for the same number, as Stripe's is within an account. */
export const fingerprintOf = (number: string): string =>
  createHash("sha256").update(number).digest("base64url").replaceAll(/[-_]/g, "").slice(0, 16);

/** Card details as typed. */
export type TypedCard = { number: string; exp_month: number; exp_year: number; cvc: string };

/** Validates typed details, as Stripe does before it asks a bank; `now`: seconds. */
export function checkTyped(
  { number, exp_month: month, exp_year: year, cvc }: TypedCard,
  now: number,
): TestCard {
  const card = cardOf(number);
  if (!card)
    throw cardError(
      { code: "incorrect_number", message: "Your card number is incorrect." },
      { param: "number" },
    );
  const date = new Date(now * 1000);
  if (month < 1 || month > 12)
    throw cardError(
      { code: "invalid_expiry_month", message: "Your card's expiration month is invalid." },
      { param: "exp_month" },
    );
  if (
    year * 12 + month < date.getUTCFullYear() * 12 + date.getUTCMonth() + 1 ||
    year > date.getUTCFullYear() + 50
  )
    throw cardError(
      { code: "invalid_expiry_year", message: "Your card's expiration year is invalid." },
      { param: "exp_year" },
    );
  if (!/^\d{3,4}$/.test(cvc))
    throw cardError(
      { code: "invalid_cvc", message: "Your card's security code is invalid." },
      { param: "cvc" },
    );
  return card;
}
