import type { ConsentDocument, SignedConsent } from "#api/generated/client.ts";

/** The signed document. The signature is for those who check the file later; the server has just made it. */
export function documentOf({ payload }: SignedConsent): ConsentDocument {
  const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
    sign.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes)) as ConsentDocument;
}

export type RecordRow = { name: string; values: string[] };

/** The facts of a record besides the consents, in the order in which they are shown. */
export function rowsOf({
  customer_name,
  customer_email,
  business,
  withdrawn_at,
  asked_at,
  film,
}: ConsentDocument) {
  const rows: RecordRow[] = [
    { name: "Customer", values: [customer_name, customer_email] },
    { name: "Business", values: [business] },
    {
      name: "Video received",
      values: [`${timeOf(film.received_at)}, ${film.bytes.toLocaleString("en-GB")} bytes`],
    },
    { name: "SHA-256 as accepted", values: [film.accepted_sha256 ?? "Not computed yet"] },
    { name: "SHA-256 as published", values: [film.published_sha256 ?? "Not public now"] },
  ];
  if (film.published_at) rows.push({ name: "Published", values: [timeOf(film.published_at)] });
  if (asked_at.length > 0) rows.push({ name: "Asked again", values: asked_at.map(timeOf) });
  rows.push({ name: "Withdrawn", values: [withdrawn_at ? timeOf(withdrawn_at) : "No, the consent stands"] });
  return rows;
}

/** `2026-11-30T10:35:42Z` as `30 November 2026, 10:35:42 UTC`. */
export function timeOf(iso: string): string {
  const date = new Date(iso);
  const day = date.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return `${day}, ${iso.slice(11, 19)} UTC`;
}
