// Payment methods: cards, typed on a page or named by a test id, kept with a customer or not.
import { cardById, cardOf, checkTyped, fingerprintOf, type TestCard, type TypedCard } from "./cards.ts";
import type { Address, Customer } from "./customer.ts";
import { cardError, invalid } from "./errors.ts";
import type { Metadata } from "./parameters.ts";
import type { Json } from "./render.ts";
import type { Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** The card's owner, as far as given. */
export type BillingDetails = {
  address: Address;
  email: string | null;
  name: string | null;
  phone: string | null;
};

/** A card that can be charged. */
export type PaymentMethod = Base<"payment_method"> & {
  customer: string | null;
  /** Number of a test card, which selects its behaviour. */
  number: string;
  exp_month: number;
  exp_year: number;
  billing_details: BillingDetails;
  metadata: Metadata;
  /** Set up for off-session charges. */
  set_up?: true;
};

const NO_ADDRESS: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
/** A card without a customer. */
export function addMethod(
  world: World,
  card: { number: string } & Partial<TypedCard>,
  details: Partial<BillingDetails> = {},
): PaymentMethod {
  const year = new Date(world.now() * 1000).getUTCFullYear();
  return world.create("payment_method", {
    customer: null,
    number: card.number,
    exp_month: card.exp_month ?? 12,
    exp_year: card.exp_year ?? year + 1,
    billing_details: { address: NO_ADDRESS, email: null, name: null, phone: null, ...details },
    metadata: {},
  });
}

/** Creates a payment method from typed details; refuses invalid ones. */
export const typedMethod = (
  world: World,
  card: TypedCard,
  details: Partial<BillingDetails>,
): PaymentMethod => {
  checkTyped(card, world.now());
  return addMethod(world, card, details);
};

/** The payment method of this id. `pm_card_visa` and the like are a new one each time. */
export function namedMethod(world: World, id: string, param: string): PaymentMethod {
  const card = cardById(id);
  return card ? addMethod(world, card) : world.store.get("payment_method", id, param);
}

/** The test card of a payment method. */
export function testCard({ number }: PaymentMethod): TestCard {
  const card = cardOf(number);
  if (!card) throw new Error(`no test card ${number}`);
  return card;
}

/** Refuses a card that cannot be attached: banks are asked, and some decline already here. */
export function checkAttachable(method: PaymentMethod): void {
  if (method.customer !== null)
    throw invalid("The payment method you provided has already been attached to a customer.", {
      code: "payment_method_already_attached",
    });
  const { decline, attaches } = testCard(method);
  if (decline && !attaches) throw cardError(decline);
}

/** Attaches a card to a customer. */
export function attach(world: World, method: PaymentMethod, { id }: Customer): PaymentMethod {
  if (method.customer === id) return method;
  checkAttachable(method);
  method.customer = id;
  world.emit("payment_method.attached", method);
  return method;
}

/** Renders a card for payment methods and charges. */
export const cardFields = (method: PaymentMethod): Json => ({
  brand: testCard(method).brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
  country: "US",
  exp_month: method.exp_month,
  exp_year: method.exp_year,
  fingerprint: fingerprintOf(method.number),
  funding: "credit",
  last4: method.number.slice(-4),
  network_token: null,
  three_d_secure: null,
  wallet: null,
});

/** Payment methods differ between versions by `customer_account` and `allow_redisplay` alone. */
export function renderPaymentMethod(world: World, method: PaymentMethod, version: Version): Json {
  const { number: _, exp_month: _month, exp_year: _year, set_up: _set, ...rest } = method;
  const { network_token: _token, three_d_secure: _secure, ...card } = cardFields(method);
  return {
    ...rest,
    allow_redisplay: "unspecified",
    billing_details: { ...rest.billing_details, tax_id: null },
    card: {
      ...card,
      display_brand: testCard(method).brand,
      generated_from: null,
      networks: { available: [testCard(method).brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
    },
    ...(version !== EARLIER && { customer_account: null }),
    livemode: world.settings.livemode,
    type: "card",
  };
}
