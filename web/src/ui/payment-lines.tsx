import { formatPounds } from "../lib/format.ts";

/** The lines of a payment, and what each comes to. */
export function PaymentLines({ lines }: { lines: { text: string; pence: number }[] }) {
  return (
    <dl className="mt-1.5 max-w-[26rem] text-sm text-muted">
      {lines.map(({ text, pence }) => (
        <div key={`${text} ${pence}`} className="flex justify-between gap-x-4">
          <dt className="min-w-0 wrap-anywhere">{text}</dt>
          <dd className="tabular-nums">{formatPounds(pence)}</dd>
        </div>
      ))}
    </dl>
  );
}
