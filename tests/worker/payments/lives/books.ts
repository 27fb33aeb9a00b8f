// Stripe's books from the double, and the results of the rules in docs/. Independent of the product.
import type { Charge } from "../../../support/doubles/stripe/charge.ts";
import type { Dispute } from "../../../support/doubles/stripe/dispute.ts";
import type { Invoice } from "../../../support/doubles/stripe/invoice.ts";
import type { Subscription } from "../../../support/doubles/stripe/subscription.ts";
import { DAY, type Client, type Life, type Partner } from "./life.ts";

const GRACE = 7 * DAY;
const AFTER_LEAVING = 30 * DAY;
const FIRST_BAND = 25;

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** Whether a dispute holds the money: an inquiry takes none, and a won one returned it. */
const hasMoney = ({ status }: Dispute) => status === "needs_response" || status === "lost";

export type Returned = { refunded: number; disputed: number; dispute: "lost" | "open" | null };

export function booksOf(life: Life) {
  const { store } = life.stripe;
  const subscriptionsOf = (client: Client): Subscription[] =>
    store.all("subscription").filter(({ id }) => life.owners.get(id) === client);
  const invoicesOf = ({ id }: Subscription): Invoice[] =>
    store.all("invoice").filter(({ subscription }) => subscription === id);
  const chargesOf = ({ id }: Invoice): Charge[] =>
    store.all("charge").filter(({ invoice, paid }) => invoice === id && paid);
  const topUpsOf = ({ id }: Client) =>
    store
      .all("checkout.session")
      .filter((one) => one.mode === "payment" && one.status === "complete" && one.client_reference_id === id);
  const chargeOfTopUp = (intent: string | null): Charge | undefined =>
    store.all("charge").find(({ payment_intent: of, paid }) => of === intent && paid);

  const returnedOf = (charges: readonly Charge[]): Returned => {
    const ids = new Set(charges.map(({ id }) => id));
    const refunds = store.all("refund").filter(({ charge }) => ids.has(charge));
    const disputes = store.all("dispute").filter((one) => ids.has(one.charge) && hasMoney(one));
    return {
      refunded: sum(refunds.map(({ amount }) => amount)),
      disputed: sum(disputes.map(({ amount }) => amount)),
      dispute: disputes.some(({ status }) => status === "lost")
        ? "lost"
        : disputes.length > 0
          ? "open"
          : null,
    };
  };

  /** The line of an invoice that pays for a month: no set-up fee, and no change within one. */
  const monthLine = ({ lines }: Invoice) =>
    lines.find(({ subscription_item: item, proration }) => item !== null && !proration);

  /**
   * The payment for an invoice's month, and whether all of it was refunded: a set-up fee is refunded first, unless a
   * credit note says otherwise.
   */
  const monthOf = (invoice: Invoice): { pence: number; isGone: boolean } => {
    const line = monthLine(invoice);
    if (!line) return { pence: 0, isGone: false };
    const off = (one: (typeof invoice.lines)[number]) =>
      sum(one.discount_amounts.map(({ amount }) => amount));
    const allOff = sum(invoice.lines.map(off));
    const pence = Math.min(
      Math.max(0, line.amount - (allOff < line.amount ? allOff : off(line))),
      invoice.amount_paid,
    );
    const net = (one: { amount: number; discount_amounts: { amount: number }[] }) =>
      one.amount - sum(one.discount_amounts.map(({ amount }) => amount));
    // Only a note's refunds are returned money; if they are less than the credits, other lines are refunded first.
    const creditNotes = store
      .all("credit_note")
      .filter(({ invoice: of, status }) => of === invoice.id && status === "issued")
      .map(({ lines: credited, refunds }) => {
        const refunded = sum(refunds.map(({ amount_refunded: one }) => one));
        const others = sum(credited.filter(({ invoice_line_item: of }) => of !== line.id).map(net));
        const total = sum(credited.map(net));
        const month = refunded >= total ? total - others : Math.max(0, refunded - others);
        return { refunded, month };
      });
    const credited = sum(creditNotes.map((one) => one.refunded));
    const creditedMonth = sum(creditNotes.map((one) => one.month));
    if (creditedMonth > 0 && creditedMonth >= line.amount - off(line)) return { pence, isGone: true };
    const { refunded, disputed } = returnedOf(chargesOf(invoice));
    const feeLeft = Math.max(0, invoice.amount_paid - pence - (credited - creditedMonth));
    const beyondFee = Math.max(0, refunded + disputed - credited - feeLeft);
    return { pence, isGone: Math.min(creditedMonth, pence - 1) + beyondFee >= pence };
  };

  /** COM13, COM22: whether a subscription counts for the month that closes at a moment; seconds. */
  const counts = (subscription: Subscription, begins: number, closes: number): boolean => {
    if (subscription.created >= closes) return false;
    if (subscription.ended_at !== null && subscription.ended_at < closes) return false;
    const invoices = invoicesOf(subscription);
    const unpaidSince = invoices
      .filter(({ finalized_at: due, attempt_count: tries, status, paid_at: paid }) => {
        if (due === null || due >= closes || tries === 0) return false;
        return paid === null ? status === "open" || status === "uncollectible" : paid >= closes;
      })
      .map(({ finalized_at: due }) => due ?? 0);
    const since = unpaidSince.length > 0 ? Math.min(...unpaidSince) : null;
    if (since !== null && closes >= since + GRACE) return false;
    const [last] = invoices
      .map((invoice) => ({ invoice, line: monthLine(invoice), ...monthOf(invoice) }))
      .filter(({ invoice: { paid_at: paid }, line, pence }) => {
        const isPaid = paid !== null && paid < closes && line !== undefined;
        return isPaid && line.period.start < closes && pence > 0;
      })
      .toSorted((a, b) => (b.line?.period.start ?? 0) - (a.line?.period.start ?? 0));
    if (!last || last.isGone) return false;
    return (last.line?.period.end ?? 0) > begins || since !== null;
  };

  const earns = ({ leftAt }: Partner, closes: number) => leftAt === null || closes <= leftAt + AFTER_LEAVING;

  /** The clients of a partner that count for a month. */
  const countingFor = (partner: Partner, begins: number, closes: number): Client[] =>
    earns(partner, closes)
      ? life.clients.filter(
          (client) =>
            client.partner === partner &&
            client.is !== partner &&
            subscriptionsOf(client).some((one) => counts(one, begins, closes)),
        )
      : [];

  /** A partner's commission of a month, in pence. */
  const commissionOf = (partner: Partner, begins: number, closes: number): number => {
    if (!earns(partner, closes)) return 0;
    const own = countingFor(partner, begins, closes).length;
    const sponsored = life.partners
      .filter(({ sponsor }) => sponsor === partner)
      .flatMap((one) => countingFor(one, begins, closes))
      .filter(({ is }) => is !== partner).length;
    return 500 * Math.min(own, FIRST_BAND) + 1000 * Math.max(0, own - FIRST_BAND) + 500 * sponsored;
  };

  /** Sums the balance from every movement of money. */
  const balance = (): number =>
    sum(
      store
        .all("charge")
        .filter(({ paid }) => paid)
        .map(({ amount }) => amount),
    ) -
    sum(store.all("refund").map(({ amount }) => amount)) -
    sum(
      store
        .all("dispute")
        .filter(hasMoney)
        .map(({ amount }) => amount),
    ) -
    sum(store.all("transfer").map(({ amount }) => amount)) +
    sum(store.all("transfer_reversal").map(({ amount }) => amount));

  return {
    subscriptionsOf,
    invoicesOf,
    chargesOf,
    topUpsOf,
    chargeOfTopUp,
    returnedOf,
    monthLine,
    commissionOf,
    balance,
    living: (client: Client) => subscriptionsOf(client).filter(({ ended_at: ended }) => ended === null),
    /** All successful charges of a client. */
    allCharges: (client: Client): Charge[] => {
      const invoices = new Set(
        subscriptionsOf(client)
          .flatMap(invoicesOf)
          .map(({ id }) => id),
      );
      const topUps = new Set(topUpsOf(client).map(({ payment_intent: of }) => of));
      return store
        .all("charge")
        .filter(
          ({ paid, invoice, payment_intent: of }) => paid && (invoices.has(invoice ?? "") || topUps.has(of)),
        );
    },
  };
}

export type Books = ReturnType<typeof booksOf>;
