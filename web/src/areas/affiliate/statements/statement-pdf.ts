// A statement as PDF: A4, one page per month, or more with many clients.
import { jsPDF } from "jspdf";
import type { CommissionFacts } from "#api/generated/affiliate.ts";
import { formatDate, formatIsoMonth, formatPounds } from "#lib/format.ts";
import { writeText, wrapText } from "#lib/pdf-text.ts";
import { linesOf } from "#areas/affiliate/dashboard/commission-lines.ts";
import { stateOf, type CommissionState } from "#areas/affiliate/dashboard/payout-status.ts";
import type { CheckedStatement, Unchecked } from "./check-statement.ts";
import { PAYOUTS, payoutRows } from "./payout-entries.ts";
import { adjustmentLines, referralRows, type NamedReferral } from "./referral-rows.ts";
import { headOf, type StatementOwner } from "./statement-head.ts";
import { totalOf, verdictOf } from "./verdict.ts";

const MARGIN = 56;
const INK = "#1a1510";
const MUTED = "#6b6157";
const RED = "#d92d20";
const RULE = "#d8cfc4";
/** Left edges of the columns of the commissions. */
const COLUMNS = { tier: MARGIN, words: 140, calculation: 200, status: 390, to: 310 };
const LINE = 17;
/** Between two columns, and for an amount at the right edge; in points. */
const GAP = 16;
const AMOUNT = 64;

/** Makes the file. */
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
    writeText(pdf, text, { x, y }, { size, bold, color, end });
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
  const wrap = (text: string, room: number, { size = 10, bold = false } = {}) =>
    wrapText(pdf, text, room, { size, bold });
  /** Starts a new page if so many lines do not fit. */
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
  const column = (lines: string[], room: number) =>
    lines.flatMap((line, index) =>
      wrap(line, room, { bold: index === 0 }).map((text) => ({ text, bold: index === 0 })),
    );
  const [left, opposite] = [column(from, COLUMNS.to - MARGIN - GAP), column(to, right - COLUMNS.to)];
  for (let index = 0; index < Math.max(left.length, opposite.length); index += 1) {
    reserve(2);
    y += 14;
    const [one, other] = [left[index], opposite[index]];
    if (one) write(one.text, MARGIN, { bold: one.bold });
    if (other) write(other.text, COLUMNS.to, { bold: other.bold });
  }
  y += 2 * LINE;
  for (const [label, value] of facts)
    for (const [index, row] of wrap(value, right - COLUMNS.calculation).entries()) {
      reserve(1);
      if (index === 0) write(label, MARGIN, { color: MUTED });
      write(row, COLUMNS.calculation);
      y += LINE;
    }
  const paragraph = (text: string, { bold = false } = {}) => {
    for (const row of wrap(text, right - MARGIN, { bold })) {
      reserve(1);
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

  reserve(3);
  write("Commission", COLUMNS.tier, { size: 9, color: MUTED });
  write("Calculation", COLUMNS.calculation, { size: 9, color: MUTED });
  write("Status", COLUMNS.status, { size: 9, color: MUTED });
  write("Amount", right, { size: 9, color: MUTED, end: true });
  y += 7;
  rule();
  for (const { tier, calculation, amount, commission } of linesOf(statement).filter(
    (one) => one.commission,
  )) {
    reserve(2);
    y += LINE;
    write(tier, COLUMNS.tier);
    write(calculation, COLUMNS.calculation);
    if (commission) write(statusOf(stateOf(commission)), COLUMNS.status);
    write(amount, right, { end: true });
    if (commission?.commission_type !== "adjustment") continue;
    for (const reason of adjustmentLines(commission.payout_id, check, referrals))
      for (const row of wrap(reason, right - MARGIN - 12, { size: 9 })) {
        reserve(2);
        y += 13;
        write(row, MARGIN + 12, { size: 9, color: MUTED });
      }
  }
  reserve(3);
  y += 9;
  rule();
  y += LINE;
  write(status === "unchecked" ? "Total of these commissions" : "Total of the month", COLUMNS.tier, {
    bold: true,
  });
  write(formatPounds(total), right, { bold: true, end: true });

  const payouts = payoutRows(statement);
  if (payouts.length > 0) {
    reserve(5);
    y += 2 * LINE;
    write(PAYOUTS, MARGIN, { size: 9, color: MUTED });
    y += 7;
    rule();
  }
  for (const { date, words, payout, amount } of payouts) {
    reserve(3);
    y += LINE;
    write(date, COLUMNS.tier);
    write(words, COLUMNS.words);
    write(amount, right, { end: true });
    y += 13;
    write(payout, COLUMNS.words, { size: 9, color: MUTED });
  }

  reserve(5);
  y += 2.5 * LINE;
  write("How it was worked out", MARGIN, { size: 13, bold: true });
  y += LINE * 1.3;
  if (typeof check !== "string") {
    write(
      `Your active clients: ${check.ownClients}. Active clients of partners you sponsor: ${check.sponsoredClients}.`,
      MARGIN,
    );
    y += LINE;
  }
  for (const [index, { company, words, pence }] of referralRows(statement, check, referrals).entries()) {
    const name = wrap(company, right - MARGIN - 28 - AMOUNT, { bold: true });
    reserve(name.length + 1);
    write(String(index + 1), MARGIN, { color: MUTED });
    for (const [line, row] of name.entries()) {
      write(row, MARGIN + 28, { bold: true });
      if (line === 0 && pence !== null) write(formatPounds(pence), right, { end: true });
      y += 13;
    }
    for (const row of wrap(words, right - MARGIN - 28, { size: 9 })) {
      write(row, MARGIN + 28, { size: 9, color: MUTED });
      y += 13;
    }
    y += LINE - 11;
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

const statusOf = ({ words, paidAt }: CommissionState) =>
  paidAt === null ? words : `${words} ${formatDate(paidAt)}`;
