import { ChartTable } from "./chart-table.tsx";

export type Bar = { key: string; label: string; value: number };

type Props = {
  caption: string;
  unit: string;
  bars: Bar[];
  /** Writes each value over its bar; for few bars. */
  valued?: boolean;
  className?: string;
};

/** Percent of the chart's height: the tallest bar, and the space below the bars. */
const TALLEST = 94;
const BASE = 2;

/**
 * One series as bars, without axes: the ends of its time axis, its values if they fit, and a table for screen readers.
 */
export function BarChart({ caption, unit, bars, valued = false, className = "h-16" }: Props) {
  const highest = Math.max(...bars.map((bar) => bar.value), 1);
  const heightOf = (bar: Bar) => (bar.value / highest) * TALLEST;
  const width = valued ? 0.5 : 0.76;
  return (
    <figure className={`min-w-0 ${valued ? "pt-5" : ""}`}>
      <div className={`relative ${className}`} aria-hidden="true">
        <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" className="block size-full">
          {bars.map((bar, index) => (
            <rect
              key={bar.key}
              x={index + (1 - width) / 2}
              y={100 - BASE - heightOf(bar)}
              width={width}
              height={heightOf(bar) + BASE}
              className={bar.value > 0 ? "fill-ink" : "fill-control"}
            >
              <title>{`${bar.label}: ${bar.value}`}</title>
            </rect>
          ))}
        </svg>
        {valued &&
          bars.map((bar, index) => (
            <span
              key={bar.key}
              className="absolute -translate-x-1/2 text-xs leading-5 font-semibold tabular-nums"
              style={{ left: `${((index + 0.5) / bars.length) * 100}%`, bottom: `${heightOf(bar) + BASE}%` }}
            >
              {bar.value > 0 && bar.value}
            </span>
          ))}
      </div>
      <ChartTable caption={caption} unit={unit} points={bars} />
    </figure>
  );
}
