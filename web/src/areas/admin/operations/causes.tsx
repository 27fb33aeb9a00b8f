import type { Cause } from "../../../api/generated/Cause.ts";

/** Names with how often, as bars that can be compared; the most frequent first. */
export function Causes({ causes, none }: { causes: Cause[]; none: string }) {
  if (causes.length === 0) return <p className="text-[0.9375rem] text-muted">{none}</p>;
  const most = Math.max(...causes.map((cause) => cause.count), 1);
  return (
    <ul className="flex flex-col gap-3">
      {causes.map((cause) => (
        <li key={cause.name} className="text-[0.9375rem] leading-snug">
          <p className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{cause.name}</span>
            <b className="shrink-0 font-semibold tabular-nums">{cause.count}</b>
          </p>
          <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-ink"
              style={{ width: `${(cause.count / most) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
