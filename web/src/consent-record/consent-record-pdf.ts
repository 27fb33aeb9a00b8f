// A consent record as PDF, A4.
import { jsPDF } from "jspdf";
import type { ConsentDocument } from "#api/generated/client.ts";
import { writeText, wrapText } from "#lib/pdf-text.ts";
import { rowsOf, timeOf } from "./document-of.ts";

const MARGIN = 56;
const INK = "#1a1510";
const MUTED = "#6b6157";
const RED = "#d92d20";
const RULE = "#d8cfc4";
const LINE = 16;
/** Left edge of the values. */
const VALUES = 190;

export function consentRecordPdf(record: ConsentDocument): ArrayBuffer {
  const pdf = new jsPDF({ unit: "pt", format: "a4" });
  pdf.setProperties({ title: `Sayso: consent record ${record.submission}`, creator: "Sayso" });
  const [width, height] = [pdf.internal.pageSize.getWidth(), pdf.internal.pageSize.getHeight()];
  const right = width - MARGIN;
  let y = MARGIN;
  const write = (text: string, x: number, { size = 10, bold = false, color = INK, end = false } = {}) =>
    writeText(pdf, text, { x, y }, { size, bold, color, end });
  const head = () => {
    y = MARGIN;
    pdf.setFillColor(RED).circle(MARGIN + 6, y - 5, 6, "F");
    write("Sayso", MARGIN + 18, { size: 14, bold: true });
    write(record.submission, right, { size: 9, color: MUTED, end: true });
    y += 14;
    pdf.setDrawColor(RULE).line(MARGIN, y, right, y);
    y += 34;
  };
  /** Lines from `x` to the right edge, each on a page that has room for it. */
  const block = (text: string, x: number, { size = 10, bold = false, color = INK } = {}) => {
    for (const row of wrapText(pdf, text, right - x, { size, bold })) {
      if (y > height - MARGIN - LINE) {
        pdf.addPage();
        head();
      }
      write(row, x, { size, bold, color });
      y += size + 6;
    }
  };

  head();
  write("Consent record", MARGIN, { size: 24, bold: true });
  y += 34;
  for (const { name, values } of rowsOf(record)) {
    write(name, MARGIN, { color: MUTED });
    for (const value of values) block(value, VALUES, { size: name.startsWith("SHA") ? 9 : 10 });
    y += 2;
  }
  for (const { given_at: givenAt, version, words } of record.consents) {
    y += LINE;
    block(`Agreed on ${timeOf(givenAt)}`, MARGIN, { size: 13, bold: true });
    y += 4;
    for (const sentence of words ?? ["The words of this version are no longer kept."]) {
      block(sentence, MARGIN + 12);
      y += 4;
    }
    block(`Version ${version} of the texts, in the language ${record.language}`, MARGIN, {
      size: 9,
      color: MUTED,
    });
  }
  y += LINE;
  block(
    `Made on ${timeOf(record.issued_at)}. The same record as JSON is signed with Ed25519 (JWS, RFC 7515); the public keys are at ${record.issuer}/.well-known/jwks.json. Whether a video is the one that this record is about can be checked at ${record.issuer}/verify.`,
    MARGIN,
    { size: 9, color: MUTED },
  );
  return pdf.output("arraybuffer");
}
