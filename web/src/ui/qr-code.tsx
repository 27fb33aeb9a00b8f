import { encode } from "uqr";
import { BUBBLE } from "#brand/mark.tsx";

/** Quiet zone around the code in modules, as the standard requires. */
const QUIET = 4;
/** Modules of the plate in the middle: a quarter of the width hides a sixteenth of the code, and `Q` makes good a quarter. */
const plateOf = (size: number) => Math.floor(size / 9) * 2 + 1;

/** Dark on a white plate in both themes: many readers accept nothing else. The mark is in the middle. */
export function QrCode({ text, label, className = "" }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { ecc: "Q", border: 0 });
  const plate = plateOf(size);
  const from = (size - plate) / 2;
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      data-keep-clear
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      shapeRendering="crispEdges"
      className={`rounded-card bg-white ${className}`}
    >
      <path d={path} className="fill-stage" />
      <rect x={from} y={from} width={plate} height={plate} className="fill-white" />
      <svg
        x={from + 0.5}
        y={from + 0.5}
        width={plate - 1}
        height={plate - 1}
        viewBox="0 0 32 32"
        shapeRendering="auto"
      >
        <path d={BUBBLE} className="fill-stage" />
        <circle cx="16" cy="15.9" r="6.5" className="fill-signal-dot" />
      </svg>
    </svg>
  );
}
