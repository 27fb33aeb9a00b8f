import { formatPounds } from "../lib/format.ts";

/** The lines of a payment, and what each comes to. */
export function PaymentLines({ lines }: { lines: { text: string; pence: number }[] }) {
  return (
    <ul className="mt-1.5 max-w-[26rem] text-sm text-muted">
      {lines.map(({ text, pence }) => (
        <li key={`${text} ${pence}`} className="flex justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <span className="tabular-nums">{formatPounds(pence)}</span>
        </li>
      ))}
    </ul>
  );
}
