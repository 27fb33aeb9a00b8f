import { formatPounds } from "#lib/format.ts";

type Props = { lines: { text: string; pence: number }[]; className?: string };

/** The lines of a payment, with their amounts in one column at the right. */
export function PaymentLines({ lines, className = "" }: Props) {
  return (
    <dl className={`mt-1.5 text-sm text-muted ${className}`}>
      {lines.map(({ text, pence }) => (
        <div key={`${text} ${pence}`} className="flex justify-between gap-x-4">
          <dt className="min-w-0 wrap-anywhere">{text}</dt>
          <dd className="shrink-0 text-right tabular-nums">{formatPounds(pence)}</dd>
        </div>
      ))}
    </dl>
  );
}
