import { Link } from "react-router";
import { routes } from "#paths.ts";
import { Button, buttonClass, ButtonLink } from "#ui/button.tsx";
import { facts } from "#areas/public/facts.ts";
import { useDialogStep } from "#lib/navigation/use-dialog-step.ts";
import { DiscountDialog } from "./sign-up/discount-dialog.tsx";
import { anchors } from "./anchors.ts";
import { homeSettings } from "./home-settings.ts";
import { column } from "./section.tsx";
import { BUBBLE } from "#brand/mark.tsx";
import maya from "./portraits/maya.svg";

/** Introduces the product and links to the prices and the demo. */
export function Hero() {
  const offer = useDialogStep("discount");
  return (
    <div
      className={`${column} grid items-center gap-10 pt-6 pb-14 lg:grid-cols-[1.1fr_1fr] lg:gap-12 lg:pt-10 lg:pb-20`}
    >
      <div>
        <h1 className="text-[clamp(3.5rem,13vw,7rem)] leading-[0.9] font-extrabold tracking-[-0.05em]">
          Your customers say so
          <span className="full-stop">.</span>
        </h1>
        <p className="mt-7 max-w-[34ch] text-xl leading-snug sm:text-[1.375rem]">
          Send a link. Your customer leaves a {facts.recordingSeconds}-second video testimonial on their own
          phone. It lands in your folder, ready to post.
        </p>
        <p className="mt-3 max-w-[46ch] text-muted">
          No app and no account for them. From {facts.plans.standard.monthly} a month for you, with{" "}
          {facts.creditsPerMonth} videos.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-3">
          <ButtonLink href={`#${anchors.pricing}`} className="min-h-14 px-8 text-lg max-sm:w-full">
            Get Started
          </ButtonLink>
          <Link to={routes.demo} className={buttonClass("outlined", "min-h-14 px-6 text-lg max-sm:w-full")}>
            <span aria-hidden="true" className="size-3.5 rounded-full bg-signal-dot" />
            Try the Demo
          </Link>
        </div>
        <p className="needs-app mt-4 flex text-[0.9375rem] flex-wrap items-center gap-x-2">
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            onClick={offer.push}
            className="min-h-11 px-0! py-0!"
          >
            Get the launch discount
          </Button>
          <span className="text-muted">{homeSettings.launch_discount}</span>
        </p>
      </div>
      <Conversation />
      {offer.open && <DiscountDialog onClose={offer.stepBack} onGo={() => offer.replace(anchors.signUp)} />}
    </div>
  );
}

const WIDE_BUBBLE =
  "M28 0h196c15.5 0 28 12.5 28 28v42c0 15.5-12.5 28-28 28H92L62 122c-4 3-9 0-8.5-5l2-19H28C12.5 98 0 85.5 0 70V28C0 12.5 12.5 0 28 0Z";
/** Seconds that the drawn ring has left. */
const LEFT = 26;

/** The brand's bubble at work: a question, the answer being recorded, and the file. */
function Conversation() {
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
