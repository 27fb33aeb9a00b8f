import { BUBBLE } from "../../../brand/mark.tsx";
import { facts } from "../facts.ts";

/** What a demo takes of the time there is: 10 to 20 seconds. */
const [LEAST, MOST] = [10, 20];

const RADIUS = 62;

/** The mark as the recorder's clock: the ring is all the time there is, the bright part what a demo takes. */
export function DemoPicture({ className }: { className: string }) {
  const ring = { cx: 160, cy: 157, r: RADIUS, fill: "none", pathLength: facts.recordingSeconds };
  return (
    <svg viewBox="0 0 320 320" className={`w-full ${className}`} aria-hidden="true">
      <g transform="scale(10)">
        <path d={BUBBLE} className="fill-ink" />
      </g>
      <g transform="rotate(-90 160 157)" strokeWidth="10">
        <circle {...ring} className="stroke-muted" opacity="0.4" />
        <circle
          {...ring}
          strokeDasharray={`${MOST} ${facts.recordingSeconds}`}
          className="stroke-muted"
          opacity="0.75"
        />
        <circle
          {...ring}
          strokeDasharray={`${LEAST} ${facts.recordingSeconds}`}
          strokeLinecap="butt"
          className="stroke-paper"
        />
      </g>
      <circle cx="160" cy="157" r="46" className="fill-signal-dot" />
      <g className="fill-paper font-sans text-[15px] font-semibold tabular-nums" textAnchor="middle">
        <text x="160" y="84">
          0:00
        </text>
        <text x="249" y="162">
          0:{LEAST}
        </text>
        <text x="160" y="242">
          0:{MOST}
        </text>
      </g>
    </svg>
  );
}
