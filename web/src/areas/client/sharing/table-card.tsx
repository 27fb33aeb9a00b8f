import facts from "#api/generated/facts.json";
import type { ClientView } from "#api/generated/client.ts";
import { Mark } from "#brand/mark.tsx";
import { ClientCode } from "./client-qr-code.tsx";
import { readable } from "./invitation.ts";

export type Size = "a6" | "a5";

export const SIZES: Record<Size, { name: string; millimetres: string }> = {
  a6: { name: "A6", millimetres: "105 × 148 mm" },
  a5: { name: "A5", millimetres: "148 × 210 mm" },
};

export const DEFAULT_LINE = "How was it? Tell us in a short video.";

/** Longer names do not fit on two lines in the large size; in characters. */
const LONG_NAME = 32;

type Props = { client: ClientView; address: string; size: Size; line?: string };

/** A card of true proportions: the business first, ours small. `print.css` sets it and its page. */
export function TableCard({ client, address, size, line = DEFAULT_LINE }: Props) {
  return (
    <article className={`table-card table-card-${size}`}>
      <header className="table-card-name">
        {client.logo_url && <img src={client.logo_url} alt="" />}
        <p className={client.company_name.length > LONG_NAME ? "is-long" : ""}>{client.company_name}</p>
      </header>
      <p className="table-card-line">
        {line}
        <svg viewBox="0 0 8 4" aria-hidden="true">
          {/* Open at the top: it covers the part of the border that it grows from. */}
          <path d="M1.05-.35 4 3.4 6.95-.35" />
        </svg>
      </p>
      <div className="table-card-code">
        {client.qr_code_url ? (
          <img src={client.qr_code_url} alt={`QR code of ${client.company_name}`} />
        ) : (
          <ClientCode client={client} address={address} />
        )}
      </div>
      <p className="table-card-address">
        <b>{readable(address)}</b>
        <span>{facts.recordingSeconds} seconds at most. No app, no account.</span>
      </p>
      <footer className="table-card-ours">
        <Mark className="" /> Made with Sayso
      </footer>
    </article>
  );
}
