import { ChartTable } from "./chart-table.tsx";

/** `null` while unknown. */
export type Point = { key: string; label: string; value: number | null };

type Props = { caption: string; unit: string; points: Point[]; className?: string };

/** One series as steps, with a dot at its end, and a table for who cannot see it. */
export function LineChart({ caption, unit, points, className = "h-16" }: Props) {
  const highest = Math.max(...points.map((point) => point.value ?? 0), 1);
  const y = (value: number) => 96 - (value / highest) * 90;
  const measured = points.flatMap(({ value }, index) => (value === null ? [] : [{ value, index }]));
  const [first] = measured;
  const last = measured.at(-1);
  const steps = measured.map(({ value, index }) => `V${y(value)}H${index + 1}`).join("");
  return (
    <figure className="min-w-0">
      <div className={`relative ${className}`}>
        <svg
          viewBox={`0 0 ${points.length} 100`}
          preserveAspectRatio="none"
          className="block size-full"
          aria-hidden="true"
        >
          <path
            d={`M0 99H${points.length}`}
            className="fill-none stroke-hairline"
            vectorEffect="non-scaling-stroke"
          />
          {first && (
            <path
              d={`M${first.index} ${y(first.value)}${steps}`}
              className="fill-none stroke-ink"
              strokeWidth="2"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        {last && (
          <span
            aria-hidden="true"
            className="absolute -right-1 size-2.5 -translate-y-1/2 rounded-full bg-ink ring-2 ring-surface"
            style={{ top: `${y(last.value)}%` }}
          />
        )}
      </div>
      <ChartTable caption={caption} unit={unit} points={points} />
    </figure>
  );
}
