// An invoice, as its own page shows it and as a PDF.
import type { Answer, Call } from "../../double-http.ts";
import type { Charge } from "../charge.ts";
import { StripeRefusal } from "../errors.ts";
import { payInvoice } from "../invoice-calls.ts";
import { totals, type Invoice } from "../invoice.ts";
import { authenticationPage } from "../payment-intent.ts";
import { typedMethod } from "../payment-method.ts";
import type { World } from "../world.ts";
import { cardFields, formError, testCards, typedCard, type FormError } from "./card-form.ts";
import { date, html, money, page, redirect } from "./html.ts";

/** Shows an invoice, and takes the card that pays it. */
export function answerInvoice(world: World, invoice: Invoice, call: Call): Answer {
  if (call.path.endsWith("/pdf")) return pdf(world, invoice);
  if (call.method !== "POST") return invoicePage(world, invoice);
  const form = new URLSearchParams(call.body.toString());
  try {
    payInvoice(world, invoice, typedMethod(world, typedCard(form), {}).id, "on_session");
    return redirect(`/invoice/${invoice.id}`);
  } catch (error) {
    return toBank(world, invoice, error) ?? invoicePage(world, invoice, form, formError(error));
  }
}

/** Leads the buyer to the bank if an invoice was refused for want of authentication, and then to the given page. */
export function toBank(
  world: World,
  { payment_intent: id }: Invoice,
  error: unknown,
  back: string | null = null,
): Answer | undefined {
  const asks = error instanceof StripeRefusal && error.body.code === "invoice_payment_intent_requires_action";
  if (!asks) return undefined;
  const intent = world.store.get("payment_intent", id);
  intent.return_url = back;
  return redirect(authenticationPage(world, intent));
}

const STATES: Record<Invoice["status"], string> = {
  draft: "Draft",
  open: "Open",
  paid: "Paid",
  uncollectible: "Not collectible",
  void: "Void",
};

/** Rows of an invoice: its lines, the discount, and the amount due. */
function linesOf(invoice: Invoice): [label: string, amount: string][] {
  const { discount, added, due } = totals(invoice);
  const amount = (value: number) => money(value, invoice.currency);
  return [
    ...invoice.lines.map((line): [string, string] => [line.description, amount(line.amount)]),
    ...(discount > 0 ? [["Discount", amount(-discount)] as [string, string]] : []),
    ...(added === 0 ? [] : [["Tax", amount(added)] as [string, string]]),
    ["Total", amount(due)],
  ];
}

function invoicePage(
  world: World,
  invoice: Invoice,
  form = new URLSearchParams(),
  error?: FormError,
): Answer {
  const customer = world.store.get("customer", invoice.customer);
  const intent = world.store.find("payment_intent", invoice.payment_intent);
  const body = html`<section>
      <h1>Invoice ${invoice.number}</h1>
      <p>
        <span class="badge ${invoice.status === "paid" ? "good" : "bad"}">${STATES[invoice.status]}</span>
        ${date(invoice.created)}
      </p>
      <p>For ${customer.name ?? customer.email}</p>
      <dl>
        ${linesOf(invoice).map(
          ([label, amount]) =>
            html`<dt>${label}</dt>
              <dd>${amount}</dd>`,
        )}
      </dl>
      <p><a href="/invoice/${invoice.id}/pdf">Download as PDF</a></p>
    </section>
    ${
      invoice.status === "open" &&
      html`<section aria-labelledby="pay">
        <h2 id="pay">Pay this invoice</h2>
        ${
          intent?.status === "requires_action" &&
          html`<p>
            Your bank wants to authenticate this payment.
            <a class="button" href="${authenticationPage(world, intent)}">Authenticate</a>
          </p>`
        }
        <form method="post">
          ${cardFields(form, error)}
          <button>Pay ${money(totals(invoice).due, invoice.currency)}</button>
        </form>
        ${testCards()}
      </section>`
    }`;
  return page(`Invoice ${invoice.number}`, body, { status: error ? 402 : 200 });
}

/** The receipt of a payment without an invoice. */
export function answerReceipt(charge: Charge): Answer {
  if (charge.invoice) return redirect(`/invoice/${charge.invoice}`);
  const amount = money(charge.amount, charge.currency);
  return page(
    "Receipt",
    html`<section>
      <h1>Receipt</h1>
      <p>${amount} paid on ${date(charge.created)}</p>
      <p>${charge.description ?? ""}</p>
    </section>`,
  );
}

/** One page of plain text, as small as a PDF can be that every reader opens. */
function pdf(world: World, invoice: Invoice): Answer {
  const { email } = world.store.get("customer", invoice.customer);
  const texts = [
    `Invoice ${invoice.number}`,
    "Test payments. No money moves.",
    `${date(invoice.created)}   ${STATES[invoice.status]}   ${email ?? ""}`,
    ...linesOf(invoice).map(([label, amount]) => `${amount}   ${label}`),
  ];
  const drawn = texts.map(
    (text) => `(${text.replaceAll("×", "x").replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`,
  );
  const content = `BT /F1 12 Tf 18 TL 60 780 Td ${drawn.join(" ")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return {
    status: 200,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${invoice.number}.pdf"`,
    },
    body: Buffer.from(file, "latin1"),
  };
}
