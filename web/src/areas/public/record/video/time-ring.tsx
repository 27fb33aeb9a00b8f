const RADIUS = 46;
const AROUND = 2 * Math.PI * RADIUS;

/** The time that is left, drawn around the shutter; it runs out clockwise. */
export function TimeRing({ shareLeft }: { shareLeft: number }) {
  return (
    <svg viewBox="0 0 100 100" className="absolute inset-0 size-full -rotate-90" aria-hidden="true">
      <circle cx="50" cy="50" r={RADIUS} fill="none" strokeWidth="5" className="stroke-stage-raised" />
      <circle
        cx="50"
        cy="50"
        r={RADIUS}
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray={AROUND}
        strokeDashoffset={-AROUND * (1 - shareLeft)}
        className="stroke-on-stage"
      />
    </svg>
  );
}
