import { BUBBLE } from "../../../brand/mark.tsx";

/** The motif at work: a question, an answer that is being recorded, and what it becomes. */
export function Conversation() {
  return (
    <svg viewBox="0 0 520 500" className="mx-auto w-full max-w-lg" aria-hidden="true">
      <g transform="translate(14 26) scale(5.4)">
        <path d={BUBBLE} className="fill-surface stroke-control" strokeWidth="0.28" />
        <g className="fill-hairline">
          <rect x="8" y="11" width="16" height="2.2" rx="1.1" />
          <rect x="8" y="15" width="12" height="2.2" rx="1.1" />
          <rect x="8" y="19" width="7" height="2.2" rx="1.1" />
        </g>
      </g>
      <g transform="translate(504 96) scale(-11.4 11.4)">
        <path d={BUBBLE} className="fill-ink" />
      </g>
      <circle
        cx="321.6"
        cy="277.3"
        r="98"
        fill="none"
        strokeWidth="9"
        className="stroke-muted"
        opacity="0.45"
      />
      <circle
        cx="321.6"
        cy="277.3"
        r="98"
        fill="none"
        strokeWidth="9"
        strokeLinecap="round"
        pathLength="40"
        strokeDasharray="29 40"
        transform="rotate(-90 321.6 277.3)"
        className="stroke-paper"
      />
      <circle cx="321.6" cy="277.3" r="74" className="fill-signal-dot" />
      <g transform="translate(20 318) scale(4.4)">
        <path d={BUBBLE} className="fill-sunken stroke-control" strokeWidth="0.35" />
        <path
          d="M12.8 10.700v10.400c0 .8.9 1.3 1.6.9l8-5.200c.6-.4.6-1.3 0-1.700l-8-5.200c-.7-.5-1.6 0-1.6.8Z"
          className="fill-ink"
        />
      </g>
    </svg>
  );
}
