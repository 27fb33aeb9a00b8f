// The double's state: one table per kind of object, in the order of creation, serialized as JSON.
import { randomBytes } from "node:crypto";
import type { PortalConfiguration, PortalSession } from "./billing-portal.ts";
import type { Charge } from "./charge.ts";
import type { CheckoutSession } from "./checkout-session.ts";
import type { AccountLink, ConnectedAccount } from "./connected-account.ts";
import type { Coupon } from "./coupon.ts";
import type { CreditNote } from "./credit-note.ts";
import type { Customer } from "./customer.ts";
import type { Delivery } from "./deliveries.ts";
import type { Discount } from "./discount.ts";
import type { Dispute } from "./dispute.ts";
import { missing } from "./errors.ts";
import type { StoredEvent } from "./event.ts";
import type { InvoiceItem } from "./invoice-item.ts";
import type { Invoice } from "./invoice.ts";
import type { PaymentIntent } from "./payment-intent.ts";
import type { PaymentLink } from "./payment-link.ts";
import type { PaymentMethod } from "./payment-method.ts";
import type { Price } from "./price.ts";
import type { Product } from "./product.ts";
import type { PromotionCode } from "./promotion-code.ts";
import type { Refund } from "./refund.ts";
import type { Subscription } from "./subscription.ts";
import type { TaxRate } from "./tax-rate.ts";
import type { Transfer, TransferReversal } from "./transfer.ts";
import type { WebhookEndpoint } from "./webhook-endpoint.ts";

/** By the value of `object`. */
export type Tables = {
  account: ConnectedAccount;
  account_link: AccountLink;
  "billing_portal.configuration": PortalConfiguration;
  "billing_portal.session": PortalSession;
  charge: Charge;
  "checkout.session": CheckoutSession;
  coupon: Coupon;
  credit_note: CreditNote;
  customer: Customer;
  discount: Discount;
  dispute: Dispute;
  event: StoredEvent;
  invoice: Invoice;
  invoiceitem: InvoiceItem;
  payment_intent: PaymentIntent;
  payment_link: PaymentLink;
  payment_method: PaymentMethod;
  price: Price;
  product: Product;
  promotion_code: PromotionCode;
  refund: Refund;
  subscription: Subscription;
  tax_rate: TaxRate;
  transfer: Transfer;
  transfer_reversal: TransferReversal;
  webhook_endpoint: WebhookEndpoint;
};
/** Values of `object`. */
export type Kind = keyof Tables;
/** An object of any kind. */
export type Stored = Tables[Kind];

/** Fields of every stored object. `created`: seconds of the double's clock. */
export type Base<K extends string> = { id: string; object: K; created: number };

/** The first answer to an idempotency key, with the fingerprint of its request. */
export type StoredAnswer = { fingerprint: string; status: number; body: string };

/** All of it can be written as JSON and read again. */
export type State = {
  /** Seconds by which the double's clock is ahead. */
  ahead: number;
  tables: { [K in Kind]?: Record<string, Tables[K]> };
  /** The first answers of calls with an idempotency key. */
  answers: Record<string, StoredAnswer>;
  deliveries: Delivery[];
  /** Customers whose next charge is declined, with any card. */
  declines: string[];
};

/** The beginnings of ids, as Stripe has them. */
const PREFIXES: Record<Kind, string> = {
  account: "acct_1",
  account_link: "link_",
  "billing_portal.configuration": "bpc_1",
  "billing_portal.session": "bps_1",
  charge: "ch_3",
  "checkout.session": "cs_test_a1",
  coupon: "",
  credit_note: "cn_1",
  customer: "cus_",
  discount: "di_1",
  dispute: "du_1",
  event: "evt_1",
  invoice: "in_1",
  invoiceitem: "ii_1",
  payment_intent: "pi_3",
  payment_link: "plink_1",
  payment_method: "pm_1",
  price: "price_1",
  product: "prod_",
  promotion_code: "promo_1",
  refund: "re_3",
  subscription: "sub_1",
  tax_rate: "txr_1",
  transfer: "tr_1",
  transfer_reversal: "trr_1",
  webhook_endpoint: "we_1",
};

/** Stripe's noun for a kind and its parameter, in the error for a missing id. */
const SPOKEN: { [K in Kind]?: [noun: string, param: string] } = {
  coupon: ["coupon", "coupon"],
  "checkout.session": ["checkout.session", "session"],
  invoice: ["invoice", "invoice"],
  payment_intent: ["payment_intent", "intent"],
  payment_method: ["PaymentMethod", "payment_method"],
  price: ["price", "price"],
  promotion_code: ["promotion code", "promotion_code"],
  "billing_portal.configuration": ["configuration", "configuration"],
};

/** An id as Stripe makes them: letters and digits after a prefix. */
export const randomId = (prefix: string, length = 24): string =>
  prefix + randomBytes(48).toString("base64").replaceAll(/[+/=]/g, "").slice(0, length);

export type Store = ReturnType<typeof createStore>;

export const newState = (): State => ({ ahead: 0, tables: {}, answers: {}, deliveries: [], declines: [] });

/** Creates a store, empty or from an earlier state. */
export function createStore(state = newState()) {
  const table = <K extends Kind>(kind: K): Record<string, Tables[K]> => {
    const held = state.tables[kind];
    if (held) return held;
    const empty: NonNullable<State["tables"][K]> = {};
    state.tables[kind] = empty;
    return empty;
  };
  const find = <K extends Kind>(kind: K, id: string | null | undefined): Tables[K] | undefined =>
    id != null && Object.hasOwn(table(kind), id) ? table(kind)[id] : undefined;

  return {
    state,
    now: (): number => Math.floor(Date.now() / 1000) + state.ahead,
    newId: (kind: Kind): string => randomId(PREFIXES[kind], PREFIXES[kind].endsWith("1") ? 23 : 14),
    find,
    /**
     * Returns an object by id; refuses a missing one as a parameter, or as part of the path if no parameter is named.
     */
    get: <K extends Kind>(kind: K, id: string | null | undefined, param?: string): Tables[K] => {
      const found = find(kind, id);
      const [noun, pathParam] = SPOKEN[kind] ?? [kind, "id"];
      if (!found) throw missing(noun, id ?? "", param ?? pathParam, param === undefined ? 404 : 400);
      return found;
    },
    /** All of a kind, the newest first. */
    all: <K extends Kind>(kind: K): Tables[K][] => Object.values(table(kind)).toReversed(),
    put: <K extends Kind>(kind: K, stored: Tables[K]): Tables[K] => {
      table(kind)[stored.id] = stored;
      return stored;
    },
    remove: (kind: Kind, id: string): void => {
      delete table(kind)[id];
    },
    /** Returns an object of any kind by id. */
    lookUp: (id: string): Stored | undefined =>
      (Object.keys(state.tables) as Kind[]).map((kind) => find(kind, id)).find(Boolean),
  };
}
