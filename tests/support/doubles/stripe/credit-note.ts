// Credit notes: credits for lines of a paid invoice, and how the money is returned.
import { refundCharge } from "./refund.ts";
import { invalid } from "./errors.ts";
import { inner } from "./invoice-render.ts";
import type { Invoice } from "./invoice.ts";
import { mergeMetadata, readParameters, shape, type Metadata } from "./parameters.ts";
import type { Json } from "./render.ts";
import { equal, list, retrieve, type Handler, type Route } from "./resource.ts";
import { randomId, type Base } from "./store.ts";
import { byRate, renderEarlierTax, renderTax, sumOfTaxes, type Tax } from "./tax-rate.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

const REASONS = ["duplicate", "fraudulent", "order_change", "product_unsatisfactory"] as const;
const TYPES = ["invoice_line_item", "custom_line_item"] as const;

/** A line of a credit note: for a line of the invoice, or a custom one. */
export type CreditedLine = {
  id: string;
  /** Before discounts. */
  amount: number;
  description: string | null;
  discount_amounts: { amount: number; discount: string }[];
  invoice_line_item: string | null;
  quantity: number | null;
  /** The credited part of the line's taxes. */
  taxes?: Tax[];
  type: (typeof TYPES)[number];
};

/** A credit note on an invoice that was paid. */
export type CreditNote = Base<"credit_note"> & {
  /** Credit for the customer's later invoices. It is stored, but this double's invoices do not use it up. */
  credit_amount: number;
  currency: string;
  customer: string;
  invoice: string;
  lines: CreditedLine[];
  memo: string | null;
  metadata: Metadata;
  number: string;
  /** Money that was given back outside of Stripe. */
  out_of_band_amount: number;
  reason: (typeof REASONS)[number] | null;
  refunds: { amount_refunded: number; refund: string }[];
  status: "issued" | "void";
  voided_at: number | null;
};

const CREATE = shape({
  credit_amount: "integer",
  invoice: "string",
  lines: {
    list: {
      hash: {
        amount: "integer",
        description: "string",
        invoice_line_item: "string",
        quantity: "integer",
        type: TYPES,
        unit_amount: "integer",
      },
    },
  },
  memo: "string",
  metadata: "metadata",
  out_of_band_amount: "integer",
  reason: REASONS,
  refund_amount: "integer",
  refunds: { list: { hash: { refund: "string", amount_refunded: "integer" } } },
});

const netOf = ({ amount, discount_amounts: off }: CreditedLine) =>
  amount - off.reduce((sum, one) => sum + one.amount, 0);
const taxesOf = ({ lines }: Pick<CreditNote, "lines">): Tax[] =>
  byRate(lines.flatMap(({ taxes = [] }) => taxes));
const totalOf = (note: Pick<CreditNote, "lines">) =>
  note.lines.reduce((sum, line) => sum + netOf(line), 0) + sumOfTaxes(taxesOf(note), false);

/** The credit that notes that hold give on an invoice's line, before discounts. */
const creditedOf = (world: World, invoice: Invoice, line: string) =>
  world.store
    .all("credit_note")
    .filter((note) => note.invoice === invoice.id && note.status === "issued")
    .flatMap(({ lines }) => lines)
    .reduce((sum, one) => sum + (one.invoice_line_item === line ? one.amount : 0), 0);

type GivenLine = {
  amount?: number | null;
  description?: string | null;
  invoice_line_item?: string | null;
  quantity?: number | null;
  type?: CreditedLine["type"] | null;
  unit_amount?: number | null;
};

function lineOf(world: World, invoice: Invoice, given: GivenLine): CreditedLine {
  const id = randomId("cnli_1", 23);
  const type = given.type ?? null;
  if (type === null) throw invalid("Missing required param: lines[0][type].", { code: "parameter_missing" });
  if (type === "custom_line_item") {
    const quantity = given.quantity ?? 1;
    const amount = given.amount ?? (given.unit_amount ?? 0) * quantity;
    const own = { discount_amounts: [], invoice_line_item: null, quantity };
    return { id, amount, description: given.description ?? null, type, ...own };
  }
  const line = invoice.lines.find((one) => one.id === given.invoice_line_item);
  if (!line)
    throw invalid(`No such invoice line item: '${String(given.invoice_line_item)}'`, {
      code: "resource_missing",
      param: "lines[0][invoice_line_item]",
    });
  const amount = given.amount ?? (line.amount / line.quantity) * (given.quantity ?? line.quantity);
  const left = line.amount - creditedOf(world, invoice, line.id);
  if (amount > left)
    throw invalid(`The amount of the line item exceeds what can be credited: ${left}.`, {
      param: "lines[0][amount]",
    });
  // A partial amount of a line reverses its share of the discounts and taxes.
  const part = (of: number) => Math.round((of * amount) / line.amount);
  const discount_amounts = line.discount_amounts.map(({ amount: off, discount }) => ({
    amount: part(off),
    discount,
  }));
  const taxes = (line.taxes ?? []).map((tax) => ({
    ...tax,
    amount: part(tax.amount),
    taxable_amount: part(tax.taxable_amount),
  }));
  return {
    id,
    amount,
    description: line.description,
    discount_amounts,
    invoice_line_item: line.id,
    quantity: given.quantity ?? null,
    taxes,
    type,
  };
}

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE, ["invoice"]);
  const invoice = world.store.get("invoice", values.invoice, "invoice");
  if (invoice.status !== "paid")
    throw invalid(`This invoice is ${invoice.status}: only a paid one can be credited here.`);
  const lines = (values.lines ?? []).map((line) => lineOf(world, invoice, line));
  if (lines.length === 0)
    throw invalid("You must provide one of amount, lines or shipping_cost.", { code: "parameter_missing" });
  const total = totalOf({ lines });
  const linked = (values.refunds ?? []).map(({ refund, amount_refunded: amount }) => {
    const found = world.store.get("refund", refund, "refunds[0][refund]");
    return { amount_refunded: amount ?? found.amount, refund: found.id };
  });
  const back = linked.reduce((sum, one) => sum + one.amount_refunded, 0);
  const credit = values.credit_amount ?? 0;
  const stated = (values.refund_amount ?? 0) + back + credit + (values.out_of_band_amount ?? 0);
  if (stated !== total)
    throw invalid(
      `The sum of credit amount, refund amount and out of band amount (${stated}) must equal the credit note total (${total}).`,
    );
  const fresh = [];
  if (values.refund_amount) {
    const intent = world.store.get("payment_intent", invoice.payment_intent, "invoice");
    const charge = world.store.get("charge", intent.latest_charge, "invoice");
    const { id, amount } = refundCharge(world, charge, { amount: values.refund_amount });
    fresh.push({ amount_refunded: amount, refund: id });
  }
  const note = world.create("credit_note", {
    credit_amount: credit,
    currency: invoice.currency,
    customer: invoice.customer,
    invoice: invoice.id,
    lines,
    memo: values.memo ?? null,
    metadata: mergeMetadata({}, values.metadata),
    number: `${invoice.number ?? ""}-CN-${String(world.store.all("credit_note").length + 1).padStart(2, "0")}`,
    out_of_band_amount: values.out_of_band_amount ?? 0,
    reason: values.reason ?? null,
    refunds: [...linked, ...fresh],
    status: "issued",
    voided_at: null,
  });
  world.emit("credit_note.created", note);
  return note;
};

const voidCall: Handler = (world, { ids }) => {
  const note = world.store.get("credit_note", ids[0]);
  if (note.status === "void") throw invalid("This credit note is already voided.");
  return world.change(note, { status: "void", voided_at: world.now() }, "credit_note.voided");
};

const sumOf = (offs: { amount: number }[]) => offs.reduce((sum, { amount }) => sum + amount, 0);

const renderLine = (world: World, line: CreditedLine, version: Version): Json => {
  const { invoice_line_item: of, quantity, taxes = [], ...rest } = line;
  const unit = quantity === null ? null : Math.trunc(line.amount / quantity);
  return {
    ...rest,
    object: "credit_note_line_item",
    discount_amount: sumOf(line.discount_amounts),
    ...(of !== null && { invoice_line_item: of }),
    livemode: world.settings.livemode,
    pretax_credit_amounts: [],
    quantity,
    tax_rates: [],
    unit_amount: unit,
    unit_amount_decimal: unit === null ? null : String(unit),
    ...(version === EARLIER
      ? {
          amount_excluding_tax: netOf(line) - sumOfTaxes(taxes, true),
          tax_amounts: taxes.map(renderEarlierTax),
          unit_amount_excluding_tax: null,
        }
      : { metadata: {}, taxes: taxes.map(renderTax) }),
  };
};

/** Credit notes as the versions show them: refunds are a list in the present one, and a single id in the earlier. */
export function renderCreditNote(world: World, note: CreditNote, version: Version): Json {
  const { credit_amount: credit, lines, refunds, ...rest } = note;
  const total = totalOf(note);
  const taxes = taxesOf(note);
  const contained = sumOfTaxes(taxes, true);
  const before = lines.reduce((sum, { amount }) => sum + amount, 0);
  const offs = lines.flatMap(({ discount_amounts: all }) => all);
  return {
    ...rest,
    amount: total,
    amount_shipping: 0,
    customer_balance_transaction: credit > 0 ? note.id.replace("cn_", "cbtxn_") : null,
    discount_amount: sumOf(offs),
    discount_amounts: offs,
    effective_at: note.created,
    lines: inner(
      `/v1/credit_notes/${note.id}/lines`,
      lines.map((line) => renderLine(world, line, version)),
    ),
    livemode: world.settings.livemode,
    pdf: `${world.origin}/credit_notes/${note.id}/pdf`,
    shipping_cost: null,
    subtotal: before,
    subtotal_excluding_tax: before - contained,
    total,
    total_excluding_tax: total - sumOfTaxes(taxes, false) - contained,
    type: "post_payment",
    ...(version === EARLIER
      ? { refund: refunds[0]?.refund ?? null, tax_amounts: taxes.map(renderEarlierTax) }
      : {
          customer_account: null,
          post_payment_amount: total,
          pre_payment_amount: 0,
          pretax_credit_amounts: [],
          refunds: refunds.map(({ amount_refunded, refund }) => ({
            amount_refunded,
            payment_record_refund: null,
            refund,
            type: "refund",
          })),
          total_taxes: taxes.map(renderTax),
        }),
  };
}

export const creditNoteRoutes: Route[] = [
  ["POST", "/v1/credit_notes", create],
  [
    "GET",
    "/v1/credit_notes",
    list("credit_note", { customer: equal("customer"), invoice: equal("invoice") }),
  ],
  ["GET", "/v1/credit_notes/:id", retrieve("credit_note")],
  ["POST", "/v1/credit_notes/:id/void", voidCall],
];
