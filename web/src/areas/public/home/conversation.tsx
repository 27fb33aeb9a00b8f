import { BUBBLE } from "../../../brand/mark.tsx";
import { facts } from "../facts.ts";
import maya from "./portraits/maya.svg";

const WIDE_BUBBLE =
  "M28 0h196c15.5 0 28 12.5 28 28v42c0 15.5-12.5 28-28 28H92L62 122c-4 3-9 0-8.5-5l2-19H28C12.5 98 0 85.5 0 70V28C0 12.5 12.5 0 28 0Z";
/** Seconds that the drawn ring has left. */
const LEFT = 26;

/** The motif at work: a question, the answer being recorded, and what it becomes. */
export function Conversation() {
  return (
    <svg viewBox="0 0 520 500" className="mx-auto w-full max-w-[34rem]" aria-hidden="true">
      <g transform="translate(514 66) scale(-13 13)">
        <path d={BUBBLE} className="fill-ink" />
      </g>
      <clipPath id="face">
        <circle cx="306" cy="272.7" r="138" />
      </clipPath>
      <image href={maya} x="160" y="84" width="292" height="519" clipPath="url(#face)" />
      <g fill="none" strokeWidth="9" transform="rotate(-90 306 272.7)">
        <circle cx="306" cy="272.7" r="152" className="stroke-muted" opacity="0.5" />
        <circle
          cx="306"
          cy="272.7"
          r="152"
          strokeLinecap="round"
          pathLength={facts.recordingSeconds}
          strokeDasharray={`${LEFT} ${facts.recordingSeconds}`}
          className="stroke-signal-dot"
        />
      </g>
      <g transform="translate(2 10)">
        <path d={WIDE_BUBBLE} className="fill-surface stroke-control" strokeWidth="1.5" />
        <text x="28" y="43" className="drawn-words">
          How was your
        </text>
        <text x="28" y="73" className="drawn-words">
          first visit?
        </text>
      </g>
      <g transform="translate(10 398)">
        <rect width="246" height="84" rx="20" className="fill-surface stroke-control" strokeWidth="1.5" />
        <circle cx="43" cy="42" r="25" className="fill-signal-dot" />
        <path
          d="M37 31.5v21c0 1.800 2 2.900 3.5 1.900l15-10.5c1.300-.9 1.300-2.900 0-3.800l-15-10.5c-1.5-1-3.5.1-3.5 1.900Z"
          className="fill-white"
        />
        <text x="82" y="38" className="drawn-name">
          Maya Lind.mp4
        </text>
        <text x="82" y="61" className="drawn-note">
          In your folder
        </text>
      </g>
    </svg>
  );
}
