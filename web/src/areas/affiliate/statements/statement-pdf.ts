// A statement as PDF: A4, a page for a month, or more where it has many clients.
import { jsPDF } from "jspdf";
import type { CommissionFacts } from "../../../api/generated/CommissionFacts.ts";
import { formatIsoMonth, formatMonthDay, formatPounds } from "../../../lib/format.ts";
import { linesOf } from "../dashboard/commission-lines.ts";
import type { CheckedStatement, Unchecked } from "./check-statement.ts";
import { adjustmentLines, referralRows, type NamedReferral } from "./referral-rows.ts";
import { headOf, type StatementOwner } from "./statement-head.ts";
import { totalOf, verdictOf } from "./verdict.ts";

const MARGIN = 56;
const INK = "#1a1510";
const MUTED = "#6b6157";
const RED = "#d92d20";
const RULE = "#d8cfc4";
/** Left edges of the columns of the commissions. */
const COLUMNS = { tier: MARGIN, calculation: 200, status: 390, to: 310 };
const LINE = 17;

/** Makes the file. What PDF's own fonts do not have, such as a name in Greek, is drawn as the browser shows it. */
export function statementPdf(
  statement: CommissionFacts,
  check: CheckedStatement | Unchecked,
  referrals: NamedReferral[],
  owner: StatementOwner,
): ArrayBuffer {
  const pdf = new jsPDF({ unit: "pt", format: "a4" });
  const { title, provisional, from, to, facts, selfBilling } = headOf(statement, owner);
  pdf.setProperties({ title: `Sayso: ${title}`, creator: "Sayso" });
  const [width, height] = [pdf.internal.pageSize.getWidth(), pdf.internal.pageSize.getHeight()];
  const right = width - MARGIN;
  let y = MARGIN;

  const write = (text: string, x: number, { size = 10, bold = false, color = INK, end = false } = {}) => {
    pdf
      .setFont("helvetica", bold ? "bold" : "normal")
      .setFontSize(size)
      .setTextColor(color);
    const plain = inStandardFont(text);
    if (plain === null) drawText(pdf, text, { x, y, size, bold, color });
    else pdf.text(plain, x, y, { align: end ? "right" : "left" });
  };
  const rule = () => pdf.setDrawColor(RULE).line(MARGIN, y, right, y);
  const head = () => {
    y = MARGIN;
    pdf.setFillColor(RED).circle(MARGIN + 6, y - 5, 6, "F");
    write("Sayso", MARGIN + 18, { size: 14, bold: true });
    write(title, right, { color: MUTED, end: true });
    y += 14;
    rule();
    y += 34;
  };
  /** Goes on to the next page where so many lines do not fit. */
  const reserve = (lines: number) => {
    if (y + lines * LINE <= height - MARGIN - LINE) return;
    pdf.addPage();
    head();
  };

  head();
  write(formatIsoMonth(statement.month.slice(0, 7)), MARGIN, { size: 24, bold: true });
  y += 30;
  if (provisional) {
    write(provisional, MARGIN, { size: 14, bold: true });
    y += 26;
  }
  write("From", MARGIN, { size: 9, color: MUTED });
  write("To", COLUMNS.to, { size: 9, color: MUTED });
  for (let index = 0; index < Math.max(from.length, to.length); index += 1) {
    y += 14;
    write(shortened(from[index] ?? "", COLUMN_CHARACTERS), MARGIN, { bold: index === 0 });
    write(shortened(to[index] ?? "", COLUMN_CHARACTERS), COLUMNS.to, { bold: index === 0 });
  }
  y += 2 * LINE;
  for (const [label, value] of facts) {
    write(label, MARGIN, { color: MUTED });
    write(value, COLUMNS.calculation);
    y += LINE;
  }
  const paragraph = (text: string, { bold = false } = {}) => {
    pdf.setFont("helvetica", bold ? "bold" : "normal").setFontSize(10);
    for (const row of pdf.splitTextToSize(text, right - MARGIN) as string[]) {
      write(row, MARGIN, { bold });
      y += LINE;
    }
  };
  y += LINE / 2;
  if (selfBilling) paragraph(selfBilling);
  y += LINE;
  const { status, lines } = verdictOf(statement, check);
  const total = totalOf(statement, check);
  for (const line of status === "right" ? [`${lines.join("")}: ${formatPounds(total)}`] : lines)
    paragraph(line, { bold: true });
  y += LINE;

  write("Commission", COLUMNS.tier, { size: 9, color: MUTED });
  write("Calculation", COLUMNS.calculation, { size: 9, color: MUTED });
  write("Status", COLUMNS.status, { size: 9, color: MUTED });
  write("Amount", right, { size: 9, color: MUTED, end: true });
  y += 7;
  rule();
  for (const { tier, calculation, amount, commission } of linesOf(statement).filter(
    (one) => one.commission,
  )) {
    y += LINE;
    write(tier, COLUMNS.tier);
    write(calculation, COLUMNS.calculation);
    const paid = commission?.paid_at ?? null;
    write(paid === null ? "pending" : `paid ${formatMonthDay(paid)}`, COLUMNS.status);
    write(amount, right, { end: true });
    if (commission?.commission_type !== "adjustment") continue;
    for (const reason of adjustmentLines(commission.payout_id, check, referrals)) {
      reserve(2);
      y += 13;
      write(shortened(reason, NAME_CHARACTERS + 40), MARGIN + 12, { size: 9, color: MUTED });
    }
  }
  y += 9;
  rule();
  y += LINE;
  write(status === "unchecked" ? "What these commissions come to" : "What the month comes to", COLUMNS.tier, {
    bold: true,
  });
  write(formatPounds(total), right, { bold: true, end: true });

  y += 2.5 * LINE;
  write("What it is computed from", MARGIN, { size: 13, bold: true });
  y += LINE * 1.3;
  if (typeof check !== "string") {
    write(
      `Your active clients: ${check.ownClients}. Active clients of partners you sponsor: ${check.sponsoredClients}.`,
      MARGIN,
    );
    y += LINE;
  }
  for (const [index, { company, words, pence }] of referralRows(statement, check, referrals).entries()) {
    reserve(2);
    write(String(index + 1), MARGIN, { color: MUTED });
    write(shortened(company, NAME_CHARACTERS), MARGIN + 28, { bold: true });
    if (pence !== null) write(formatPounds(pence), right, { end: true });
    y += 13;
    write(words, MARGIN + 28, { size: 9, color: MUTED });
    y += LINE + 2;
  }

  const pages = pdf.getNumberOfPages();
  for (let page = 1; page <= pages; page += 1) {
    pdf.setPage(page);
    y = height - MARGIN + 14;
    if (status !== "unchecked")
      write("Computed once more in the partner’s own browser, by the rules that Sayso pays by.", MARGIN, {
        size: 8,
        color: MUTED,
      });
    write(`Page ${page} of ${pages}`, right, { size: 8, color: MUTED, end: true });
  }
  return pdf.output("arraybuffer");
}

/** So many characters stay on a line, and in half of one. */
const NAME_CHARACTERS = 70;
const COLUMN_CHARACTERS = 44;

const shortened = (text: string, characters: number) =>
  text.length > characters ? `${text.slice(0, characters - 1)}...` : text;

/** The text as PDF's own fonts have it: Latin 1, with plain quotes and minus; nothing where they lack a letter. */
function inStandardFont(text: string): string | null {
  const plain = text.normalize("NFC").replaceAll("’", "'").replaceAll("−", "-");
  return /^[\u0020-\u007e\u00a0-\u00ff]*$/.test(plain) ? plain : null;
}

type Place = { x: number; y: number; size: number; bold: boolean; color: string };

/** Draws a line of text as a picture, sharp enough for print. */
function drawText(pdf: jsPDF, text: string, { x, y, size, bold, color }: Place): void {
  const scale = 4;
  const font = `${bold ? "bold" : "normal"} ${size * scale}px sans-serif`;
  const canvas = document.createElement("canvas");
  const measure = canvas.getContext("2d");
  if (!measure) return;
  measure.font = font;
  canvas.width = Math.ceil(measure.measureText(text).width) + scale;
  canvas.height = Math.ceil(size * scale * 1.5);
  // Its size has set the font back.
  measure.font = font;
  measure.fillStyle = color;
  measure.fillText(text, 0, size * scale * 1.1);
  pdf.addImage(canvas, "PNG", x, y - size * 1.1, canvas.width / scale, canvas.height / scale);
}
